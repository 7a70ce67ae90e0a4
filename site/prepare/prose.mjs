// Applies a change to the prose of a page, and leaves fences and inline code as they are.

const fence = /^ {0,3}(```+|~~~+)/;

// Lines of a page, in runs of prose and of fences.
export function runs(text) {
  const found = [];
  let open = null;
  for (const line of text.split('\n')) {
    const mark = fence.exec(line)?.[1];
    const isFence = open !== null || mark !== undefined;
    if (found.at(-1)?.isFence !== isFence || (isFence && open === null)) found.push({ isFence, lines: [] });
    found.at(-1).lines.push(line);
    if (mark === undefined) continue;
    if (open === null) open = mark;
    else if (mark.startsWith(open)) open = null;
  }
  return found;
}

export function changeProse(text, change) {
  const parts = runs(text).map(({ isFence, lines }) => {
    const run = lines.join('\n');
    return isFence ? run : outsideOfCode(run, change);
  });
  return parts.join('\n');
}

function outsideOfCode(text, change) {
  // What stands between equal runs of backticks is code. It does not reach over an empty line.
  const code = /(?<!`)(`+)(?!`)(?:(?!\n\s*\n)[\s\S])*?(?<!`)\1(?!`)/g;
  // A character for private use, which no page has, stands around the number of each code.
  const kept = [];
  const hidden = text.replace(code, (all) => `\uE000${kept.push(all) - 1}\uE000`);
  return change(hidden).replace(/\uE000(\d+)\uE000/g, (_, index) => kept[index]);
}
