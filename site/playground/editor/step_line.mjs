// The line of the program whose step the picture shows, marked in the editor.

import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';

const setLine = StateEffect.define();
const mark = Decoration.line({ class: 'cm-step-line' });

function marks(state, line) {
  if (line === null || line < 1 || line > state.doc.lines) return Decoration.none;
  return Decoration.set(mark.range(state.doc.line(line).from));
}

// An edit moves lines, so it takes the mark away until the program ran again.
export const stepLine = StateField.define({
  create: () => Decoration.none,
  update(now, transaction) {
    for (const effect of transaction.effects) if (effect.is(setLine)) return marks(transaction.state, effect.value);
    return transaction.docChanged ? Decoration.none : now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Scrolls the editor alone: the reader looks at the picture, so the page must stay where it is.
function bringIntoSight(view, line) {
  const { scrollDOM } = view;
  const block = view.lineBlockAt(view.state.doc.line(line).from);
  const isVisible = block.top >= scrollDOM.scrollTop && block.bottom <= scrollDOM.scrollTop + scrollDOM.clientHeight;
  if (!isVisible) scrollDOM.scrollTop = block.top - scrollDOM.clientHeight / 2;
}

export function showStepLine(view, line) {
  view.dispatch({ effects: setLine.of(line) });
  if (line !== null && line >= 1 && line <= view.state.doc.lines) bringIntoSight(view, line);
}
