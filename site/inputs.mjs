// Whether anything has changed that the built site depends on.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { built, output, root, source } from './paths.mjs';

const stamp = path.join(built, 'site.inputs');

function filesBelow(directory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(directory, entry.name);
    if (entry.name === 'node_modules' || entry.name === 'tests') return [];
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

// What prepare() has written stands for the pages, whose links, pictures and sources it has gathered.
export function sumOf(base, counterexamples) {
  const hash = createHash('sha256').update(base).update(JSON.stringify([...counterexamples]));
  const files = [source, path.join(root, 'site'), path.join(root, 'playground/engine')].flatMap(filesBelow);
  const engine = path.join(built, 'wasm/vigil.wasm');
  const reference = filesBelow(path.join(built, 'reference'));
  for (const file of [...files, ...(existsSync(engine) ? [engine] : []), ...reference].sort()) {
    hash.update(`${file}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

export function isUnchanged(base, counterexamples) {
  if (!existsSync(stamp) || !existsSync(path.join(output, 'sw.js'))) return false;
  const unchanged = readFileSync(stamp, 'utf8') === sumOf(base, counterexamples);
  // A build that is interrupted leaves a part of a site.
  if (!unchanged) rmSync(stamp);
  return unchanged;
}

export function remember(base, counterexamples) {
  writeFileSync(stamp, sumOf(base, counterexamples));
}
