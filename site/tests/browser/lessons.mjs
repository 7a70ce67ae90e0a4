// Each lesson's program opens in the playground by one click, and ends there as the lesson prints.

import assert from 'node:assert/strict';
import { builtPages } from '../support/built.mjs';
import { choose, verdict } from '../support/playground.mjs';

const models = ['cpp20', 'rc11', 'tso', 'sc'];

// The verdicts of the first test of a printed table, in the order of its columns.
export function printedVerdicts(text) {
  const [head, row] = text.split('\n');
  assert.deepEqual(head.split(/\s+/).slice(1), models, 'the table has other columns');
  return row.split(/\s+/).slice(1);
}

async function sees(page, origin, lesson) {
  await page.goto(`${origin}/${lesson}`);
  const table = page.locator('div.language-text', { hasText: 'executions end so' }).first();
  const printed = printedVerdicts(await table.locator('code').innerText());
  await table.locator('xpath=following-sibling::*[1]').getByRole('link', { name: 'Open in the playground' }).click();
  await page.waitForURL('**/playground.html#v1=*');
  const shown = [];
  for (const model of models) {
    await choose(page, model);
    shown.push(await verdict(page, model));
  }
  assert.deepEqual(shown, printed);
}

const lessons = builtPages().filter((page) => /^course\/\d\d-/.test(page));

export const tests = [
  ...lessons.map((lesson) => ({
    name: `the program of ${lesson} opens in the playground and has the verdicts that are printed`,
    options: { serviceWorkers: 'block' },
    run: (page, origin) => sees(page, origin, lesson),
  })),
  {
    name: 'there are thirteen lessons, each with the next one and the one before',
    options: { serviceWorkers: 'block' },
    async run(page, origin) {
      assert.equal(lessons.length, 13);
      await page.goto(`${origin}/${lessons[0]}`);
      for (const next of lessons.slice(1)) {
        await page.locator(`.VPDocFooter .next[href$="/${next}"]`).click();
        await page.waitForURL(`${origin}/${next}`);
      }
      await page.locator(`.VPDocFooter .prev[href$="/${lessons.at(-2)}"]`).click();
      await page.waitForURL(`${origin}/${lessons.at(-2)}`);
    },
  },
];
