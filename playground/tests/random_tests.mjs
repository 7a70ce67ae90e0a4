// Random litmus tests: two to four threads over two atomics and a plain variable, with every kind of instruction.

// Mulberry32: the same numbers from the same seed everywhere.
function numbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const loads = ['relaxed', 'acquire', 'seq_cst'];
const stores = ['relaxed', 'release', 'seq_cst'];
const all = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'];

export function randomTest(seed) {
  const random = numbers(seed);
  const of = (list) => list[random(list.length)];
  // One in twenty orders may be undefined for its operation.
  const order = (list) => `memory_order_${of(random(20) === 0 ? all : list)}`;

  function line(register) {
    const object = of(['x', 'y']);
    const value = of(['1', '2', register > 0 ? `r${random(register)} + 1` : '3']);
    const declared = `int r${register} =`;
    switch (random(14)) {
      case 0:
      case 1:
      case 2:
        return `${declared} atomic_load_explicit(${object}, ${order(loads)});`;
      case 3:
      case 4:
      case 5:
        return `int r${register} = 0; atomic_store_explicit(${object}, ${value}, ${order(stores)});`;
      case 6:
        return `${declared} atomic_exchange_explicit(${object}, ${value}, ${order(all)});`;
      case 7:
        return `${declared} atomic_fetch_${of(['add', 'sub', 'or', 'and', 'xor'])}_explicit(${object}, 1, ${order(all)});`;
      case 8: {
        const form = of(['strong', 'weak']);
        return `int e${register} = ${random(2)}; ${declared} atomic_compare_exchange_${form}_explicit(${object}, ` +
          `&e${register}, ${value}, ${order(all)}, ${order(loads)});`;
      }
      case 9:
        return `int r${register} = 0; atomic_thread_fence(${order(all)});`;
      case 10:
        return `${declared} *z;`;
      case 11:
        return `int r${register} = 0; *z = ${value};`;
      case 12:
        return `int r${register} = 0; if (atomic_load_explicit(${object}, ${order(loads)}) == 1) { r${register} = 1; ` +
          `atomic_store_explicit(${of(['x', 'y'])}, 2, ${order(stores)}); }`;
      default:
        return `int r${register} = 0; while (r${register} == 0) { r${register} = ` +
          `atomic_load_explicit(${object}, ${order(loads)}); }`;
    }
  }

  const threads = 2 + random(2) + (random(6) === 0 ? 1 : 0);
  let text = `C random-${seed}\n{ x = ${random(2)}; }\n`;
  for (let thread = 0; thread !== threads; ++thread) {
    text += `P${thread}(atomic_int* x, atomic_int* y, int* z) {\n`;
    const lines = 1 + random(6 - threads);
    for (let at = 0; at !== lines; ++at) text += `  ${line(at)}\n`;
    text += '}\n';
  }
  return `${text}${of(['exists', '~exists', 'forall'])} (0:r0=${random(3)} \\/ ~(1:r0=${random(3)} /\\ x=${random(3)}))\n`;
}
