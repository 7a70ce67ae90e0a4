// What a reader does in the playground, and sees there.

import { nameOf } from '../../playground/memory_models.mjs';

// The verdict that the page shows, once it is the one under this memory model.
export async function verdict(page, model) {
  await page.locator('[data-spoken]', { hasText: `under ${nameOf(model)}:` }).waitFor({ state: 'attached' });
  return page.locator('.playground [data-verdict]').first().getAttribute('data-verdict');
}

export const choose = (page, model) => page.locator('.playground select.model').selectOption(model);
