// Renders markdown as GitHub does, where VitePress differs.

// As GitHub names a heading: lower case, blanks become hyphens, and all other punctuation goes.
export function slugify(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '').replace(/ /g, '-');
}

// `:word:` is no picture, and `{{` is text.
export function asGitHub(md) {
  md.disable('emoji');
  const text = md.renderer.rules.text;
  md.renderer.rules.text = (...rest) => text(...rest).replaceAll('{{', '&#123;&#123;');
}

// A picture that is wider than the page scrolls in itself.
export function pictures(md) {
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (...rest) =>
    `<span class="picture" role="group" aria-label="Picture" tabindex="0">${image(...rest)}</span>`;
}

// A column without a title has no header cell: screen readers would announce an empty one.
export function emptyHeaders(md) {
  md.core.ruler.push('empty_headers', ({ tokens }) => {
    tokens.forEach((token, index) => {
      if (token.type !== 'th_open' || tokens[index + 1].content !== '') return;
      token.tag = 'td';
      tokens[index + 2].tag = 'td';
    });
  });
}

const long = 30;

// A cell of a sentence keeps the width to be read, and a long name in a table may be broken.
export function tables(md) {
  md.core.ruler.push('cells', ({ tokens }) => {
    tokens.forEach((token, index) => {
      if (token.type !== 'td_open') return;
      const { content, children } = tokens[index + 1];
      if (content.replace(/`[^`]*`/g, '').length > long) token.attrJoin('class', 'long');
      for (const child of children) if (child.type === 'code_inline') child.meta = { breaks: true };
    });
  });
  const code = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    const html = code(tokens, index, ...rest);
    if (!tokens[index].meta?.breaks) return html;
    return html.replace(/>([^<]*)</, (_, text) => `>${text.replace(/[/_]/g, '$&<wbr>')}<`);
  };
}
