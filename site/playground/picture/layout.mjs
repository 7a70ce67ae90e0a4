// Where the boxes of an execution are: a column for each thread, a row for each event, initial values above.
//
// A row holds one box. So a horizontal line at the height of a box meets no other box, and a vertical line between two
// columns meets none: arrows are made of these.

import { textLines } from './text_lines.mjs';

// In pixels. `characters` is how many of them a line of a box holds.
export const wide = { characters: 24, character: 7.3, line: 16, gutter: 92, margin: 84, pad: 9, gap: 16, font: 12 };
export const narrow = { characters: 14, character: 6.1, line: 14, gutter: 60, margin: 46, pad: 6, gap: 14, font: 10 };

const headHeight = 30;
const initialGap = 34;

function linesOf(event, size) {
  const lines = textLines(event.text, size.characters).map((text) => ({ text, tag: false }));
  return event.stale ? [...lines, { text: 'old value', tag: true }] : lines;
}

function columnWidth(rows, threads, size) {
  const longest = Math.max(...rows.flatMap(({ lines }) => lines.map(({ text }) => text.length)), 8,
                           ...threads.map((name) => name.length));
  return Math.ceil(longest * size.character + 2 * size.pad);
}

function boxesOf(rows, columns, top, size) {
  let y = top;
  return rows.map(({ event, lines }, row) => {
    const { x, width } = columns[event.thread];
    const height = lines.length * size.line + 8;
    const box = { id: event.id, row, event, column: event.thread, x, y, width, height, lines };
    y += height + size.gap;
    return box;
  });
}

// The objects whose initial value an arrow begins at, each above the column of the first event that needs it.
function initialBoxes(execution, arrows, columns, size) {
  const needed = new Map();
  const events = new Map(execution.events.map((event) => [event.id, event]));
  for (const { from, to } of arrows) {
    const event = events.get(to);
    if (from === 0 && event.object !== null && !needed.has(event.object)) needed.set(event.object, event.thread);
  }
  let free = size.margin / 2;
  return [...needed].sort(([, one], [, other]) => one - other).map(([object, thread]) => {
    const { name, initial } = execution.objects[object];
    const text = initial === undefined || initial === null || initial === '' ? name : `${name} = ${initial}`;
    const width = Math.ceil(text.length * size.character + 2 * size.pad);
    const x = Math.max(free, columns[thread].x);
    free = x + width + 12;
    return { object, text, x, y: 8, width, height: size.line + 8 };
  });
}

// { size, columns, boxes, initials, top, width, height }
export function layoutOf(execution, arrows, size) {
  const rows = execution.events.map((event) => ({ event, lines: linesOf(event, size) }));
  const width = columnWidth(rows, execution.threads, size);
  const columns = execution.threads.map((name, number) =>
    ({ name, width, x: size.margin + number * (width + size.gutter) }));
  const initials = initialBoxes(execution, arrows, columns, size);
  const top = initials.length === 0 ? 8 : 8 + size.line + 8 + initialGap;
  const boxes = boxesOf(rows, columns, top + headHeight, size);
  const last = boxes.at(-1);
  const right = Math.max(columns.at(-1).x + width + size.margin, ...initials.map((each) => each.x + each.width + 12));
  const bottom = last ? last.y + last.height : top + headHeight;
  return { size, columns, boxes, initials, top, width: right, height: bottom + 14 };
}
