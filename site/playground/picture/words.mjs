// An execution in words, for those who cannot see the picture.

import { verbOf } from './relations.mjs';

function stepIn(execution, id) {
  return execution.events.findIndex((event) => event.id === id) + 1;
}

function endIn(execution, { from, to }) {
  if (from !== 0) return `step ${stepIn(execution, from)}`;
  const event = execution.events.find(({ id }) => id === to);
  return event?.object === null || event === undefined ? 'the initial state'
                                                       : `the initial value of ${execution.objects[event.object].name}`;
}

export function eventInWords(execution, event) {
  const notes = [event.stale && 'an old value', event.blocked && 'the thread waits'].filter(Boolean);
  const where = event.line ? `, line ${event.line}` : '';
  const note = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return `${execution.threads[event.thread]}${where}: ${event.text}${note}`;
}

export function arrowInWords(execution, arrow) {
  const subject = endIn(execution, arrow);
  return `${subject[0].toUpperCase()}${subject.slice(1)} ${verbOf(arrow.relation)} step ${stepIn(execution, arrow.to)}`;
}
