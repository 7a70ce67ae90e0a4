// The search finds the words of the field.

import assert from 'node:assert/strict';

const finds = (words, expected) => ({
  name: `the search finds "${words}"`,
  options: { serviceWorkers: 'block' },
  async run(page, origin) {
    // Keys do nothing before the scripts are there.
    await page.goto(`${origin}/pages.html`, { waitUntil: 'networkidle' });
    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').fill(words);
    const results = page.locator('.VPLocalSearchBox .result');
    await results.first().waitFor();
    const found = await results.evaluateAll((all) => all.map((each) => new URL(each.href).pathname));
    assert.ok(found.some((address) => expected.test(address)), `found ${found.join(', ')}`);
    await page.keyboard.press('Enter');
    await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' });
    assert.notEqual(page.url(), `${origin}/pages.html`);
  },
});

export const tests = [
  finds('missed wakeup', /gallery\/S-|sleep/),
  finds('release sequence', /course\/05-release-sequences/),
];
