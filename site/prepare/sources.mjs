// Pages that show a file of the tree, highlighted, or list the files of a directory.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { addressOf, isDirectory, placeOf, root } from '../paths.mjs';

const languages = {
  hpp: 'cpp', cpp: 'cpp', h: 'cpp', c: 'c', litmus: 'c', mjs: 'js', js: 'js', py: 'python', sh: 'sh', md: 'markdown',
  yml: 'yaml', cmake: 'cmake', json: 'json', rs: 'rust', go: 'go',
};

function languageOf(file, text) {
  if (path.basename(file) === 'CMakeLists.txt') return 'cmake';
  return languages[path.extname(file).slice(1)] ?? (text.startsWith('#!') ? 'sh' : 'text');
}

// A fence that is longer than each one inside.
function fenced(text, language) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([mark]) => mark.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${text.replace(/\n$/, '')}\n${mark}\n`;
}

// Headings of pages describe them better in a search than a source does.
const head = (title) => `---\ntitle: ${JSON.stringify(title)}\nsearch: false\noutline: false\n---\n# \`${title}\`\n\n`;

function parentLine(file) {
  const parent = path.posix.dirname(file);
  return parent === '.' ? '' : `A file of \`${parent}/\`.\n\n`;
}

export function sourcePage(file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  return `${head(file)}${parentLine(file)}${fenced(text, languageOf(file, text))}`;
}

export function directoryPage(directory) {
  const rows = childrenOf(directory).map((child) => {
    const name = path.posix.basename(child);
    return `- [\`${name}${isDirectory(child) ? '/' : ''}\`](${addressOf(placeOf(child))})`;
  });
  return `${head(directory)}${rows.join('\n')}\n`;
}

export function childrenOf(directory) {
  return readdirSync(path.join(root, directory)).sort().map((name) => `${directory}/${name}`);
}

// Everything that needs a page: what is linked, and what is below a directory that is linked.
export function withChildren(files) {
  return files.flatMap((file) => [file, ...(isDirectory(file) ? withChildren(childrenOf(file)) : [])]);
}
