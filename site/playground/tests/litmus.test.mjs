import assert from 'node:assert/strict';
import test from 'node:test';
import { getIndentation, indentUnit } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { language, litmus } from '../editor/litmus.mjs';

const names = tagHighlighter([
  { tag: tags.keyword, class: 'keyword' },
  { tag: tags.typeName, class: 'type' },
  { tag: tags.atom, class: 'atom' },
  { tag: tags.function(tags.variableName), class: 'function' },
  { tag: tags.comment, class: 'comment' },
  { tag: tags.string, class: 'string' },
  { tag: tags.number, class: 'number' },
  { tag: tags.propertyName, class: 'property' },
]);

// The words of a text that have a colour: "style:word", in their order.
function coloured(text) {
  const found = [];
  highlightTree(language.parser.parse(text), names, (from, to, style) => found.push(`${style}:${text.slice(from, to)}`));
  return found;
}

const within = (code) => coloured(`C a\n{}\nP0(int* x) {\n${code}\n}`).slice(2);

test('the header has its own words, and none of them is C', () => {
  assert.deepEqual(coloured('C if-while+int\n"int if"\ncpp20=allowed\n{}'),
                   ['keyword:C', 'string:"int if"', 'property:cpp20', 'atom:=allowed']);
});

test('a description may go over lines', () => {
  assert.deepEqual(coloured('C a\n"one\nint"\n{ int x = 1; }').slice(1),
                   ['string:"one', 'string:int"', 'type:int', 'number:1']);
});

test('each statement has the same colours, wherever it stands', () => {
  const store = 'atomic_store_explicit(x, 1, memory_order_relaxed);';
  const colours = ['function:atomic_store_explicit', 'number:1', 'atom:memory_order_relaxed'];
  assert.deepEqual(within(`${store}\n${store}`), [...colours, ...colours]);
  assert.deepEqual(within('while (mtx_lock(x)) { unlock(x); }'), ['keyword:while', 'function:mtx_lock', 'function:unlock']);
});

test('a pointer in parentheses is no comment', () => {
  assert.deepEqual(within('int r = (*x); // (*\n*x = 2;'), ['type:int', 'comment:// (*', 'number:2']);
});

test('comments of herd nest, before, between and behind threads', () => {
  const comment = '(* int (* int *) int *)';
  for (const text of [`C a\n${comment}\n{}`, `C a\n{ ${comment} }`, `C a\n{}\nP0(int* x) {}\n${comment}\nexists (x=1)`])
    assert.equal(coloured(text).filter((each) => each.includes('int *)'))[0], `comment:${comment}`);
});

test('a comment that is not ended goes to the end, and an odd brace breaks nothing', () => {
  assert.deepEqual(within('/* int\nint').filter((each) => each.startsWith('type')), []);
  assert.deepEqual(coloured('}}\nint'), ['type:int']);
});

test('a new line is indented by the braces around it', () => {
  const state = EditorState.create({ doc: 'C a\n{}\nP0() {\nif (1) {\nx\n}\n}', extensions: [litmus(), indentUnit.of('  ')] });
  const lines = [1, 3, 4, 5, 6, 7].map((line) => getIndentation(state, state.doc.line(line).from));
  assert.deepEqual(lines, [0, 0, 2, 4, 2, 0]);
});
