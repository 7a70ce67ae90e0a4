// The rules for the scripts and components of the site, and for the engine's. tests/unit/lint.test.mjs applies them.

import js from '@eslint/js';
import vue from 'eslint-plugin-vue';
import globals from 'globals';

export default [
  js.configs.recommended,
  ...vue.configs['flat/essential'],
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node, ...globals.serviceworker } },
    // Components of one word are of this site alone, and are imported by that name.
    rules: { 'vue/multi-word-component-names': 'off' },
  },
];
