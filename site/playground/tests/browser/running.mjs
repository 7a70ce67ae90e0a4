// The playground runs a text, and says what is wrong with it, what the verdict is, and how far a search is.

import assert from 'node:assert/strict';
import { largeExamples } from '../../large_examples.mjs';
import { litmus, openPlayground, openText, spoken, verdict, write } from './support.mjs';

const verdicts = [
  ['allowed', 'message-passing/mp', 'cpp20', /^Allowed under C\+\+20: some execution ends/],
  ['forbidden', 'message-passing/mp', 'tso', /^Forbidden under x86-TSO: no execution ends .* explored them all/],
  ['not-explored', 'load-buffering/lb', 'cpp20', /^Not explored under C\+\+20: .* load buffering/],
  ['undefined', 'undefined-orders/undefined-store-acq', 'cpp20', /^Undefined under C\+\+20: .* promises nothing/],
];

async function showsAnError(page, origin) {
  await openText(page, origin, litmus('message-passing/mp'));
  await write(page, 'C wrong\n{}\nP0(atomic_int* x) {\n  int r0 = oops(x);\n}\nexists (x=1)\n');
  const words = await spoken(page, /^Line 4, column 12/);
  assert.equal((await page.locator('.left .error').textContent()).trim(), words.trim());
  assert.equal(await page.locator('.cm-lintRange-error').textContent(), 'oops');
  assert.equal(await page.locator('.result').count(), 0, 'the answer to another text is still shown');
  await page.locator('.cm-lintRange-error').hover();
  await page.locator('.cm-tooltip', { hasText: words.slice('Line 4, column 12: '.length) }).waitFor();
}

async function runsByItself(page, origin) {
  await openText(page, origin, litmus('message-passing/mp'));
  await write(page, litmus('message-passing/mp-rel-acq'));
  await spoken(page, /^Forbidden under C\+\+20/);
  await page.locator('select.model').selectOption('sc');
  await spoken(page, /^Forbidden under SC/);
}

async function runsByKey(page, origin) {
  await openText(page, origin, litmus('message-passing/mp'));
  const before = page.url();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' ');
  await page.keyboard.press('Control+Enter');
  assert.notEqual(page.url(), before, 'it did not run at once');
}

async function showsAllModels(page, origin) {
  await openText(page, origin, litmus('message-passing/mp'));
  const line = page.locator('.all-models button');
  await line.filter({ hasText: 'SC' }).filter({ hasText: 'Forbidden' }).waitFor();
  const words = (await line.allTextContents()).map((each) => each.replace(/\s+/g, ' ').trim());
  assert.deepEqual(words, ['C++20 ✓ Allowed', 'RC11 ✓ Allowed', 'x86-TSO ✕ Forbidden', 'SC ✕ Forbidden'].map((each) =>
    each.replace(/^(\S+) /, '$1')));
  await page.locator('[data-model="tso"]').click();
  await spoken(page, /^Forbidden under x86-TSO/);
  assert.equal(await page.locator('select.model').inputValue(), 'tso');
}

async function saysWhenLimited(page, origin) {
  await openText(page, origin, largeExamples[0].text);
  await page.locator('select.limit').selectOption('1000');
  await spoken(page, /^Unknown under C\+\+20: the search stopped at its limit of 1,000 executions/);
  assert.equal(await verdict(page), 'unknown');
  await page.locator('.verdict .limit', { hasText: 'there are more than are shown here' }).waitFor();
}

async function saysWhenAsserted(page, origin) {
  await openText(page, origin, 'C F\n{}\nP0(atomic_int* x) {\n  atomic_store(x, 1);\n}\nforall (x=0)\n', 'sc');
  await page.locator('.verdict', { hasText: 'every execution ends so. This does not hold.' }).waitFor();
}

async function cancels(page, origin) {
  await openPlayground(page, origin);
  await spoken(page, /^Allowed/);
  await page.locator('select.examples').selectOption(largeExamples[1].name);
  const soFar = page.locator('.so-far', { hasText: /^[1-9][\d,]* executions so far/ });
  await soFar.waitFor();
  const share = await page.locator('progress').getAttribute('value');
  assert.ok(Number(share) > 0 && Number(share) < 1, `the share is ${share}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await spoken(page, 'The search was cancelled.');
  const cancelled = await page.locator('.cancelled').textContent();
  assert.match(cancelled, /cancelled after [1-9][\d,]* executions\. It gives no verdict/);
  assert.equal(await page.locator('.verdict').count(), 0);
  // The search takes a minute, so its worker ends in time only if it is terminated.
  for (const worker of page.workers()) await worker.waitForEvent('close', { timeout: 10_000 });
  await page.locator('select.examples').selectOption('MP+rel+acq');
  await spoken(page, /^Forbidden/); // a worker that still searched would not answer
}

async function isFast(page, origin) {
  await openPlayground(page, origin);
  await spoken(page, /^Allowed/);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const spokenTo = document.querySelector('[data-spoken]');
    const watched = { childList: true, subtree: true, characterData: true };
    new MutationObserver(() => (window.spokenAt = performance.now())).observe(spokenTo, watched);
  });
  await page.locator('select.examples').selectOption(largeExamples[0].name);
  await page.evaluate(() => {
    window.ranAt = performance.now();
    document.querySelector('button.run').click();
  });
  await spoken(page, /^Forbidden/);
  assert.match(await page.locator('.counts').textContent(), /11,550 executions/);
  const took = await page.evaluate(() => window.spokenAt - window.ranAt);
  assert.ok(took < 1000, `11,550 executions took ${took.toFixed(0)} ms`);
}

export const tests = [
  { name: 'an error is shown with its line and column, underlined, and without a verdict', run: showsAnError },
  { name: 'a text runs by itself after an edit and after a change of the memory model', run: runsByItself },
  { name: 'Ctrl+Enter in the editor runs at once', run: runsByKey },
  ...verdicts.map(([name, test, model, words]) => ({
    name: `the verdict ${name} is said in a sentence`,
    async run(page, origin) {
      await openText(page, origin, litmus(test), model);
      await spoken(page, words);
      assert.equal(await verdict(page), name);
      assert.match((await page.locator('.verdict .sentence').textContent()).trim(), /^\S [A-Z]/, 'an icon and words');
    },
  })),
  { name: 'a search that came to its limit says so, and is unknown', run: saysWhenLimited },
  { name: 'a test that asserts something says whether it holds', run: saysWhenAsserted },
  { name: 'the verdict under each memory model is shown, and a click chooses one', run: showsAllModels },
  { name: 'a long search shows its progress, and Cancel ends it without a verdict', run: cancels },
  { name: 'a program of 11,550 executions is answered in less than a second', run: isFast },
];
