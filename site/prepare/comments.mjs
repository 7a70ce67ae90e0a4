// Removes what pages say to ./vigil docs in comments.

import { changeProse } from './prose.mjs';

export function removeComments(text) {
  return changeProse(text, (prose) => prose.replace(/^<!--[\s\S]*?-->(?:\n|$)/gm, '').replace(/<!--[\s\S]*?-->/g, ''));
}
