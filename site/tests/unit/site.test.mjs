import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createMarkdownRenderer } from 'vitepress';
import { referencePage, stepperPage } from '../../added_pages.mjs';
import { slugify, tables } from '../../markdown/github.mjs';
import { searchable } from '../../markdown/search.mjs';
import { sidebars } from '../../navigation/sidebars.mjs';
import { section } from '../../navigation/tables.mjs';
import { isKept } from '../../offline/write.mjs';
import { addressOf, built, placeOf, root } from '../../paths.mjs';
import { pagesOfTree } from '../../prepare/pages.mjs';
import { pictureInDark } from '../../prepare/plots.mjs';
import { fileFor } from '../../server.mjs';

test('every page of the tree is in a sidebar', () => {
  const links = Object.values(sidebars()).flat().flatMap(({ items }) => items).map(({ link }) => link);
  const outside = ['site/pages/index.md', 'site/pages/playground.md'];
  const pages = pagesOfTree().filter((page) => !outside.includes(page)).map((page) => addressOf(placeOf(page)));
  assert.deepEqual(pages.filter((page) => !links.includes(page)), []);
});

test('an entry of a sidebar has no marks of markdown', () => {
  const texts = Object.values(sidebars()).flat().flatMap(({ items }) => items).map(({ text }) => text);
  assert.deepEqual(texts.filter((text) => /[`*]/.test(text)), []);
});

test('a section ends before the next heading that is not deeper', () => {
  assert.equal(section('# A\n## B\nx\n### C\ny\n## D\nz', 'B'), 'x\n### C\ny');
});

test('an anchor is as GitHub makes it', () => {
  assert.equal(slugify('What `a_b` is, and isn’t: C++20 (x86-TSO)'), 'what-a_b-is-and-isnt-c20-x86-tso'.replace('`', ''));
});

test('a cell of a sentence is wide enough, and a name in a table may be broken at its slashes', async () => {
  const md = await createMarkdownRenderer(root, { config: tables });
  const html = md.render('`a/b`\n\n| c | d |\n|---|---|\n| `e/f_g` | a sentence of more than thirty characters |');
  assert.match(html, /<code>a\/b<\/code>/);
  assert.match(html, /<td><code>e\/<wbr>f_<wbr>g<\/code><\/td>/);
  assert.match(html, /<td class="long">a sentence/);
});

test('the search leaves out what is printed, and sources', () => {
  assert.equal(searchable('<p>a</p><pre>b</pre><p>c</p>', {}), '<p>a</p><p>c</p>');
  assert.equal(searchable('<p>a</p>', { search: false }), '');
});

test('a plot gets colours for the dark, and a picture that has them stays', () => {
  assert.match(pictureInDark('<svg width="1">\n<text/></svg>'), /^<svg width="1">\n<style>\n@media \(prefers-color-scheme: dark\)/);
  const picture = '<svg><style>@media (prefers-color-scheme: dark) {}</style></svg>';
  assert.equal(pictureInDark(picture), picture);
});

test('a page to step through has the colours that are chosen, and leads back', () => {
  const html = '<style>@media (prefers-color-scheme: dark) {\n  :root {\n --a: #000;\n }\n}</style><body>\n';
  const page = stepperPage(html, [{ address: '/gallery/S-13.html', title: 'S-13: a < b' }]);
  assert.match(page, /:root\[data-scheme=dark\] \{\s*--a: #000;\s*\}/);
  assert.match(page, /<a href="\/gallery\/S-13\.html">S-13: a &lt; b<\/a>/);
  assert.throws(() => stepperPage('<body>', []), /no colours for the dark/);
});

test('a page of the reference leads back, and has no link to a list that doxygen leaves out', () => {
  const html = '<head></head><body><a href="#nested-classes">Classes</a> &#124; x';
  const page = referencePage(html, '/vigil/');
  assert.match(page, /<a href="\/vigil\/"/);
  assert.doesNotMatch(page, /nested-classes/);
  assert.match(referencePage(`${html}<a name="nested-classes">`, '/'), /#nested-classes/);
});

test('the course and the playground are kept for use offline, and other pages are not', () => {
  assert.ok(['course/01-message-passing.html', 'playground.html', 'engine/vigil.wasm'].every(isKept));
  assert.ok(!['gallery/S-13.html', 'assets/chunks/@localSearchIndexroot.a.js', 'sw.js'].some(isKept));
});

test('the server gives files below the base path and no others', () => {
  const directory = path.join(built, 'site');
  assert.equal(fileFor(directory, '/vigil/', '/vigil/playground.html?a#b'), path.join(directory, 'playground.html'));
  assert.equal(fileFor(directory, '/vigil/', '/vigil/'), path.join(directory, 'index.html'));
  assert.equal(fileFor(directory, '/vigil/', '/playground.html'), null);
  assert.equal(fileFor(directory, '/', '/..%2f..%2fvigil'), null);
  assert.equal(fileFor(directory, '/', '/%'), null);
});

test('every package is pinned to one version', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url)));
  const versions = Object.values({ ...dependencies, ...devDependencies });
  assert.deepEqual(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)), []);
});
