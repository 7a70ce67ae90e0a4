// What a candidate does that the memory model, or the search, does not have.

const names = {
  atomicity: 'atomicity',
  coherence: 'coherence',
  order: 'the one order of the memory model',
  'thin-air': 'the ban on load buffering',
};

export function axiomName(axiom) {
  return names[axiom] ?? axiom;
}

// "1 breaks coherence", "2 need load buffering, ...".
export function reasonInWords({ axiom, candidates }) {
  const count = candidates.toLocaleString('en-US');
  const verb = (one, many) => (candidates === 1 ? one : many);
  if (axiom === 'load-buffering')
    return `${count} ${verb('needs', 'need')} load buffering, which C++20 permits and the search does not explore.`;
  return `${count} ${verb('breaks', 'break')} ${axiomName(axiom)}.`;
}
