// Random executions for the tests of the picture, the same for the same seed.

function generator(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const texts = ['store data = 1, relaxed', 'load flag = 1, acquire', 'fence, seq_cst',
               'compare-exchange of counter: 10 to 11, acq_rel, else relaxed'];

export function randomExecution(seed) {
  const random = generator(seed);
  const threads = Array.from({ length: 1 + random(5) }, (_, number) => `P${number}`);
  const objects = ['data', 'flag'].map((name) => ({ name, kind: 'atomic', initial: '0' }));
  const events = Array.from({ length: 2 + random(14) }, (_, at) => ({
    id: at + 1, thread: random(threads.length), line: at, text: texts[random(texts.length)], object: random(2),
    stale: random(4) === 0, blocked: random(9) === 0,
  }));
  const relations = ['sb', 'rf', 'mo', 'fr', 'sw', 'hb', 'S'];
  const arrows = Array.from({ length: random(24) }, () => {
    const from = random(events.length + 1);
    const to = 1 + random(events.length);
    return { relation: relations[random(relations.length)], from, to, bold: random(8) === 0 };
  }).filter(({ from, to }) => from !== to);
  return { threads, objects, events, arrows };
}
