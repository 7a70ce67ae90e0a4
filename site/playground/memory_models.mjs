// The memory models of the engine, as the page names and explains them.

export const memoryModels = [
  { id: 'cpp20', name: 'C++20', explanation: 'What the C++20 standard allows.' },
  {
    id: 'rc11',
    name: 'RC11',
    explanation: 'C++11 with repaired rules for seq_cst, and without load buffering (Lahav et al., PLDI 2017).',
  },
  { id: 'tso', name: 'x86-TSO', explanation: 'What x86 processors do: a store may wait in a buffer, nothing else.' },
  { id: 'sc', name: 'SC', explanation: 'Sequential consistency: one operation after the other, every one seq_cst.' },
];

export const defaultModel = 'cpp20';

export function nameOf(model) {
  return memoryModels.find((each) => each.id === model).name;
}

export function isModel(model) {
  return memoryModels.some((each) => each.id === model);
}
