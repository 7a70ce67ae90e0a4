// Adds to what VitePress has built: the engine, the pages to step through, the API reference, the service worker.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { referencePage, stepperPage } from './added_pages.mjs';
import { writeServiceWorker } from './offline/write.mjs';
import { built, output } from './paths.mjs';
import { nameOfSteps } from './prepare/explained.mjs';

function copyEngine() {
  const engine = path.join(built, 'wasm/vigil.wasm');
  if (existsSync(engine)) cpSync(engine, path.join(output, 'engine/vigil.wasm'));
}

function copyReference(base) {
  const from = path.join(built, 'reference');
  if (!existsSync(from)) return;
  const to = path.join(output, 'reference');
  cpSync(from, to, { recursive: true });
  for (const name of readdirSync(to).filter((each) => each.endsWith('.html'))) {
    const file = path.join(to, name);
    writeFileSync(file, referencePage(readFileSync(file, 'utf8'), base));
  }
}

// `shownOn` has for each model the pages that show its counterexample: [{address, title}].
function writeSteppers(counterexamples, shownOn, base) {
  const directory = path.join(output, 'steps');
  mkdirSync(directory, { recursive: true });
  for (const [model, { html }] of counterexamples) {
    const pages = shownOn.get(model).map(({ address, title }) => ({ address: base + address.slice(1), title }));
    writeFileSync(path.join(directory, `${nameOfSteps(model)}.html`), stepperPage(html, pages, base));
  }
}

export function finish(counterexamples, shownOn, base) {
  copyEngine();
  copyReference(base);
  writeSteppers(counterexamples, shownOn, base);
  writeServiceWorker(base);
}
