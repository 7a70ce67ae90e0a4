// Writes what VitePress builds the site from: the pages of docs/ with their links changed, and the site's own pages.

import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { titleOf } from '../navigation/tables.mjs';
import { addressOf, isDirectory, isPage, placeOf, root, source } from '../paths.mjs';
import { addBelow, blocksOf } from './blocks.mjs';
import { removeComments } from './comments.mjs';
import { addExercises } from './exercises.mjs';
import { explainedLinks, modelOf } from './explained.mjs';
import { changeLinks } from './links.mjs';
import { litmusLinks } from './litmus_links.mjs';
import { pictureInDark } from './plots.mjs';
import { pagesOfTree, picturesOfTree } from './pages.mjs';
import { directoryPage, sourcePage, withChildren } from './sources.mjs';

const isLesson = (page) => /^docs\/course\/\d\d-/.test(page);
const textOf = (page) => readFileSync(path.join(root, page), 'utf8');

// The models whose counterexamples the pages show, each with the pages that do: [{address, title}].
export function modelsShown() {
  const shown = new Map();
  for (const page of pagesOfTree()) {
    const models = new Set(blocksOf(textOf(page)).map(({ command }) => modelOf(command)));
    models.delete(null);
    for (const model of models) {
      shown.set(model, [...(shown.get(model) ?? []), { address: addressOf(placeOf(page)), title: titleOf(page) }]);
    }
  }
  return shown;
}

function below(block, blocks, counterexamples) {
  const links = litmusLinks(block) || explainedLinks(block, blocks, counterexamples);
  return links && `<div class="actions">\n\n${links}\n\n</div>`;
}

// A page of the tree as the site has it; `linked` gets the files that it links to.
export function sitePage(page, text, counterexamples, linked) {
  const withLinks = addBelow(changeLinks(text, page, linked), (...of) => below(...of, counterexamples));
  return removeComments(isLesson(page) ? addExercises(withLinks) : withLinks);
}

function write(place, text) {
  const file = path.join(source, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function copy(from, place) {
  const file = path.join(source, place);
  mkdirSync(path.dirname(file), { recursive: true });
  cpSync(path.join(root, from), file, { recursive: true });
}

export function prepare(counterexamples) {
  rmSync(source, { recursive: true, force: true });
  const linked = new Set();
  for (const page of pagesOfTree()) write(placeOf(page), sitePage(page, textOf(page), counterexamples, linked));
  const sources = new Set(withChildren([...linked].filter((file) => !isPage(file))));
  for (const file of sources) write(placeOf(file), isDirectory(file) ? directoryPage(file) : sourcePage(file));
  for (const picture of picturesOfTree()) write(picture.replace(/^docs\//, ''), pictureInDark(textOf(picture)));
  copy('site/pages/public', 'public');
  // The pages stand outside of site/, and what they import is found from where they stand.
  symlinkSync(path.join(root, 'site/node_modules'), path.join(source, 'node_modules'));
}
