// The navigation of the site: what stands at its top, and beside each page.

import { addressOf, placeOf } from '../paths.mjs';
import { linksOf, titleOf } from './tables.mjs';

const index = 'docs/README.md';
const entry = (page, text = titleOf(page)) => ({ text, link: addressOf(placeOf(page)) });
const entries = (heading) => linksOf(index, heading).map(({ page, words }) => entry(page, words));

const lessons = () => linksOf('docs/course/README.md').map(({ page }) => page).filter((page) => /\/\d\d-/.test(page));
const exhibits = () =>
  linksOf('docs/gallery/README.md').map(({ page }) => page).filter((page) => /\/S-\d+\.md$/.test(page)).sort();
const capital = (text) => text[0].toUpperCase() + text.slice(1);

function courseItems() {
  const items = lessons().map((page) => entry(page, titleOf(page).replace(/^Lesson (\d+): (.)/, (_, n, c) => `${n}. ${c.toUpperCase()}`)));
  return [{ text: 'The course', items: [entry('docs/course/README.md', 'Begin here'), ...items] }];
}

function protocolItems() {
  return [
    { text: 'Protocols', items: entries('Protocols') },
    {
      text: 'Orders',
      items: linksOf(index, 'Orders').map(({ page, words }) => entry(page, capital(words))),
    },
  ];
}

function galleryItems() {
  return [
    {
      text: 'The gallery',
      items: [entry('docs/gallery/README.md', 'All defects'), ...exhibits().map((page) => entry(page))],
    },
  ];
}

const isBenchmark = ({ link }) => link.startsWith('/benchmarks/');
const isElsewhere = ({ link }) => isBenchmark({ link }) || link.startsWith('/course/');

function guideItems() {
  return [
    { text: 'Start', items: [entry(index, 'All pages'), entry('README.md', 'About Vigil')] },
    { text: 'Guides', items: entries('Guides').filter((item) => !isElsewhere(item)) },
    { text: 'Reference', items: [...entries('Reference').filter((item) => !isElsewhere(item)), ...unlisted()] },
  ];
}

// Pages that the index does not list.
const unlisted = () => [
  entry('docs/ci.md', 'What CI runs'),
  entry('litmus/corpus/README.md', 'The corpus of litmus tests'),
  entry('CHANGELOG.md', 'Changes'),
];

export function sidebars() {
  return {
    '/course/': courseItems(),
    '/gallery/': galleryItems(),
    '/protocols/': protocolItems(),
    '/orders/': protocolItems(),
    '/benchmarks/': [{ text: 'Benchmarks', items: entries('Reference').filter(isBenchmark) }],
    '/': guideItems(),
  };
}

export function topBar() {
  const top = (text, link, activeMatch) => ({ text, link, activeMatch });
  return [
    top('Course', '/course/', '^/course/'),
    top('Playground', '/playground.html', '^/playground'),
    top('Gallery', '/gallery/', '^/gallery/'),
    top('Protocols', '/protocols/sleep/sleep.html', '^/(protocols|orders)/'),
    top('Guides', '/pages.html', '^/(pages|about|checker|unmodified|program|litmus|check-your-own-code)'),
    top('Benchmarks', '/benchmarks/', '^/benchmarks/'),
    // doxygen's pages are not VitePress's: the browser loads them.
    { text: 'API', link: '/reference/index.html', target: '_self', rel: '' },
  ];
}
