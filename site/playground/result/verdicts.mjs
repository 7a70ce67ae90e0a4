// What a verdict means, in sentences.

import { nameOf } from '../memory_models.mjs';

export const verdicts = {
  allowed: { icon: '✓', name: 'Allowed' },
  forbidden: { icon: '✕', name: 'Forbidden' },
  'not-explored': { icon: '◌', name: 'Not explored' },
  undefined: { icon: '⚠', name: 'Undefined' },
  unknown: { icon: '?', name: 'Unknown' },
};

export function number(value) {
  return value.toLocaleString('en-US');
}

export function executions(count) {
  return count === 1 ? '1 execution' : `${number(count)} executions`;
}

const meanings = {
  allowed: () => 'some execution ends as the condition says.',
  forbidden: () => 'no execution ends as the condition says. The search has explored them all.',
  'not-explored': () => 'no execution that the search explores ends as the condition says. The memory model permits ' +
                        'load buffering, which the search does not explore, and which may lead there.',
  undefined: () => 'some execution has undefined behaviour, so C++ promises nothing for this program.',
  unknown: ({ answer, mostExecutions }) =>
    mostExecutions !== 0 && answer.executions >= mostExecutions
      ? `the search stopped at its limit of ${executions(mostExecutions)}, and none of them ends as the condition says.`
      : 'the search stopped at a limit, and no execution until then ends as the condition says.',
};

// How many executions have an end, or a reason for none.
export function countOf({ witnesses, others, stuck, undefined: broken }) {
  return witnesses + others + stuck + broken;
}

export function verdictInWords(answered) {
  const { answer, model } = answered;
  if (answer.condition === null && answer.verdict === 'allowed')
    return `No question under ${nameOf(model)}: the test asks nothing. The table has all outcomes.`;
  return `${verdicts[answer.verdict].name} under ${nameOf(model)}: ${meanings[answer.verdict](answered)}`;
}

const assertions = { 'not-exists': 'no execution ends so', forall: 'every execution ends so' };

// Of a test that asserts something; of one that only asks, nothing.
export function assertionInWords({ quantifier, holds }) {
  const assertion = assertions[quantifier];
  if (!assertion) return null;
  const asserted = `The test asserts that ${assertion}.`;
  if (holds === null) return `${asserted} The search cannot say whether this holds.`;
  return `${asserted} This ${holds ? 'holds' : 'does not hold'}.`;
}

export function limitInWords({ answer, mostExecutions }) {
  const parts = [];
  if (!answer.complete && mostExecutions !== 0)
    parts.push(`The search stopped at its limit of ${executions(mostExecutions)}: there are more than are shown here.`);
  else if (!answer.complete && answer.bounded === 0)
    parts.push('The search stopped at a limit: there are more executions than are shown here.');
  if (answer.bounded > 0)
    parts.push(`${executions(answer.bounded)} came to the limit of operations, as a loop without end does.`);
  return parts.join(' ') || null;
}
