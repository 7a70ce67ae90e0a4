// Makes the links and the pictures of a page, which lead to files of the tree, lead to pages and pictures of the site.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { addressOf, isDirectory, placeOf, root } from '../paths.mjs';
import { changeProse } from './prose.mjs';

const link = /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g;
// Another site, an anchor of the page itself, or an address of this site.
const stays = /^(?:[a-z][a-z0-9+.-]*:|#|\/)/i;

// The text with its links changed; `linked` gets the files and directories that they lead to.
export function changeLinks(text, page, linked = new Set()) {
  return changeProse(text, (prose) =>
    prose.replace(link, (all, mark, words, target) => {
      if (stays.test(target)) return all;
      const [file, anchor] = target.split('#');
      const meant = fileOf(page, file);
      if (mark !== '') return `![${words}](${pictureFrom(page, meant)})`;
      linked.add(meant);
      return `[${words}](${addressOf(placeOf(meant))}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

// A directory with a README is that page.
function fileOf(page, target) {
  const file = path.posix.join(path.posix.dirname(page), target).replace(/\/$/, '');
  const index = `${file}/README.md`;
  return isDirectory(file) && existsSync(path.join(root, index)) ? index : file;
}

// VitePress gives a name with a hash to a picture whose path is relative.
function pictureFrom(page, picture) {
  const relative = path.posix.relative(path.posix.dirname(placeOf(page)), picture.replace(/^docs\//, ''));
  return relative.startsWith('.') ? relative : `./${relative}`;
}
