// Links to the playground below blocks that show or run litmus tests.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { linkTo } from '../playground/permalink.mjs';

const file = /(?<=\s|^)litmus\/corpus\/\S+\.litmus(?=\s|$)/g;
const memoryModel = /--memory-model[ =](\S+)/;

export function playgroundLink(words, text, model) {
  return `[${words}](/playground.html${linkTo(text, model)})`;
}

// The litmus tests that a command shows or runs, and under which memory model.
export function testsOf(command) {
  const files = command.match(file) ?? [];
  return { files, model: memoryModel.exec(command)?.[1] ?? 'cpp20' };
}

export function litmusLinks({ command }) {
  const { files, model } = testsOf(command);
  if (files.length === 0) return '';
  const texts = files.map((name) => readFileSync(path.join(root, name), 'utf8'));
  if (texts.length === 1) return playgroundLink('Open in the playground', texts[0], model);
  const links = texts.map((text) => playgroundLink(`\`${nameOf(text)}\``, text, model));
  return `Open in the playground: ${links.join(', ')}`;
}

const nameOf = (text) => /^C (\S+)/m.exec(text)[1];
