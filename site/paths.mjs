// Where things are: the tree, what is generated, and where a file of the tree is on the site.

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const built = path.join(root, 'build');
export const source = path.join(built, 'site-source');
export const output = path.join(built, 'site');
export const cache = path.join(built, 'site-cache');

// Pages whose place on the site differs from their place in docs/. A page api.md leaves /reference/ to doxygen.
const moved = new Map([
  ['README.md', 'about.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['CHANGELOG.md', 'changelog.md'],
  ['docs/README.md', 'pages.md'],
  ['docs/reference.md', 'api.md'],
  ['litmus/corpus/README.md', 'corpus.md'],
  ['site/pages/index.md', 'index.md'],
  ['site/pages/playground.md', 'playground.md'],
]);

export function isPage(file) {
  return file.endsWith('.md') && (moved.has(file) || file.startsWith('docs/'));
}

// The markdown file below build/site-source/ that shows a file or a directory of the tree.
export function placeOf(file) {
  if (moved.has(file)) return moved.get(file);
  if (isPage(file)) return file.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
  // VitePress leaves out directories whose names begin with a dot.
  const visible = file.split('/').map((part) => part.replace(/^\./, '')).join('/');
  return isDirectory(file) ? `source/${visible}/index.md` : `source/${visible}.md`;
}

export function isDirectory(file) {
  const full = path.join(root, file);
  return existsSync(full) && statSync(full).isDirectory();
}

// The address of a place, without the base.
export function addressOf(place) {
  return `/${place.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`;
}
