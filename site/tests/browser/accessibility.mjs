// axe-core finds nothing on a page of each kind, in light and dark, on a desk and on a phone.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const pages = {
  'the front page': 'index.html',
  'a lesson': 'course/01-message-passing.html',
  'the playground': 'playground.html',
  'a page of the gallery': 'gallery/S-13.html',
  'a protocol': 'protocols/sleep/sleep.html',
  'a page of orders with wide tables': 'orders/lean/thread_pool.html',
  'the benchmarks': 'benchmarks/pool.html',
};
const widths = { 'a desk': { width: 1280, height: 900 }, 'a phone': { width: 360, height: 740 } };

// What a component mounts later is looked at too.
const settled = {
  'course/01-message-passing.html': '.exercise .cm-content',
  'playground.html': '[data-verdict]',
};

const wordsOf = ({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary})`).join('; ')}`;

async function isClean(page, origin, file, scheme) {
  await page.addInitScript((chosen) => localStorage.setItem('vitepress-theme-appearance', chosen), scheme);
  await page.goto(`${origin}/${file}`, { waitUntil: 'networkidle' });
  if (settled[file]) await page.locator(settled[file]).first().waitFor();
  assert.equal(await page.locator('html.dark').count(), scheme === 'dark' ? 1 : 0);
  await page.addScriptTag({ path: axe });
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
  assert.ok(passes.length > 10, 'axe looked at nothing');
  assert.deepEqual(violations.map(wordsOf), []);
}

export const tests = Object.entries(pages).flatMap(([what, file]) =>
  ['light', 'dark'].flatMap((scheme) =>
    Object.entries(widths).map(([where, viewport]) => ({
      name: `axe finds nothing on ${what}, ${scheme}, on ${where}`,
      options: { viewport, serviceWorkers: 'block' },
      run: (page, origin) => isClean(page, origin, file, scheme),
    })),
  ),
);
