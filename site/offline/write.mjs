// Writes the service worker of the built site: its version, and the files that it keeps from the first visit on.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { output, root } from '../paths.mjs';

// Everything that the course and the playground need: pages, their scripts and pictures, what all pages share, the engine.
const wanted = [
  /^(index|playground)\.html$/,
  /^course\/.*\.html$/,
  /^assets\/(index|playground|course_.*)\.md\..*\.js$/,
  /^assets\/(course-\d+|missed-wakeup)\..*\.svg$/,
  /^assets\/(app|style)\./,
  /^assets\/chunks\/(?!.*localSearchIndex)/,
  /^assets\/[a-z_]*worker.*\.js$/,
  /^assets\/inter-roman-latin\..*\.woff2$/,
  /^engine\/vigil\.wasm$/,
  /^vp-icons\.css$/,
];

function filesBelow(directory, prefix = '') {
  return readdirSync(path.join(directory, prefix), { withFileTypes: true }).flatMap((entry) => {
    const name = prefix + entry.name;
    return entry.isDirectory() ? filesBelow(directory, `${name}/`) : [name];
  });
}

export const isKept = (file) => wanted.some((pattern) => pattern.test(file));

// Of everything, so that a change of any page replaces what was visited before.
export function versionOf(directory, files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(path.join(directory, file)));
  return hash.digest('hex').slice(0, 16);
}

// A directory's address is another one than that of its index.
const addresses = (file, base) =>
  file.endsWith('index.html') ? [base + file, base + file.slice(0, -'index.html'.length)] : [base + file];

export function writeServiceWorker(base) {
  const files = filesBelow(output).filter((file) => file !== 'sw.js').sort();
  const kept = files.filter(isKept).flatMap((file) => addresses(file, base));
  const text = readFileSync(path.join(root, 'site/offline/sw.js'), 'utf8')
    .replace('@version@', versionOf(output, files))
    .replace("'@files@'", () => kept.map((file) => JSON.stringify(file)).join(', '));
  writeFileSync(path.join(output, 'sw.js'), text);
}
