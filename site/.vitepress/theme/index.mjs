// VitePress's theme with the components of the site.

import DefaultTheme from 'vitepress/theme';
import { defineAsyncComponent } from 'vue';
import { work } from './offline.mjs';
import Stepper from './Stepper.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app, siteData }) {
    // The editor is loaded with the pages that have one.
    app.component('Playground', defineAsyncComponent(() => import('../../playground/Playground.vue')));
    app.component('Exercise', defineAsyncComponent(() => import('../../playground/Exercise.vue')));
    app.component('Stepper', Stepper);
    work(siteData.value.base);
  },
};
