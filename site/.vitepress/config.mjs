// VitePress's configuration. site/build.mjs writes the pages that it renders.

import { defineConfig } from 'vitepress';
import { asGitHub, pictures, slugify } from '../markdown/github.mjs';
import { sidebars, topBar } from '../navigation/sidebars.mjs';
import { cache, output, source } from '../paths.mjs';

export default defineConfig({
  title: 'Vigil',
  description: 'Memory orders taught, lock-free protocols checked: a work-stealing scheduler and its model checker.',
  lang: 'en',
  srcDir: source,
  outDir: output,
  cacheDir: cache,
  head: [['meta', { name: 'theme-color', content: '#0b5cad' }]],
  markdown: {
    theme: { light: 'github-light', dark: 'github-dark' },
    languageAlias: { litmus: 'c' },
    attrs: { disable: true },
    anchor: { slugify },
    config(md) {
      asGitHub(md);
      pictures(md);
    },
  },
  themeConfig: {
    nav: topBar(),
    sidebar: sidebars(),
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
