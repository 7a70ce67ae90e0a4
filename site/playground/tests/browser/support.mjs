// What the tests of the playground do with a page, and what they look at.

import { readFileSync } from 'node:fs';
import { linkTo } from '../../permalink.mjs';

const corpus = new URL('../../../../litmus/corpus/', import.meta.url);

// The text of a test of the corpus, by its path without the ending.
export function litmus(name) {
  return readFileSync(new URL(`${name}.litmus`, corpus), 'utf8');
}

export function addressOf(origin, path) {
  return `${origin.replace(/\/$/, '')}/${path}`;
}

// Console errors and uncaught ones of a page, as they come. A browser asks for an icon by itself.
export function complaintsOf(page) {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.stack));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico')) complaints.push(message.text());
  });
  return complaints;
}

// What the page says to a screen reader of the search, once it says something that matches.
export async function spoken(page, words) {
  await page.locator('[data-spoken]', { hasText: words }).waitFor({ state: 'attached' });
  return page.locator('[data-spoken]').textContent();
}

export async function openPlayground(page, origin, fragment = '') {
  await page.goto(addressOf(origin, `playground.html${fragment}`));
  await page.locator('.playground .cm-content').waitFor();
}

// Opens a text under a memory model, and waits for its verdict.
export async function openText(page, origin, text, model = 'cpp20') {
  await openPlayground(page, origin, linkTo(text, model));
  await spoken(page, / under /);
}

export async function verdict(page) {
  return page.locator('.verdict').getAttribute('data-verdict');
}

export async function textOf(page) {
  return (await page.locator('.playground .cm-line').allTextContents()).join('\n');
}

// Replaces the text of the editor, as a paste does.
export async function write(page, text) {
  await page.locator('.playground .cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

export function relationsDrawn(page) {
  return page.locator('.execution .drawing g.arrow').evaluateAll((all) =>
    [...new Set(all.map((each) => each.getAttribute('data-relation')))].sort());
}
