// VitePress's theme with the components of the site.

import DefaultTheme from 'vitepress/theme';
import { defineAsyncComponent } from 'vue';
import './style.css';

const components = import.meta.glob('../../playground/*.vue');

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    for (const name of ['Playground', 'Exercise']) {
      const load = components[`../../playground/${name}.vue`];
      app.component(name, load ? defineAsyncComponent(load) : { template: '' });
    }
  },
};
