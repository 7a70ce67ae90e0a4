// Executions are browsed, drawn, stepped through, and explained.

import assert from 'node:assert/strict';
import { largeExamples } from '../../large_examples.mjs';
import { litmus, openText, relationsDrawn, textOf } from './support.mjs';

const open = (page, origin, name, model) => openText(page, origin, litmus(name), model);
const shownNumber = (page) => page.locator('.execution').getAttribute('data-number');
const button = (page, name) => page.locator('.browser').getByRole('button', { name, exact: true });

async function waitForNumber(page, number) {
  await page.locator(`.execution[data-number="${number}"]`).waitFor();
}

async function browsesAll(page, origin) {
  await open(page, origin, 'message-passing/mp');
  await page.locator('.execution svg[role=img]').waitFor();
  await page.getByRole('heading', { name: 'An execution that shows it' }).waitFor();
  const example = Number(await shownNumber(page));
  await button(page, 'Next execution').click();
  await waitForNumber(page, example + 1);
  await button(page, 'Previous execution').click();
  await waitForNumber(page, example);
  await page.locator('.browser input[type=number]').fill('4');
  await page.keyboard.press('Enter');
  await waitForNumber(page, 4);
  assert.equal(await button(page, 'Next execution').isDisabled(), true);
}

async function browsesAnOutcome(page, origin) {
  await open(page, origin, 'message-passing/mp');
  await page.locator('[data-outcome="0 0"] button').click();
  await page.locator('.browser .place', { hasText: 'of 1: 1:r0=0 1:r1=0' }).waitFor();
  await waitForNumber(page, 4);
}

async function browsesManyOfAnOutcome(page, origin) {
  await openText(page, origin, largeExamples[0].text);
  await page.locator('[data-outcome="11"] button').click();
  await page.locator('.browser .place', { hasText: 'of the first 1,000 (of 11,550): counter=11' }).waitFor();
  await waitForNumber(page, 1);
  await button(page, 'Next execution').click();
  await waitForNumber(page, 2);
  await button(page, 'Browse all executions').click();
  await page.locator('.browser .place', { hasText: 'of 11,550: all executions' }).waitFor();
}

// The text is not the first example, with which the page begins.
async function keepsWhatIsBrowsed(page, origin) {
  await open(page, origin, 'store-buffering/sb');
  await page.locator('[data-outcome="1 1"] button').click();
  const place = page.locator('.browser .place', { hasText: 'of 1: 0:r0=1 1:r0=1' });
  await place.waitFor();
  // Longer than the text rests before a change of it would run.
  await page.waitForTimeout(1500);
  assert.equal(await place.count(), 1, 'a text that nobody changed was run once more');
}

async function marksOutcomes(page, origin) {
  await open(page, origin, 'message-passing/mp');
  const satisfying = page.locator('.outcomes tr.satisfies');
  assert.equal(await satisfying.count(), 1);
  assert.match(await satisfying.textContent(), /✓ yes/);
  assert.equal(await satisfying.getAttribute('data-outcome'), '1 0');
}

async function showsStuck(page, origin) {
  await open(page, origin, 'waiting-loops/deadlock');
  await page.locator('[data-outcome="stuck"]', { hasText: 'a thread waits for ever' }).getByRole('button').click();
  await page.locator('.execution .kind', { hasText: 'a thread waits for ever (livelock' }).waitFor();
  assert.equal(await page.locator('.execution .box.waiting').count(), 2);
}

async function switchesRelations(page, origin) {
  await open(page, origin, 'message-passing/mp');
  await page.locator('.execution svg[role=img]').waitFor();
  assert.deepEqual(await relationsDrawn(page), ['fr', 'mo', 'rf']);
  await page.getByRole('checkbox', { name: 'mo modification order' }).uncheck();
  assert.deepEqual(await relationsDrawn(page), ['fr', 'rf']);
  await page.getByRole('checkbox', { name: 'sb sequenced before' }).check();
  assert.deepEqual(await relationsDrawn(page), ['fr', 'rf', 'sb']);
  await button(page, 'Next execution').click();
  await waitForNumber(page, 3);
  assert.ok((await relationsDrawn(page)).includes('sb'), 'the choice is lost with the next execution');
}

async function drawsSeqCst(page, origin) {
  await open(page, origin, 'store-buffering/sb-scs');
  await button(page, 'Browse all executions').click();
  await page.getByRole('checkbox', { name: 'S order S' }).check();
  assert.ok((await relationsDrawn(page)).includes('S'));
}

async function steps(page, origin) {
  await open(page, origin, 'message-passing/mp');
  await page.locator('.execution svg[role=img]').waitFor();
  await button(page, 'First').click();
  assert.equal(await page.locator('.execution .box.later').count(), 4);
  await button(page, 'Next').click();
  await page.locator('.steps .now', { hasText: 'Step 1 of 4. P0, line 9: store data = 1, relaxed' }).waitFor();
  assert.equal(await page.locator('.execution .box.current').count(), 1);
  assert.equal(await page.locator('.execution .box.later').count(), 3);
  assert.match(await page.locator('.cm-step-line').textContent(), /atomic_store_explicit\(data/);
  await page.locator('.execution .drawing .scroller').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.steps .now', { hasText: 'Step 2 of 4' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.steps .now', { hasText: 'Before the first' }).waitFor();
  await page.keyboard.press('End');
  await page.locator('.steps .now', { hasText: 'Step 4 of 4' }).waitFor();
  await page.locator('.steps input[type=range]').fill('3');
  await page.locator('.steps .now', { hasText: 'Step 3 of 4' }).waitFor();
  await button(page, 'Whole').click();
  assert.equal(await page.locator('.execution .box.later').count(), 0);
  assert.equal(await page.locator('.cm-step-line').count(), 0);
}

async function viewsOf(page, thread) {
  const cells = await page.locator('.views tbody tr').nth(thread).locator('td').allTextContents();
  return cells.map((each) => each.replace(/\s+/g, ' ').trim());
}

async function showsViews(page, origin) {
  await open(page, origin, 'message-passing/mp');
  await page.locator('.execution svg[role=img]').waitFor();
  await button(page, 'First').click();
  assert.deepEqual(await viewsOf(page, 1), ['0 (newest)', '0 (newest)']);
  await button(page, 'Next').click();
  assert.deepEqual(await viewsOf(page, 0), ['1 (newest)', '0 (newest)']);
  assert.deepEqual(await viewsOf(page, 1), ['0, 1 (newest)', '0 (newest)']);
}

async function saysWhyNot(page, origin) {
  await open(page, origin, 'message-passing/mp-rel-acq');
  await page.locator('.why-not svg').waitFor();
  await page.locator('.why-not', { hasText: 'one candidate would end so. ' }).waitFor();
  assert.match(await page.locator('.why-not .reasons').textContent(), /1 breaks coherence/);
  const relations = await page.locator('.why-not .cycle .relation').allTextContents();
  assert.deepEqual(relations, ['sb', 'sw', 'sb', 'fr']);
  assert.match(await page.locator('.why-not .cycle li').nth(1).textContent(), /synchroni[sz]es with load flag = 1/);
  assert.match(await page.locator('.why-not .conclusion').textContent(), /Coherence forbids that/);
  assert.equal(await page.locator('.why-not g.arrow.bold').count(), 4, 'the cycle is drawn boldly');
}

async function saysWhyNotExplored(page, origin) {
  await open(page, origin, 'load-buffering/lb');
  await page.getByRole('button', { name: 'Say why no execution ends so' }).click();
  await page.locator('.why-not', { hasText: '1 needs load buffering' }).waitFor();
}

async function listsChanges(page, origin) {
  await open(page, origin, 'message-passing/mp-rlx-acq');
  await page.getByRole('button', { name: 'Try each single change' }).click();
  const change = page.locator('.changes button', { hasText: 'release instead of relaxed' });
  await change.waitFor();
  assert.match(await change.textContent(), /Forbidden.*line 10 of P0/s);
  await change.click();
  const active = page.locator('.cm-activeLine');
  assert.match(await active.textContent(), /atomic_store_explicit\(flag/);
  assert.match(await textOf(page), /memory_order_relaxed/, 'the text is changed');
}

// With the editor as low as it gets, the step's line is below its end.
async function keepsTheLineInSight(page, origin) {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, origin, 'seq-cst/iriw-scs');
  await button(page, 'Browse all executions').click();
  await button(page, 'Last').click();
  const line = await page.locator('.cm-step-line').boundingBox();
  const editor = await page.locator('.editor').boundingBox();
  assert.ok(line.y >= editor.y && line.y + line.height <= editor.y + editor.height, 'the line is scrolled out');
  assert.ok(editor.y >= 0 && editor.y + editor.height <= 600, 'the editor is scrolled out');
}

async function fitsItsRoom(page, origin) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, origin, 'seq-cst/iriw-acqs');
  const scroller = page.locator('.execution .drawing .scroller');
  await scroller.waitFor();
  const { wide, room } = await scroller.evaluate((each) => ({ wide: each.scrollWidth, room: each.clientWidth }));
  assert.equal(wide, room);
}

async function isDescribedInWords(page, origin) {
  await open(page, origin, 'message-passing/mp');
  await page.locator('.execution .words summary').click();
  const words = await page.locator('.execution .words li').allTextContents();
  assert.ok(words.includes('P1, line 14: load data = 0, relaxed (an old value)'), words.join('\n'));
  assert.ok(words.includes('The initial value of data is read by step 4'), words.join('\n'));
}

export const tests = [
  { name: 'the example is shown first, and all executions are browsed by number', run: browsesAll },
  { name: 'a click on an outcome shows the execution that ends so', run: browsesAnOutcome },
  { name: 'of an outcome with many executions, the first thousand are browsed', run: browsesManyOfAnOutcome },
  { name: 'what is browsed stays while nobody changes the text', run: keepsWhatIsBrowsed },
  { name: 'the outcomes that satisfy the condition are marked', run: marksOutcomes },
  { name: 'an execution that waits for ever is a row of the outcomes, and is shown', run: showsStuck },
  { name: 'relations are switched on and off, and stay so in the next execution', run: switchesRelations },
  { name: 'the order S is drawn when it is switched on', run: drawsSeqCst },
  { name: 'an execution is stepped through by buttons, keys and slider, and the editor marks the line', run: steps },
  { name: 'the values that each thread may read are shown at each step', run: showsViews },
  { name: 'a forbidden outcome is explained by a cycle, in words and in a picture', run: saysWhyNot },
  { name: 'an outcome that is not explored is explained when the reader asks', run: saysWhyNotExplored },
  { name: 'the changes that give another verdict are listed, and a click goes to the line', run: listsChanges },
  { name: 'the line of a step is in sight while the picture is', run: keepsTheLineInSight },
  { name: 'four threads fit into the picture on a wide screen', run: fitsItsRoom },
  { name: 'an execution is also described in words', run: isDescribedInWords },
];
