import assert from 'node:assert/strict';
import test from 'node:test';
import { inWords, litmusError } from '../engine/litmus_error.mjs';
import { axiomName, reasonInWords } from '../result/axioms.mjs';
import { outcomeInWords, outcomeRows } from '../result/outcomes.mjs';
import { assertionInWords, limitInWords, verdictInWords } from '../result/verdicts.mjs';

const answer = { verdict: 'allowed', executions: 3, bounded: 0, complete: true };

test('an error has its place', () => {
  assert.deepEqual(litmusError("3:14: expected ';' instead of '}'"),
                   { line: 3, column: 14, message: "expected ';' instead of '}'" });
  assert.deepEqual(litmusError('line 3, column 7: what is wrong'), { line: 3, column: 7, message: 'what is wrong' });
  assert.deepEqual(litmusError('too many threads'), { message: 'too many threads' });
  assert.equal(inWords(litmusError('3:14: what')), 'Line 3, column 14: what');
  assert.equal(inWords(litmusError('too many threads')), 'too many threads');
});

test('a verdict is a sentence that names the memory model', () => {
  assert.equal(verdictInWords({ answer, model: 'tso', mostExecutions: 0 }),
               'Allowed under x86-TSO: some execution ends as the condition says.');
  for (const verdict of ['forbidden', 'not-explored', 'undefined', 'unknown'])
    assert.match(verdictInWords({ answer: { ...answer, verdict }, model: 'sc', mostExecutions: 0 }),
                 /^[A-Z].* under SC: .*\.$/);
});

test('a search that came to its limit says so, and one that did not is silent', () => {
  const bounded = { ...answer, complete: false, verdict: 'unknown', executions: 1000 };
  assert.match(verdictInWords({ answer: bounded, model: 'sc', mostExecutions: 1000 }),
               /stopped at its limit of 1,000 executions/);
  assert.match(limitInWords({ answer: bounded, mostExecutions: 1000 }), /limit of 1,000 executions: there are more/);
  const withLoop = { ...answer, bounded: 2 };
  assert.match(limitInWords({ answer: withLoop, mostExecutions: 0 }), /^2 executions came to the limit/);
  assert.equal(limitInWords({ answer, mostExecutions: 1000 }), null);
});

test('an assertion holds, does not hold, or is not known', () => {
  assert.equal(assertionInWords({ quantifier: 'exists', holds: true }), null);
  assert.match(assertionInWords({ quantifier: 'forall', holds: false }), /does not hold/);
  assert.match(assertionInWords({ quantifier: 'not-exists', holds: true }), /This holds/);
  assert.match(assertionInWords({ quantifier: 'not-exists', holds: null }), /cannot say/);
});

test('outcomes that satisfy the condition come first, those without an end last', () => {
  const rows = outcomeRows({
    states: [
      { values: [0], executions: 1, satisfies: false, numbers: [1] },
      { values: [1], executions: 2, satisfies: true, numbers: [2, 3] },
    ],
    stuck: 1, stuck_numbers: [4], undefined: 1, undefined_numbers: [5],
  });
  assert.deepEqual(rows.map((row) => row.numbers), [[2, 3], [1], [4], [5]]);
  assert.equal(outcomeInWords(rows[0], ['1:r0']), '1:r0=1');
  assert.equal(outcomeInWords(rows[2], ['1:r0']), 'a thread waits for ever');
});

test('a reason names the order of the memory model', () => {
  assert.equal(reasonInWords({ axiom: 'order', candidates: 1 }, 'cpp20'), '1 breaks the order S of seq_cst operations.');
  assert.equal(reasonInWords({ axiom: 'coherence', candidates: 1200 }, 'tso'), '1,200 break coherence.');
  const names = ['cpp20', 'rc11', 'tso', 'sc'].map((model) => axiomName('order', model));
  assert.equal(new Set(names).size, 4);
});
