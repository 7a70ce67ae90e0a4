// Tests the built site: node site/tests/run.mjs [--base PATH] [--only WORDS].
//
// The modules of unit tests run under node. Each module in tests/browser/ and playground/tests/browser/ exports
// `tests = [{name, run(page, origin)}]`; a test gets a page of its own, and the address at which the site begins.

import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { built, output } from '../paths.mjs';
import { serve } from '../server.mjs';
import { runInBrowser } from './browser_runner.mjs';
import { launchBrowser } from './support/browser.mjs';
import { runUnitTests } from './unit_runner.mjs';

const { values } = parseArgs({
  options: { base: { type: 'string', default: '/' }, only: { type: 'string', default: '' } },
});
const here = path.dirname(fileURLToPath(import.meta.url));
const playground = path.join(here, '../playground/tests');
const pictures = path.join(built, 'site-failures');

function modulesIn(directory, suffix) {
  return readdirSync(directory).filter((name) => name.endsWith(suffix)).sort().map((name) => path.join(directory, name));
}

async function browserTests() {
  const files = [...modulesIn(path.join(here, 'browser'), '.mjs'), ...modulesIn(path.join(playground, 'browser'), '.mjs')];
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file))));
  // A module without tests is a helper of others.
  return modules.flatMap(({ tests = [] }) => tests).filter(({ name }) => name.includes(values.only));
}

function report({ name, error, picture, seconds }) {
  const time = seconds === undefined ? '' : ` (${seconds.toFixed(1)} s)`;
  console.log(`${error === null ? 'passed' : 'FAILED'}: ${name}${time}`);
  if (error !== null) console.log(`  ${String(error.stack ?? error).replaceAll('\n', '\n  ')}`);
  if (picture) console.log(`  screenshot: ${picture}`);
}

rmSync(pictures, { recursive: true, force: true });
const units = [...modulesIn(path.join(here, 'unit'), '.test.mjs'), ...modulesIn(playground, '.test.mjs')];
const results = values.only === '' ? await runUnitTests(units, report) : [];
const { server, origin } = await serve(output, values.base, 0);
const browser = await launchBrowser();
try {
  results.push(...(await runInBrowser(browser, origin + values.base.replace(/\/$/, ''), await browserTests(), pictures, report)));
} finally {
  await browser.close();
  server.close();
}
const failed = results.filter(({ error }) => error !== null).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
if (failed > 0 || results.length === 0) process.exitCode = 1;
