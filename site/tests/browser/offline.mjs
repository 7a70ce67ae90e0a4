// What was visited works offline, and a new version of the site replaces the old one.

import assert from 'node:assert/strict';
import { output } from '../../paths.mjs';
import { serve } from '../../server.mjs';
import { htmlOf } from '../support/built.mjs';
import { choose, verdict } from '../support/playground.mjs';

const hasWorker = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active.state === 'activated' || new Promise((resolve) => active.addEventListener('statechange', resolve));
  });

async function worksOffline(page, origin) {
  await page.goto(`${origin}/`);
  await hasWorker(page);
  await page.context().setOffline(true);
  await page.goto(`${origin}/playground.html`);
  await verdict(page, 'cpp20');
  await page.reload();
  await choose(page, 'sc');
  await verdict(page, 'sc');
  await page.goto(`${origin}/course/01-message-passing.html`);
  await page.locator('.exercise').getByRole('button', { name: 'Check' }).click();
  await page.locator('[data-said="not-solved"]').waitFor();
}

async function keepsWhatWasVisited(page, origin) {
  await page.goto(`${origin}/`);
  await hasWorker(page);
  await page.goto(`${origin}/gallery/S-13.html`, { waitUntil: 'networkidle' });
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /^S-13/ }).waitFor();
  await page.goto(`${origin}/gallery/S-14.html`);
  await page.getByRole('heading', { name: 'This page is not here offline' }).waitFor();
}

const caches = (page) => page.evaluate(async () => (await globalThis.caches.keys()).length);

// A server of its own, so that it can have another version without a change of what other tests look at.
async function isReplaced(page, origin) {
  const base = `${new URL(origin).pathname.replace(/\/$/, '')}/`;
  const changed = new Map();
  const { server, origin: own } = await serve(output, base, 0, changed);
  try {
    await page.goto(own + base);
    await hasWorker(page);
    assert.equal(await caches(page), 1);
    changed.set('sw.js', `${htmlOf('sw.js')}\n// another version`.replace(/const version = '/, '$&new-'));
    changed.set('index.html', htmlOf('index.html').replace('<html ', '<html data-version="another" '));
    await page.reload();
    assert.equal(await page.locator('html[data-version="another"]').count(), 1);
    await page.waitForFunction(async () => {
      const names = await globalThis.caches.keys();
      return names.length === 1 && names[0].includes('new-');
    });
  } finally {
    await page.context().close();
    server.close();
  }
}

export const tests = [
  { name: 'offline the playground runs a program, and lesson 1 opens, without a visit before', run: worksOffline },
  { name: 'offline a page that was visited opens, and another one says that it is not here', run: keepsWhatWasVisited },
  { name: 'a new version of the site replaces the old one', run: isReplaced },
];
