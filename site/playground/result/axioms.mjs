// What a candidate does that the memory model, or the search, does not have.

const names = {
  atomicity: 'atomicity',
  coherence: 'coherence',
  'thin-air': 'the ban on load buffering',
};

// What each memory model has one order of.
const orders = {
  cpp20: 'the order S of seq_cst operations',
  rc11: 'the order of seq_cst operations',
  tso: 'the one order in which x86 lets operations take effect',
  sc: 'the one order of all operations',
};

export function axiomName(axiom, model) {
  return (axiom === 'order' ? orders[model] : names[axiom]) ?? axiom;
}

// "1 breaks coherence", "2 need load buffering, ...".
export function reasonInWords({ axiom, candidates }, model) {
  const count = candidates.toLocaleString('en-US');
  const verb = (one, many) => (candidates === 1 ? one : many);
  if (axiom === 'load-buffering')
    return `${count} ${verb('needs', 'need')} load buffering, which C++20 permits and the search does not explore.`;
  return `${count} ${verb('breaks', 'break')} ${axiomName(axiom, model)}.`;
}
