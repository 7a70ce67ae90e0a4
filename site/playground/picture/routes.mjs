// The way of each arrow between the boxes of a layout: through the gutters between columns, or along a row.

import { curve, line } from './curves.mjs';

// The sides at which an arrow leaves and enters. Arrows of one thread go around outside: those of the first thread on
// the left, all others on the right.
function sidesOf(from, to) {
  if (from.column < to.column) return ['right', 'left'];
  if (from.column > to.column) return ['left', 'right'];
  const side = from.column === 0 ? 'left' : 'right';
  return [side, side];
}

function isStraight({ relation, bold }, from, to) {
  return from.column === to.column && !bold && (relation === 'sb' || relation === 'hb') && to.row > from.row;
}

// Two boxes of one column with no other one of the column between them.
function areNeighbours(layout, from, to) {
  return !layout.boxes.some(({ column, row }) => column === from.column && row > from.row && row < to.row);
}

const edge = (box, side) => (side === 'left' ? box.x : box.x + box.width);

// Where arrows meet a side of a box: spread over its height, in the order of where they come from.
class Ports {
  #ends = new Map();

  add(box, side, arrow, otherY) {
    const key = `${box.id} ${side}`;
    if (!this.#ends.has(key)) this.#ends.set(key, []);
    this.#ends.get(key).push({ arrow, otherY });
  }

  at(box, side, arrow) {
    const ends = this.#ends.get(`${box.id} ${side}`);
    ends.sort((one, other) => one.otherY - other.otherY);
    const place = (ends.findIndex((each) => each.arrow === arrow) + 1) / (ends.length + 1);
    return { x: edge(box, side), y: box.y + 3 + (box.height - 6) * place };
  }
}

// Where in a gutter an arrow bends, as a share of its width: arrows between the same two boxes bend at different
// places.
const bends = [0.5, 0.76, 0.24, 0.63, 0.37];

// Around boxes of the same column. Arrows over more rows go further out.
function around(layout, from, to, way) {
  const out = (way.sides[0] === 'left' ? -1 : 1) * reachOf(layout, way);
  return [curve(from, { x: from.x + out, y: from.y }, { x: to.x + out, y: to.y }, to)];
}

// Along the row of the first box up to the gutter beside the second, and through it.
function across(layout, from, to, lane) {
  const { gutter } = layout.size;
  const direction = Math.sign(to.x - from.x);
  const gate = { x: to.x - direction * gutter, y: from.y };
  const x = Math.min(gate.x, to.x) + gutter * bends[lane % bends.length];
  const through = curve(gate, { x, y: gate.y }, { x, y: to.y }, to);
  return Math.abs(gate.x - from.x) < 1 ? [through] : [line(from, gate), through];
}

// From an initial value down the gutter beside the column of the box, each arrow in a lane of its own.
function fromInitial(layout, initial, to, side, lane) {
  const out = side === 'left' ? -1 : 1;
  const room = Math.min(layout.size.gutter, layout.size.margin) - 22;
  const x = to.x + out * (16 + ((lane * 11) % room));
  const start = { x: initial.x + initial.width / 2, y: initial.y + initial.height };
  const corner = { x, y: layout.top };
  const turn = { x, y: to.y - 14 };
  return [
    curve(start, { x: start.x, y: start.y + 22 }, { x, y: corner.y - 22 }, corner),
    line(corner, turn),
    curve(turn, { x, y: to.y - 4 }, { x: x - out * 6, y: to.y }, to),
  ];
}

// Side by side if both relations are shown.
function straight(from, to, relation) {
  const x = from.x + from.width / 2 + (relation === 'hb' ? 16 : 0);
  return [line({ x, y: from.y + from.height }, { x, y: to.y })];
}

function endsOf(layout, arrow) {
  const box = (id) => layout.boxes.find((each) => each.id === id);
  const to = box(arrow.to);
  const initial = arrow.from === 0 && to ? layout.initials.find(({ object }) => object === to.event.object) : undefined;
  return { arrow, from: arrow.from === 0 ? undefined : box(arrow.from), to, initial };
}

// A curve comes three quarters as far as its control points.
function reachOf({ size }, { from, to, lane }) {
  const most = Math.min(size.gutter, size.margin) * 1.2;
  return Math.min(most, size.gutter * (0.35 + 0.2 * lane) + Math.abs(to.row - from.row) * 9);
}

// [{ arrow, segments, isStraight }], in the order of the arrows. An arrow without an end in the layout is left out.
export function routesOf(layout, arrows) {
  const ports = new Ports();
  const lanes = new Map();
  const ways = arrows.map((arrow) => endsOf(layout, arrow)).filter(({ from, to, initial }) => to && (from || initial));
  for (const way of ways) addPorts(layout, way, ports);
  for (const way of ways) way.lane = nextLane(lanes, way);
  return ways.map((way) => ({
    arrow: way.arrow,
    segments: segmentsOf(layout, way, ports),
    isStraight: way.straight === true,
  }));
}

function addPorts(layout, way, ports) {
  const { arrow, from, to, initial } = way;
  if (initial) {
    way.side = to.column === layout.columns.length - 1 && to.column !== 0 ? 'right' : 'left';
    ports.add(to, way.side, arrow, initial.y);
    return;
  }
  way.straight = isStraight(arrow, from, to) && areNeighbours(layout, from, to);
  if (way.straight) return;
  way.sides = sidesOf(from, to);
  ports.add(from, way.sides[0], arrow, to.y);
  ports.add(to, way.sides[1], arrow, from.y);
}

// How many arrows before this one go the same way.
function nextLane(lanes, { from, to, initial, side }) {
  const key = initial ? `initial ${to.column} ${side}` : `${Math.min(from.id, to.id)} ${Math.max(from.id, to.id)}`;
  const lane = lanes.get(key) ?? 0;
  lanes.set(key, lane + 1);
  return lane;
}

function segmentsOf(layout, way, ports) {
  const { arrow, from, to, initial } = way;
  if (initial) return fromInitial(layout, initial, ports.at(to, way.side, arrow), way.side, way.lane);
  if (way.straight) return straight(from, to, arrow.relation);
  const start = ports.at(from, way.sides[0], arrow);
  const end = ports.at(to, way.sides[1], arrow);
  if (from.column !== to.column) return across(layout, start, end, way.lane);
  return around(layout, start, end, way);
}
