// Runs tests in pages of their own, two at a time.

import { mkdirSync } from 'node:fs';
import path from 'node:path';

const atATime = 2;
const patience = 60_000;

async function screenshot(page, name, directory) {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, `${name.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 100)}.png`);
  return page.screenshot({ path: file, timeout: 5000 }).then(() => file, () => undefined);
}

function withinTime(promise, name) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${patience / 1000} s: ${name}`)), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function runOne(browser, origin, { name, run, options = {} }, directory) {
  // A worker of an earlier test would answer requests of this one, and reduced motion makes nothing wait.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  try {
    await withinTime(run(page, origin), name);
    return { name, error: null };
  } catch (error) {
    return { name, error, picture: await screenshot(page, name, directory) };
  } finally {
    await context.close();
  }
}

export async function runInBrowser(browser, origin, tests, directory, report) {
  const waiting = [...tests];
  const results = [];
  const worker = async () => {
    for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) {
      const begin = performance.now();
      const result = await runOne(browser, origin, test, directory);
      result.seconds = (performance.now() - begin) / 1000;
      report(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}
