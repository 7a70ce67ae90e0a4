import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { isLink, linkTo, readLink } from '../permalink.mjs';

const text = 'C MP\n"ünïcode → ∀"\n{}\nP0(atomic_int* x) {\n}\nexists (x=1 /\\ x=2)\n';

test('a link gives back its text and its model', () => {
  for (const model of ['cpp20', 'rc11', 'tso', 'sc']) assert.deepEqual(readLink(linkTo(text, model)), { text, model });
});

test('a link of the empty text gives back the empty text', () => {
  assert.deepEqual(readLink(linkTo('', 'sc')), { text: '', model: 'sc' });
});

test('a link has only characters that stand unescaped in a fragment', () => {
  assert.match(linkTo(text.repeat(7), 'tso'), /^#v1=[A-Za-z0-9_-]+$/);
});

test('a link to an unknown model is not made', () => {
  assert.throws(() => linkTo(text, 'power'), /no memory model is named "power"/);
});

test('a link that lost characters is refused, wherever it ends', () => {
  const link = linkTo(text, 'cpp20');
  for (let length = 4; length < link.length - 1; ++length)
    assert.throws(() => readLink(link.slice(0, length)), /^Error: This link is damaged: /, `the first ${length}`);
});

test('a link with one changed character never gives another text', () => {
  const link = linkTo(text, 'cpp20');
  for (let at = 4; at < link.length - 1; ++at) {
    const other = link[at] === 'A' ? 'B' : 'A';
    const changed = link.slice(0, at) + other + link.slice(at + 1);
    try {
      assert.deepEqual(readLink(changed), { text, model: 'cpp20' }, `character ${at}`);
    } catch (error) {
      assert.match(error.message, /^This link is damaged: /, `character ${at}`);
    }
  }
});

test('a link of another version, or with other characters, says what is wrong', () => {
  assert.throws(() => readLink('#v2=abcd'), /a version that this page does not know/);
  assert.throws(() => readLink('#v1=%20'), /characters that no link has/);
  assert.throws(() => readLink(`#v1=${'A'.repeat(70_000)}`), /too long/);
});

// zlib ends what it deflates with the sum that a link begins with.
function linkWith(content) {
  const sum = deflateSync(content).subarray(-4);
  return `#v1=${deflateRawSync(Buffer.concat([sum, Buffer.from(content)])).toString('base64url')}`;
}

test('a link that another program made is read', () => {
  assert.deepEqual(readLink(linkWith(`rc11\n${text}`)), { text, model: 'rc11' });
});

test('a link that names no memory model is refused', () => {
  assert.throws(() => readLink(linkWith(`power\n${text}`)), /it names no memory model/);
  assert.throws(() => readLink(linkWith('cpp20')), /it names no memory model/);
});

test('a fragment that is a heading is no link', () => {
  assert.equal(isLink('#what-is-read'), false);
  assert.equal(isLink(''), false);
  assert.equal(isLink(linkTo(text, 'sc')), true);
  assert.equal(isLink('#v2=abc'), true);
});
