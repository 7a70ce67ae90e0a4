import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, placeOf } from '../../paths.mjs';
import { changeLinks } from '../../prepare/links.mjs';

const from = (page) => (text) => changeLinks(text, page);
const lesson = from('docs/course/01-message-passing.md');

test('a link to a page leads to its address, with its anchor', () => {
  assert.equal(lesson('[a](../checker.md#what-a-verdict-means)'), '[a](/checker.html#what-a-verdict-means)');
});

test('a link to a README leads to the directory', () => {
  assert.equal(lesson('[a](../gallery/README.md)'), '[a](/gallery/)');
});

test('a link of the root leads to a page of docs', () => {
  assert.equal(from('README.md')('[a](docs/pool.md)'), '[a](/pool.html)');
});

test('a link to a source leads to its page, and is collected', () => {
  const linked = new Set();
  const text = changeLinks('[a](../litmus/engine/interpreter.hpp)', 'docs/litmus.md', linked);
  assert.equal(text, '[a](/source/litmus/engine/interpreter.hpp.html)');
  assert.deepEqual([...linked], ['litmus/engine/interpreter.hpp']);
});

test('a link to a directory leads to the list of its files', () => {
  assert.equal(from('docs/linking.md')('[a](../examples/consumer)'), '[a](/source/examples/consumer/)');
});

test('a link to another site, an anchor of the page and an address stay', () => {
  const text = '[a](https://example.org/x.md) [b](#here) [c](/playground.html)';
  assert.equal(lesson(text), text);
});

test('a link whose words have code and brackets is changed', () => {
  assert.equal(lesson('[the `[push]` of\n`a`](../pool.md)'), '[the `[push]` of\n`a`](/pool.html)');
});

test('a link in code stays', () => {
  assert.equal(lesson('`[a](../pool.md)`'), '`[a](../pool.md)`');
});

test('a picture keeps a relative path, also on a page that moves', () => {
  assert.equal(from('README.md')('![a\nb](docs/pictures/sleep.svg)'), '![a\nb](./pictures/sleep.svg)');
  assert.equal(lesson('![a](../pictures/course-01.svg)'), '![a](../pictures/course-01.svg)');
});

test('places have addresses, and leave out the dots of directories', () => {
  assert.equal(addressOf(placeOf('docs/reference.md')), '/api.html');
  assert.equal(placeOf('.github/workflows/ci.yml'), 'source/github/workflows/ci.yml.md');
});
