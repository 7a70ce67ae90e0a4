import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../paths.mjs';
import { readLink } from '../../playground/permalink.mjs';
import { addBelow, blocksOf } from '../../prepare/blocks.mjs';
import { addExercises } from '../../prepare/exercises.mjs';
import { explainedLinks, modelOf } from '../../prepare/explained.mjs';
import { litmusLinks, testsOf } from '../../prepare/litmus_links.mjs';

const printed = '<!-- printed by: vigil list -->\n```text\na\n```\n<!-- end -->\nb';
const drawn = '<!-- drawn by: vigil explain m/x --svg -->\n![a\nb](c.svg)\nd';

test('a printed block ends with its end', () => {
  assert.deepEqual(blocksOf(printed), [{ maker: 'printed', command: 'vigil list', last: 4 }]);
});

test('a drawn block ends with its picture', () => {
  assert.deepEqual(blocksOf(drawn), [{ maker: 'drawn', command: 'vigil explain m/x --svg', last: 2 }]);
});

test('a block in a fence is an example', () => {
  assert.deepEqual(blocksOf(`\`\`\`\`markdown\n${printed}\n\`\`\`\``), []);
});

test('what is below a block stands behind its last line', () => {
  assert.equal(addBelow(printed, () => 'X'), printed.replace('\nb', '\n\nX\n\nb'));
  assert.equal(addBelow(printed, () => ''), printed);
});

test('the memory model of a block is that of its command, and C++20 if there is none', () => {
  const file = 'litmus/corpus/message-passing/mp.litmus';
  assert.deepEqual(testsOf(`vigil litmus --memory-model tso ${file} --svg`), { files: [file], model: 'tso' });
  assert.deepEqual(testsOf(`sed -n '/^P0/,$p' ${file}`), { files: [file], model: 'cpp20' });
  assert.deepEqual(testsOf('vigil litmus litmus/corpus | tail -2').files, []);
});

test('a link to the playground carries the whole file', () => {
  const file = 'litmus/corpus/message-passing/mp.litmus';
  const [, fragment] = /\(\/playground\.html(#[^)]*)\)$/.exec(litmusLinks({ command: `vigil litmus ${file} --states` }));
  assert.deepEqual(readLink(fragment), { text: readFileSync(path.join(root, file), 'utf8'), model: 'cpp20' });
});

test('a block of several tests links to each by its name', () => {
  const files = ['mp-rel-acq', 'mp-rel-rlx'].map((name) => `litmus/corpus/message-passing/${name}.litmus`);
  const names = [...litmusLinks({ command: `vigil litmus ${files.join(' ')}` }).matchAll(/\[`([^`]*)`\]/g)];
  assert.deepEqual(names.map(([, name]) => name), ['MP+rel+acq', 'MP+rel+rlx']);
});

test('the model of a counterexample may be quoted, altered, or expected to fail', () => {
  assert.equal(modelOf('vigil explain m/x --brief'), 'm/x');
  assert.equal(modelOf("! vigil explain 'm/x~a.b=relaxed' --brief | tail -1"), 'm/x~a.b=relaxed');
  assert.equal(modelOf("vigil explain m/x | grep -o 'vigil replay.*'"), null);
  assert.equal(modelOf('vigil list'), null);
});

const known = new Map([['m/x', { litmus: 'C x\n', memoryModel: 'cpp20' }], ['m/y', { litmus: null }]]);
const block = (command) => ({ command });

test('of two blocks that show one counterexample the last one gets the links', () => {
  const blocks = [block('vigil explain m/x --brief'), block('vigil explain m/x --svg')];
  assert.equal(explainedLinks(blocks[0], blocks, known), '');
  assert.match(explainedLinks(blocks[1], blocks, known), /<Stepper name="m-x" model="m\/x" \/>\n\n\[Open in the playground\]/);
});

test('a counterexample that is no litmus test has no link to the playground', () => {
  const only = block('vigil explain m/y --svg');
  assert.equal(explainedLinks(only, [only], known), '<Stepper name="m-y" model="m/y" />');
});

test('an exercise stands before its commands, which are behind a summary', () => {
  const text = addExercises('a\n\n```sh\n./vigil course show 7 > mine.litmus\n```\n\nb');
  assert.ok(text.indexOf('<Exercise :lesson="7" />') < text.indexOf('<summary>On the command line</summary>'));
  assert.ok(text.indexOf('<summary>') < text.indexOf('./vigil course show 7'));
});
