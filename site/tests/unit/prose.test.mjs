import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeComments } from '../../prepare/comments.mjs';
import { changeProse } from '../../prepare/prose.mjs';

const shout = (text) => changeProse(text, (prose) => prose.toUpperCase());

test('prose changes, and a fence stays', () => {
  assert.equal(shout('a\n```cpp\nb\n```\nc'), 'A\n```cpp\nb\n```\nC');
});

test('a fence ends only with a mark that is as long', () => {
  assert.equal(shout('````\na\n```\nb\n````\nc'), '````\na\n```\nb\n````\nC');
});

test('two fences without prose between stay', () => {
  assert.equal(shout('```\na\n```\n```\nb\n```'), '```\na\n```\n```\nb\n```');
});

test('inline code stays, also over a line and with two backticks', () => {
  assert.equal(shout('a `b\nc` d ``e ` f`` g'), 'A `b\nc` D ``e ` f`` G');
});

test('comments go, with their line if they have one', () => {
  assert.equal(removeComments('a\n<!-- b -->\nc<!--= d --> e'), 'a\nc e');
});

test('a comment in a fence stays', () => {
  assert.equal(removeComments('```markdown\n<!-- a -->\n```'), '```markdown\n<!-- a -->\n```');
});
