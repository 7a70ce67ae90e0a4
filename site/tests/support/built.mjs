// The pages that were built, as files.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { output } from '../../paths.mjs';

export function builtFiles(directory = '') {
  return readdirSync(path.join(output, directory), { withFileTypes: true }).flatMap((entry) => {
    const name = directory + entry.name;
    return entry.isDirectory() ? builtFiles(`${name}/`) : [name];
  });
}

export const builtPages = () => builtFiles().filter((file) => file.endsWith('.html')).sort();
export const isOfReference = (page) => page.startsWith('reference/');
export const isStepper = (page) => page.startsWith('steps/');
export const htmlOf = (page) => readFileSync(path.join(output, page), 'utf8');

// Lists of about the same length, so that no test takes long.
export function portions(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}
