// Counterexamples of the gallery and of the protocols: they step, and the playground shows the violation.

import assert from 'node:assert/strict';
import { builtPages, htmlOf, isOfReference, portions } from '../support/built.mjs';
import { linksOf } from '../support/links.mjs';
import { verdict } from '../support/playground.mjs';

const options = { serviceWorkers: 'block' };

// Links to the playground on pages that show counterexamples of models.
const linked = builtPages()
  .filter((page) => /^(gallery|protocols)\//.test(page) && !isOfReference(page))
  .flatMap((page) => linksOf(htmlOf(page)).filter((link) => link.includes('playground.html#')).map((link) => ({ page, link })));

const violates = (links) => async (page, origin) => {
  for (const { page: from, link } of links) {
    // A new document: the playground of the link before is still there otherwise.
    await page.goto('about:blank');
    await page.goto(new URL(link, origin).href);
    const shown = await verdict(page, 'cpp20');
    assert.ok(['allowed', 'undefined'].includes(shown), `${from}: the verdict of ${link} is ${shown}`);
  }
};

async function steps(page, origin) {
  await page.goto(`${origin}/gallery/S-13.html`);
  const stepper = page.locator('.stepper');
  assert.equal(await stepper.locator('iframe').count(), 0, 'the steps were loaded before they were opened');
  await stepper.getByText('Step through it').click();
  const inside = stepper.frameLocator('iframe');
  const at = (number) => inside.locator(`body[data-step="${number}"]`).waitFor();
  await inside.getByRole('button', { name: 'Next' }).click();
  await at(1);
  await page.keyboard.press('ArrowRight');
  await at(2);
  await page.keyboard.press('End');
  await at(16);
  await inside.getByText('VIOLATION: missed-wake').first().waitFor();
}

async function follows(page, origin) {
  const colour = (name) => page.frameLocator('.stepper iframe').locator('body').evaluate(
    (body, property) => getComputedStyle(body)[property], name);
  await page.goto(`${origin}/gallery/S-13.html`);
  await page.locator('.stepper').getByText('Step through it').click();
  await page.frameLocator('.stepper iframe').locator('body.steppable').waitFor();
  const light = await colour('backgroundColor');
  await page.locator('.VPSwitchAppearance').first().click();
  await page.locator('html.dark').waitFor();
  const dark = await colour('backgroundColor');
  assert.equal(light, 'rgb(255, 255, 255)');
  assert.equal(dark, 'rgb(20, 23, 27)');
}

export const tests = [
  ...portions(linked, 12).map((links, index) => ({
    name: `the playground shows the violation of the gallery's counterexamples, part ${index + 1}`,
    options,
    run: violates(links),
  })),
  {
    name: 'there are counterexamples that open in the playground',
    async run() {
      assert.ok(linked.length >= 20, `only ${linked.length} links`);
    },
  },
  { name: 'a counterexample of the gallery steps in its page, by a button and by keys', options, run: steps },
  { name: 'the steps of a counterexample have the colours that the reader has chosen', options, run: follows },
  {
    name: 'the steps of a counterexample are a page of their own, which leads back',
    options,
    async run(page, origin) {
      await page.goto(`${origin}/gallery/S-13.html`);
      await page.locator('.stepper').getByText('Step through it').click();
      await page.getByRole('link', { name: 'The steps as a page of their own' }).click();
      await page.waitForURL('**/steps/*.html');
      await page.getByRole('link', { name: 'S-13' }).click();
      await page.waitForURL(`${origin}/gallery/S-13.html`);
    },
  },
];
