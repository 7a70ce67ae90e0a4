// The text and the memory model of the playground in the fragment of a URL: #v1=BASE64URL(DEFLATE(model, text)).
//
// It has no import of the page, so that the site's build can make links in node.

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { isModel } from './memory_models.mjs';

const prefix = '#v1=';
// Longer ones are refused before they are unpacked: a deflated text can grow by a factor of 1,000.
const mostCharacters = 64 * 1024;
const mostBytes = 256 * 1024;

function toBase64Url(bytes) {
  let characters = '';
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text) {
  if (!/^[\w-]+$/.test(text)) throw new Error('it has characters that no link has');
  const characters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(characters, (each) => each.charCodeAt(0));
}

// The sum of Adler-32, which zlib puts behind what it deflates. It detects a link that lost or changed a character.
function checkSum(bytes) {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return ((high << 16) | low) >>> 0;
}

function withSum(bytes) {
  const all = new Uint8Array(bytes.length + 4);
  new DataView(all.buffer).setUint32(0, checkSum(bytes));
  all.set(bytes, 4);
  return all;
}

function withoutSum(all) {
  const bytes = all.subarray(4);
  if (all.length < 4 || new DataView(all.buffer, all.byteOffset).getUint32(0) !== checkSum(bytes))
    throw new Error('its checksum does not match');
  return bytes;
}

// The fragment that opens the playground with this text and this memory model. Append it to the URL of the page.
export function linkTo(text, model) {
  if (!isModel(model)) throw new Error(`no memory model is named "${model}"`);
  return prefix + toBase64Url(deflateSync(withSum(strToU8(`${model}\n${text}`)), { level: 9 }));
}

export function isLink(fragment) {
  return /^#v\d+=/.test(fragment);
}

function unpack(fragment) {
  if (!fragment.startsWith(prefix)) throw new Error('it is of a version that this page does not know');
  if (fragment.length > mostCharacters) throw new Error('it is too long');
  const bytes = inflateSync(fromBase64Url(fragment.slice(prefix.length)));
  if (bytes.length > mostBytes) throw new Error('it is too long');
  return strFromU8(withoutSum(bytes));
}

// { text, model } of a fragment. Throws an Error that says in words what is wrong with it.
export function readLink(fragment) {
  let content;
  try {
    content = unpack(fragment);
  } catch (error) {
    throw new Error(`This link is damaged: ${error.message}.`, { cause: error });
  }
  const end = content.indexOf('\n');
  const model = content.slice(0, end);
  if (!isModel(model)) throw new Error(`This link is damaged: it names no memory model.`);
  return { text: content.slice(end + 1), model };
}
