// The text and the model are in the address of the page.

import assert from 'node:assert/strict';
import { linkTo, readLink } from '../../permalink.mjs';
import { litmus, openPlayground, openText, spoken, textOf, write } from './support.mjs';

const text = litmus('store-buffering/sb');
const fragmentOf = (page) => new URL(page.url()).hash;

async function roundTrip(page, origin) {
  await openText(page, origin, text, 'tso');
  assert.equal(await textOf(page), text);
  assert.equal(await page.locator('select.model').inputValue(), 'tso');
  const entries = await page.evaluate(() => history.length);
  const other = litmus('message-passing/mp-rel-acq');
  await write(page, other);
  await spoken(page, /^Forbidden under x86-TSO/);
  assert.deepEqual(readLink(fragmentOf(page)), { text: other, model: 'tso' });
  assert.equal(await page.evaluate(() => history.length), entries, 'a run adds to the history');
  await page.reload();
  await spoken(page, /^Forbidden under x86-TSO/);
  assert.equal(await textOf(page), other, 'the text does not survive a reload');
}

async function pastedLink(page, origin) {
  await openText(page, origin, text, 'sc');
  await page.evaluate((hash) => (window.location.hash = hash), linkTo(litmus('message-passing/mp'), 'cpp20'));
  await spoken(page, /^Allowed under C\+\+20/);
  await page.goBack();
  await spoken(page, /^Forbidden under SC/);
  assert.equal(await textOf(page), text, 'the text before the pasted link is lost');
}

async function badLinkAtFirst(page, origin) {
  const bad = linkTo(text, 'tso').slice(0, -9);
  await openPlayground(page, origin, bad);
  await page.locator('.bad-link', { hasText: 'This link is damaged' }).waitFor();
  await spoken(page, /^Allowed under C\+\+20/);
  assert.equal(fragmentOf(page), bad, 'the bad link is lost before the reader can repair it');
  assert.match(await textOf(page), /^C MP\n/);
}

async function badLinkPasted(page, origin) {
  await openText(page, origin, text, 'tso');
  await page.evaluate(() => (window.location.hash = '#v1=AAAA'));
  await page.locator('.bad-link', { hasText: 'The program below is unchanged' }).waitFor();
  assert.equal(await textOf(page), text);
  assert.equal(await page.locator('select.model').inputValue(), 'tso');
}

async function copies(page, origin) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openText(page, origin, text, 'rc11');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.copied', { hasText: 'Copied.' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, page.url());
  assert.deepEqual(readLink(new URL(copied).hash), { text, model: 'rc11' });
}

export const tests = [
  { name: 'a link opens its text and its model, a run changes it, and a reload keeps it', run: roundTrip },
  { name: 'a pasted link is opened, and Back returns to the text before', run: pastedLink },
  { name: 'a bad link says so, and stays in the address', run: badLinkAtFirst },
  { name: 'a bad link that is pasted leaves text and model as they are', run: badLinkPasted },
  { name: 'the link is copied', run: copies },
];
