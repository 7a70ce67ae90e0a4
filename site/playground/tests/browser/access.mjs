// The playground for everyone: screen readers, keyboard, phones, light and dark.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { addressOf, complaintsOf, litmus, openPlayground, openText, spoken } from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function findings(page, selector) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((root) => window.axe.run(root), selector);
  const words = (node) => `${node.target} ${node.failureSummary}`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(words).join('\n')}`);
}

async function openWithAll(page, origin, test) {
  await openText(page, origin, litmus(test));
  if (test.endsWith('mp')) await page.locator('.execution svg[role=img]').waitFor();
  else await page.locator('.why-not svg').waitFor();
  await page.getByRole('button', { name: 'Try each single change' }).click();
  await page.locator('.changes').waitFor();
  for (const summary of await page.locator('.playground summary').all()) await summary.click();
}

function isAccessible(colorScheme, test) {
  return async (page, origin) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openWithAll(page, origin, test);
    const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
    assert.equal(isDark, colorScheme === 'dark');
    assert.deepEqual(await findings(page, '.playground'), []);
    if (!test.endsWith('mp')) return;
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    assert.deepEqual(await findings(page, '.playground'), [], 'at a step');
  };
}

function exerciseIsAccessible(colorScheme) {
  return async (page, origin) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(addressOf(origin, 'course/01-message-passing.html'));
    await page.locator('.exercise .check').click();
    await page.locator('.exercise [data-said="not-solved"]').waitFor();
    await page.locator('.exercise .show').click();
    await page.locator('.exercise .yes').click();
    assert.deepEqual(await findings(page, '.exercise'), []);
  };
}

async function fitsAPhone(page, origin) {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const test of ['message-passing/mp', 'seq-cst/iriw-scs']) {
    await openWithAll(page, origin, test);
    const { wide, room } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth, room: document.documentElement.clientWidth,
    }));
    assert.equal(wide, room, test);
  }
}

async function worksByKeyboard(page, origin) {
  await openPlayground(page, origin);
  await spoken(page, /^Allowed/);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Tab');
  const isInEditor = await page.evaluate(() => document.activeElement.closest('.cm-editor') !== null);
  assert.equal(isInEditor, false, 'the editor keeps the focus');
  const reached = new Set();
  for (let at = 0; at < 40; ++at) {
    reached.add(await page.evaluate(() => {
      const { textContent, ariaLabel } = document.activeElement;
      return textContent.trim() || ariaLabel;
    }));
    await page.keyboard.press('Tab');
  }
  for (const name of ['Browse', 'Next execution', 'Next', 'Step', 'Try each single change of an order'])
    assert.ok(reached.has(name), `Tab does not reach "${name}", only ${[...reached].join(', ')}`);
}

async function saysNothingIsWrong(page, origin) {
  const complaints = complaintsOf(page);
  await openWithAll(page, origin, 'message-passing/mp');
  await page.locator('select.examples').selectOption('SB+scs');
  await spoken(page, /^Forbidden/);
  await page.goto(addressOf(origin, 'course/01-message-passing.html'));
  await page.locator('.exercise .check').click();
  await page.locator('.exercise [data-said]').waitFor();
  assert.deepEqual(complaints, []);
}

async function saysWithoutEngine(page, origin) {
  await page.route('**/engine/vigil.wasm', (route) => route.abort());
  await openPlayground(page, origin);
  await spoken(page, 'The engine was not loaded');
  await page.unroute('**/engine/vigil.wasm');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await spoken(page, /^Allowed/);
}

export const tests = [
  ...['light', 'dark'].flatMap((scheme) => [
    { name: `axe finds nothing in an allowed test, ${scheme}`, run: isAccessible(scheme, 'message-passing/mp') },
    {
      name: `axe finds nothing in a forbidden test, ${scheme}`,
      run: isAccessible(scheme, 'message-passing/mp-rel-acq'),
    },
    { name: `axe finds nothing in an exercise, ${scheme}`, run: exerciseIsAccessible(scheme) },
  ]),
  { name: 'nothing overflows at a width of 360 px', run: fitsAPhone },
  { name: 'Tab leaves the editor, and reaches what a reader needs', run: worksByKeyboard },
  { name: 'the console has no errors', run: saysNothingIsWrong },
  {
    name: 'an engine that cannot be loaded is reported, and Run tries again',
    options: { serviceWorkers: 'block' },
    run: saysWithoutEngine,
  },
];
