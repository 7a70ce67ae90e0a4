// Builds the site: node site/build.mjs [--base PATH] [--program VIGIL]. Without the program, no counterexample steps.

import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { finish } from './finish.mjs';
import { isUnchanged, remember } from './inputs.mjs';
import { root } from './paths.mjs';
import { counterexamplesOf, summaryOf } from './prepare/counterexamples.mjs';
import { modelsShown, prepare } from './prepare/index.mjs';

const { values } = parseArgs({
  options: { base: { type: 'string', default: '/' }, program: { type: 'string' } },
});

const shownOn = modelsShown();
const counterexamples = values.program ? await counterexamplesOf(values.program, shownOn.keys()) : new Map();
if (values.program) console.log(summaryOf(counterexamples));
prepare(counterexamples);
if (isUnchanged(values.base, counterexamples)) {
  console.log('build/site is as it was: nothing has changed');
} else {
  await build(`${root}/site`, { base: values.base });
  finish(counterexamples, shownOn, values.base);
  remember(values.base, counterexamples);
}
