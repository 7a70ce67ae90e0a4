// No link of a built page is dead, and no anchor.

import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { output } from '../../paths.mjs';
import { isLink, readLink } from '../../playground/permalink.mjs';
import { builtPages, htmlOf, isOfReference, isStepper } from '../support/built.mjs';
import { anchorsOf, linksOf } from '../support/links.mjs';

const anchors = new Map();
function hasAnchor(file, anchor) {
  if (!anchors.has(file)) anchors.set(file, anchorsOf(htmlOf(file)));
  return anchor === '' || anchor === 'top' || anchors.get(file).has(anchor);
}

function fileOf(name) {
  const full = path.join(output, name);
  if (!existsSync(full)) return null;
  return statSync(full).isDirectory() ? path.posix.join(name, 'index.html') : name;
}

// Why a link is dead, or null.
function fault(page, target, base) {
  const from = new URL(base + page, 'http://site');
  const meant = URL.canParse(target, from) ? new URL(target, from) : null;
  if (meant === null) return 'is no address';
  // Other sites are not asked.
  if (meant.host !== 'site') return ['https:', 'http:', 'mailto:', 'data:', 'javascript:'].includes(meant.protocol) ? null : 'has an odd scheme';
  if (!meant.pathname.startsWith(base)) return `leads out of ${base}`;
  const file = fileOf(decodeURIComponent(meant.pathname.slice(base.length)));
  if (file === null || !existsSync(path.join(output, file))) return 'leads to no file';
  return faultOfAnchor(file, meant.hash);
}

function faultOfAnchor(file, hash) {
  if (isLink(hash)) {
    readLink(hash); // throws if it is damaged
    return file === 'playground.html' ? null : 'carries a program to another page than the playground';
  }
  if (hash === '' || !file.endsWith('.html')) return null;
  // The script of the page reads which step is meant.
  const step = isStepper(file) ? /^#step=(\d+)$/.exec(hash) : null;
  if (step !== null) return hasAnchor(file, `row-${step[1]}`) ? null : 'leads to no step';
  return hasAnchor(file, decodeURIComponent(hash.slice(1))) ? null : 'leads to no anchor';
}

const deadLinks = (pages, base) =>
  pages.flatMap((page) =>
    linksOf(htmlOf(page)).flatMap((target) => {
      const found = fault(page, target, base);
      return found === null ? [] : [`${page}: "${target.slice(0, 100)}" ${found}`];
    }),
  );

const check = (isWanted, fewest) => async (_page, origin) => {
  const pages = builtPages().filter(isWanted);
  assert.ok(pages.length >= fewest, `only ${pages.length} pages were built`);
  assert.deepEqual(deadLinks(pages, `${new URL(origin).pathname.replace(/\/$/, '')}/`), []);
};

export const tests = [
  { name: 'no link and no anchor of any page is dead', run: check((page) => !isOfReference(page), 100) },
  { name: 'no link and no anchor of the API reference is dead', run: check(isOfReference, 100) },
];
