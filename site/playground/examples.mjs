// The examples of the menu: litmus tests of the corpus, read when the site is built, and two large ones.

import { largeExamples } from './large_examples.mjs';

const files = import.meta.glob(
  [
    '../../litmus/corpus/message-passing/{mp,mp-rel-acq,mp-rel-rlx,mp-relfence-acqfence,mp-plain-rlxs}.litmus',
    '../../litmus/corpus/store-buffering/{sb,sb-scs,sb-scfences}.litmus',
    '../../litmus/corpus/load-buffering/{lb,lb-rel-acq}.litmus',
    '../../litmus/corpus/coherence/{corr,coww}.litmus',
    '../../litmus/corpus/release-sequences/{relseq-rmw,relseq-own-store}.litmus',
    '../../litmus/corpus/seq-cst/{iriw-acqs,iriw-scs}.litmus',
    '../../litmus/corpus/read-modify-writes/{rmw-load-and-store,rmw-two-adds}.litmus',
    '../../litmus/corpus/locks/{spinlock-xchg,spinlock-xchg-rlx-unlock}.litmus',
    '../../litmus/corpus/waiting-loops/{deadlock,losttoken}.litmus',
    '../../litmus/corpus/work-stealing/{chaselev-scfences,chaselev-no-fence-in-take}.litmus',
    '../../litmus/corpus/undefined-orders/undefined-store-acq.litmus',
  ],
  { query: '?raw', import: 'default', eager: true },
);

// The order of the groups in the menu is that of the course.
const groups = [
  ['message-passing', 'Message passing'],
  ['store-buffering', 'Store buffering'],
  ['coherence', 'Coherence'],
  ['release-sequences', 'Release sequences'],
  ['seq-cst', 'Sequential consistency'],
  ['read-modify-writes', 'Read-modify-writes'],
  ['locks', 'Locks'],
  ['waiting-loops', 'Waiting loops'],
  ['work-stealing', 'Work stealing'],
  ['load-buffering', 'Load buffering'],
  ['undefined-orders', 'Undefined orders'],
];

function nameIn(text) {
  return /^C (.*)$/m.exec(text)[1].trim();
}

function examplesIn(folder) {
  return Object.entries(files)
    .filter(([path]) => path.includes(`/${folder}/`))
    .map(([, text]) => ({ name: nameIn(text), text }));
}

// [{ name, examples: [{ name, text }] }]
export const exampleGroups = [
  ...groups.map(([folder, name]) => ({ name, examples: examplesIn(folder) })),
  { name: 'Many executions', examples: largeExamples },
];

export const firstExample = exampleGroups[0].examples.find((each) => each.name === 'MP');

export function exampleNamed(name) {
  return exampleGroups.flatMap((group) => group.examples).find((each) => each.name === name);
}
