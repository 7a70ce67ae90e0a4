// The rows of the table of outcomes: final values, and executions without any.

function stateRow(state) {
  return {
    key: state.values.join(' '),
    kind: 'state',
    values: state.values,
    count: state.executions,
    numbers: state.numbers,
    satisfies: state.satisfies,
  };
}

function rowOf(kind, words, count, numbers) {
  return { key: kind, kind, words, count, numbers, satisfies: false };
}

// Those that satisfy the condition first, then the others, each in the order of their values.
export function outcomeRows(answer) {
  const states = answer.states.map(stateRow);
  const rows = [...states.filter((row) => row.satisfies), ...states.filter((row) => !row.satisfies)];
  if (answer.stuck > 0) rows.push(rowOf('stuck', 'a thread waits for ever', answer.stuck, answer.stuck_numbers));
  if (answer.undefined > 0)
    rows.push(rowOf('undefined', 'undefined behaviour', answer.undefined, answer.undefined_numbers));
  return rows;
}

export function outcomeInWords(row, shown) {
  if (row.kind !== 'state') return row.words;
  return shown.map((name, at) => `${name}=${row.values[at]}`).join(' ') || 'every end';
}
