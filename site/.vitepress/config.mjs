// VitePress's configuration. site/build.mjs writes the pages that it renders.

import { defineConfig } from 'vitepress';
import { asGitHub, emptyHeaders, pictures, slugify, tables } from '../markdown/github.mjs';
import { searchable } from '../markdown/search.mjs';
import { sidebars, topBar } from '../navigation/sidebars.mjs';
import { cache, output, source } from '../paths.mjs';

const markdown = {
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  attrs: { disable: true },
  anchor: { slugify },
  config(md) {
    asGitHub(md);
    pictures(md);
    emptyHeaders(md);
    tables(md);
  },
};

const search = {
  provider: 'local',
  options: {
    _render: (text, env, md) => searchable(md.render(text, env), env.frontmatter),
  },
};

export default defineConfig({
  title: 'Vigil',
  description: 'Memory orders taught, lock-free protocols checked: a work-stealing scheduler and its model checker.',
  lang: 'en',
  srcDir: source,
  outDir: output,
  cacheDir: cache,
  markdown,
  transformHead: ({ siteData }) => [['link', { rel: 'icon', href: `${siteData.base}icon.svg`, type: 'image/svg+xml' }]],
  themeConfig: {
    nav: topBar(),
    sidebar: sidebars(),
    outline: [2, 3],
    search,
    footer: { message: 'MIT licence' },
  },
  // The index of the search is loaded when a reader searches.
  vite: { build: { chunkSizeWarningLimit: 1000 } },
});
