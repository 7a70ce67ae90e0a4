// The blocks of a page that a command fills: where they are, and what the site puts below them.

import { runs } from './prose.mjs';

const marker = /^<!-- (printed|drawn|measured) by: (.+) -->$/;
const endOfPrinted = /^<!-- end.* -->$/;
const endOfPicture = /\.svg\)$/;

// [{maker, command, last}]: the index of the last line of each block.
export function blocksOf(text) {
  const found = [];
  let open = null;
  let at = 0;
  for (const { isFence, lines } of runs(text)) {
    for (const line of isFence ? [] : lines) {
      if (open === null && marker.test(line)) open = { maker: marker.exec(line)[1], command: marker.exec(line)[2] };
      else if (open !== null && endsBlock(open, line)) {
        found.push({ ...open, last: at });
        open = null;
      }
      at += 1;
    }
    if (isFence) at += lines.length;
  }
  return found;
}

const endsBlock = ({ maker }, line) => (maker === 'drawn' ? endOfPicture : endOfPrinted).test(line);

// The text with `below(block, blocks)` below each block. An empty string adds nothing.
export function addBelow(text, below) {
  const blocks = blocksOf(text);
  const added = new Map(blocks.map((block) => [block.last, below(block, blocks)]));
  const lines = text.split('\n').flatMap((line, index) => {
    const extra = added.get(index);
    return extra ? [line, '', extra, ''] : [line];
  });
  return lines.join('\n');
}
