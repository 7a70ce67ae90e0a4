// The order of pages, as the tables and lists of the index pages have it.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';

const link = /\[([^[\]]+)\]\(([^()\s#]+\.md)(?:#[^()\s]*)?\)/g;

const textOf = (page) => readFileSync(path.join(root, page), 'utf8');

// The text below a heading, up to the next heading that is not deeper.
export function section(text, heading) {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (begin < 0) throw new Error(`no heading "${heading}"`);
  const depth = lines[begin].indexOf(' ');
  const length = lines.slice(begin + 1).findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= depth);
  return lines.slice(begin + 1, length < 0 ? undefined : begin + 1 + length).join('\n');
}

// The pages that a part of an index page links to: [{words, page}], each page once, with paths from the root of the tree.
export function linksOf(index, heading) {
  const text = heading === undefined ? textOf(index) : section(textOf(index), heading);
  const found = new Map();
  for (const [, words, target] of text.matchAll(link)) {
    const page = path.posix.join(path.posix.dirname(index), target);
    if (!found.has(page)) found.set(page, words.replace(/\s+/g, ' ').replace(/`/g, ''));
  }
  return [...found].map(([page, words]) => ({ words, page }));
}

export function titleOf(page) {
  return /^# (.*)$/m.exec(textOf(page))[1].replace(/`/g, '');
}
