// The exercise of a lesson in its page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readLink } from '../../permalink.mjs';
import { addressOf, spoken, textOf, write } from './support.mjs';

const answers = new URL('../../../../litmus/course/answers/', import.meta.url);
const answer = readFileSync(new URL('01-message-passing.litmus', answers), 'utf8');
const said = (page, kind) => page.locator(`.exercise [data-said="${kind}"]`);
const button = (page, name) => page.locator('.exercise').getByRole('button', { name, exact: true });

async function open(page, origin) {
  await page.goto(addressOf(origin, 'course/01-message-passing.html'));
  await page.locator('.exercise .cm-content').waitFor();
}

async function isChecked(page, origin) {
  await open(page, origin);
  await button(page, 'Run').click();
  await said(page, 'verdict').filter({ hasText: /Allowed under C\+\+20/ }).waitFor();
  await button(page, 'Check').click();
  await said(page, 'not-solved').filter({ hasText: 'Not solved. Nothing differs from the exercise' }).waitFor();
  await write(page, answer);
  assert.equal(await said(page, 'not-solved').count(), 0, 'the judgement of another text is still shown');
  await button(page, 'Check').click();
  await said(page, 'solved').filter({ hasText: /Solved: .* forbidden/ }).waitFor();
  await button(page, 'Start again').click();
  assert.notEqual(await textOf(page), answer);
}

async function judgesOtherVerdict(page, origin) {
  await open(page, origin);
  const given = await textOf(page);
  await write(page, given.replace('(data, 1, memory_order_relaxed)', '(data, 1, memory_order_release)'));
  await button(page, 'Check').click();
  await said(page, 'not-solved').filter({ hasText: /allowed/ }).waitFor();
}

async function saysErrors(page, origin) {
  await open(page, origin);
  await write(page, 'C x\n{}\noops\n');
  await button(page, 'Check').click();
  await said(page, 'error').filter({ hasText: /Line 3, column 1: / }).waitFor();
  assert.equal(await page.locator('.exercise .cm-lintRange-error').textContent(), 'oops');
}

async function asksBeforeTheAnswer(page, origin) {
  await open(page, origin);
  assert.equal(await page.locator('.exercise .answer').count(), 0);
  await button(page, 'Show the answer').click();
  assert.equal(await page.locator('.exercise .answer').count(), 0, 'it is shown at the first click');
  await button(page, 'Yes, show it').click();
  assert.equal(await page.locator('.exercise .answer pre').textContent(), answer);
}

async function opensInPlayground(page, origin) {
  await open(page, origin);
  await write(page, answer);
  const link = page.locator('.exercise').getByRole('link', { name: 'Open in the playground' });
  const { hash } = new URL(await link.getAttribute('href'), page.url());
  assert.deepEqual(readLink(hash), { text: answer, model: 'cpp20' });
  await link.click();
  await spoken(page, /^Forbidden under C\+\+20/);
  assert.equal(await textOf(page), answer);
}

export const tests = [
  { name: 'an exercise runs, is not solved as it stands, and is solved by its answer', run: isChecked },
  { name: 'an attempt that changes the wrong order is not solved', run: judgesOtherVerdict },
  { name: 'an error in an attempt has its line, and is underlined', run: saysErrors },
  { name: 'the answer is shown after a second click', run: asksBeforeTheAnswer },
  { name: 'an attempt opens in the playground', run: opensInPlayground },
];
