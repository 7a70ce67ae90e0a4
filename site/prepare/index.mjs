// Writes what VitePress builds the site from: the pages of docs/ with their links changed, and the site's own pages.

import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDirectory, isPage, placeOf, root, source } from '../paths.mjs';
import { changeLinks } from './links.mjs';
import { pagesOfTree, picturesOfTree } from './pages.mjs';
import { directoryPage, sourcePage, withChildren } from './sources.mjs';

function write(place, text) {
  const file = path.join(source, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const copyPicture = (picture) => {
  const place = path.join(source, picture.replace(/^docs\//, ''));
  mkdirSync(path.dirname(place), { recursive: true });
  cpSync(path.join(root, picture), place);
};

function writePages() {
  const linked = new Set();
  for (const page of pagesOfTree()) {
    const text = readFileSync(path.join(root, page), 'utf8');
    write(placeOf(page), changeLinks(text, page, linked));
  }
  return linked;
}

function writeOwnPages() {
  const pages = path.join(root, 'site/pages');
  for (const name of readdirSync(pages)) cpSync(path.join(pages, name), path.join(source, name), { recursive: true });
}

export function prepare() {
  rmSync(source, { recursive: true, force: true });
  const linked = writePages();
  const sources = new Set(withChildren([...linked].filter((file) => !isPage(file))));
  for (const file of sources) write(placeOf(file), isDirectory(file) ? directoryPage(file) : sourcePage(file));
  picturesOfTree().forEach(copyPicture);
  writeOwnPages();
  // The pages stand outside of site/, and what they import is found from where they stand.
  symlinkSync(path.join(root, 'site/node_modules'), path.join(source, 'node_modules'));
}
