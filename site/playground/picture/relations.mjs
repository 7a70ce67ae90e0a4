// The relations between events that a picture draws, in the words of the standard and of the literature.

// `verb` stands between two events: "2 is read by 3".
export const relations = [
  {
    id: 'rf',
    name: 'reads from',
    verb: 'is read by',
    shown: true,
    explanation: 'The load at the head of the arrow reads the value that the store at its tail wrote.',
  },
  {
    id: 'mo',
    name: 'modification order',
    verb: 'is overwritten by',
    shown: true,
    explanation: 'The values of one object have one order, the same for all threads. The arrow leads to the next one.',
  },
  {
    id: 'fr',
    name: 'from-read',
    verb: 'reads a value older than that of',
    shown: true,
    explanation: 'The load read a value that this store overwrites.',
  },
  {
    id: 'sw',
    name: 'synchronises with',
    verb: 'synchronises with',
    shown: true,
    explanation: 'A release that an acquire has read from: all before it happens before all after the acquire.',
  },
  {
    id: 'sb',
    name: 'sequenced before',
    verb: 'is sequenced before',
    shown: false,
    explanation: 'The next operation of the same thread.',
  },
  {
    id: 'hb',
    name: 'happens before',
    verb: 'happens before',
    shown: false,
    explanation: 'Sequenced before and synchronises with, in a row. Arrows that follow from others are left out.',
  },
  {
    id: 'S',
    name: 'order S',
    verb: 'precedes in S',
    shown: false,
    explanation: 'The one order of all seq_cst operations, the same for all threads. The arrow leads to the next one.',
  },
];

export function verbOf(relation) {
  return relations.find((each) => each.id === relation)?.verb ?? relation;
}

// For an arrow of a relation that the page has no style for.
export function styleOf(relation) {
  return relations.some((each) => each.id === relation) ? `relation-${relation}` : 'relation-other';
}
