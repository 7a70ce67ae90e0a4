// A reader who knows nothing of memory orders gets from the front page to a solved exercise.

import assert from 'node:assert/strict';
import { complaintsOf } from '../support/complaints.mjs';

// Replaces a part of what stands in an editor, as a reader does by typing.
async function edit(page, editor, before, after) {
  const text = (await editor.locator('.cm-line').allInnerTexts()).map((line) => line.replace(/\n$/, '')).join('\n');
  assert.ok(text.includes(before), `the exercise has no ${before}:\n${text}`);
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text.replace(before, after));
}

async function solves(page, origin) {
  const complaints = complaintsOf(page);
  await page.goto(`${origin}/`);
  await page.getByRole('link', { name: 'Begin lesson 1' }).click();
  await page.waitForURL('**/course/01-message-passing.html');
  const exercise = page.getByRole('region', { name: 'Exercise' });
  const editor = exercise.locator('.cm-content');
  await exercise.getByRole('button', { name: 'Check' }).click();
  await exercise.locator('[data-said="not-solved"]').waitFor();
  await edit(page, editor, 'flag, 1, memory_order_relaxed', 'flag, 1, memory_order_release');
  await exercise.getByRole('button', { name: 'Check' }).click();
  await exercise.locator('[data-said="solved"]').waitFor();
  assert.deepEqual(complaints, []);
}

const options = { serviceWorkers: 'block' };

export const tests = [
  { name: 'from the front page by clicks to lesson 1, whose exercise is edited and solved', options, run: solves },
  {
    name: 'the same on a phone',
    options: { ...options, viewport: { width: 360, height: 740 } },
    run: solves,
  },
  {
    name: 'the answer of an exercise and its commands are hidden until they are opened',
    options,
    async run(page, origin) {
      await page.goto(`${origin}/course/01-message-passing.html`);
      const command = page.getByText('./vigil course check 1 mine.litmus');
      assert.equal(await command.isVisible(), false);
      assert.equal(await page.getByText('The store of the flag must release').isVisible(), false);
      await page.getByText('On the command line').click();
      assert.equal(await command.isVisible(), true);
    },
  },
];
