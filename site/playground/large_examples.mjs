// Programs with many executions: threads that add to one counter, in every order of their additions.

function thread(number, additions) {
  const line = '  atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);\n';
  return `P${number}(atomic_int* counter) {\n${line.repeat(additions)}}\n`;
}

function adders(name, sentence, additions) {
  const threads = additions.map((each, number) => thread(number, each)).join('');
  const sum = additions.reduce((one, other) => one + other);
  return { name, text: `C ${name}\n"${sentence}"\n{}\n${threads}~exists (~counter=${sum})\n` };
}

// 11!/(4! 4! 3!) and 18!/(6! 6! 6!) executions.
export const largeExamples = [
  adders('Adders-11', 'No addition is lost in any of 11,550 orders.', [4, 4, 3]),
  adders('Adders-18', 'A search of 17 million executions, which takes a while: try Cancel.', [6, 6, 6]),
];
