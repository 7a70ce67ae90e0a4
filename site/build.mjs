// Builds the site: node site/build.mjs [--base PATH] [--program VIGIL].

import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { root } from './paths.mjs';
import { prepare } from './prepare/index.mjs';

const { values } = parseArgs({
  options: { base: { type: 'string', default: '/' }, program: { type: 'string' } },
});

prepare();
await build(`${root}/site`, { base: values.base });
