// The pages of the tree, and the pictures that they show.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';

// Beside docs/, what the site shows as a page.
const others = [
  'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'litmus/corpus/README.md', 'site/pages/index.md',
  'site/pages/playground.md',
];

function filesBelow(directory, extension) {
  return readdirSync(path.join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const file = `${directory}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(file, extension);
    return entry.name.endsWith(extension) ? [file] : [];
  });
}

export const pagesOfTree = () => [...filesBelow('docs', '.md'), ...others].sort();
export const picturesOfTree = () => filesBelow('docs', '.svg').sort();
