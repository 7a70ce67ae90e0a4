// Every page loads without a complaint of the browser, and fits into the width of a phone.

import assert from 'node:assert/strict';
import { builtPages, isOfReference, portions } from '../support/built.mjs';
import { complaintsOf } from '../support/complaints.mjs';

const phone = { viewport: { width: 360, height: 740 }, serviceWorkers: 'block' };

// What components show once they are mounted.
const waitFor = { 'playground.html': '.playground [data-verdict]', course: '.VPDoc h1, .exercise .cm-content' };

// What begins left of the right edge of the page and ends behind it, and does not scroll in itself.
function widest() {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return null;
  const beyond = [...document.querySelectorAll('body *')].find((each) => each.getBoundingClientRect().right > root.clientWidth + 1);
  return `${root.scrollWidth} px wide because of ${beyond?.outerHTML.slice(0, 120)}`;
}

async function lookAt(page, origin, name, complaints) {
  await page.goto(`${origin}/${name}`, { waitUntil: 'load' });
  if (waitFor[name.split('/')[0]]) await page.locator(waitFor[name.split('/')[0]]).first().waitFor();
  const wide = await page.evaluate(widest);
  if (wide !== null) complaints.push(wide);
  return complaints.splice(0).map((complaint) => `${name}: ${complaint}`);
}

const pages = builtPages().filter((page) => !isOfReference(page));
const lookAtAll = (names) => async (page, origin) => {
  const complaints = complaintsOf(page);
  const found = [];
  for (const name of names) found.push(...(await lookAt(page, origin, name, complaints)));
  assert.deepEqual(found, []);
};

async function barFits(page, origin) {
  await page.goto(`${origin}/course/01-message-passing.html`);
  for (const width of [768, 900, 960, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const right = (await page.locator('.VPNavBarAppearance, .VPNavBarExtra button').filter({ visible: true }).boundingBox());
    assert.ok(right.x + right.width <= width, `at ${width} px the bar ends at ${right.x + right.width} px`);
    await page.locator('.VPNavBarMenu').getByRole('link', { name: 'API' }).click({ trial: true });
  }
}

export const tests = [
  { name: 'the bar at the top fits from 768 px on', options: { serviceWorkers: 'block' }, run: barFits },
  ...portions(pages, 15).map((names) => ({
    name: `the ${names.length} pages from ${names[0]} load without error and fit into 360 px`,
    options: phone,
    run: lookAtAll(names),
  })),
  {
    name: 'the API reference loads without error, and leads back to the site',
    options: { serviceWorkers: 'block' },
    async run(page, origin) {
      const complaints = complaintsOf(page);
      await page.goto(`${origin}/`);
      await page.locator('.VPNavBarMenu').getByRole('link', { name: 'API' }).click();
      await page.waitForURL('**/reference/index.html');
      await page.getByRole('link', { name: 'Vigil', exact: true }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(page.url(), `${origin}/`);
      assert.deepEqual(complaints, []);
    },
  },
];
