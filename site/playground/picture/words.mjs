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
  const where = event.line ? `, line ${event.line}` : '';
  return `${execution.threads[event.thread]}${where}: ${event.text}${event.stale ? ' (an old value)' : ''}`;
}

export function arrowInWords(execution, arrow) {
  const subject = endIn(execution, arrow);
  return `${subject[0].toUpperCase()}${subject.slice(1)} ${verbOf(arrow.relation)} step ${stepIn(execution, arrow.to)}`;
}
