// Makes pages of other programs pages of the site: those that step through a counterexample, and those of doxygen.

const darkOfSystem = /@media \(prefers-color-scheme: dark\) \{\s*:root (\{[^}]*\})\s*\}/;

// Inside of a page of the site, a stepper has the colours that the reader has chosen there.
function withChosenColours(html) {
  const dark = darkOfSystem.exec(html);
  if (dark === null) throw new Error('the page to step through has no colours for the dark');
  const rules = [
    `@media (prefers-color-scheme: dark) { :root:not([data-scheme=light]) ${dark[1]} }`,
    `:root[data-scheme=dark] ${dark[1]}`,
    ':root[data-scheme=dark] { color-scheme: dark; }',
    ':root[data-scheme=light] { color-scheme: light; }',
    // The page around it says what it is, and leads on.
    '[data-embedded] header, [data-embedded] .way-back { display: none; }',
    '.way-back { margin: 0; padding: 0.8rem 1.2rem 0; }',
    // Tokens are long words.
    'code { overflow-wrap: anywhere; }',
  ];
  return html.replace(darkOfSystem, () => rules.join('\n'));
}

// `pages` show the counterexample: [{address, title}].
export function stepperPage(html, pages, base) {
  const links = pages.map(({ address, title }) => `<a href="${address}">${escaped(title)}</a>`);
  const line = `<p class="way-back">Explained in: ${links.join('; ')}</p>`;
  return withChosenColours(html)
    .replace('</head>', `${icon(base)}\n</head>`)
    .replace('<body>', () => `<body>\n${line}`);
}

// Without it a browser asks for /favicon.ico.
const icon = (base) => `<link rel="icon" href="${base}icon.svg" type="image/svg+xml">`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const barStyle = 'padding: 8px 12px; font: 15px sans-serif; background: #f6f6f7; border-bottom: 1px solid #c2c2c4';

// doxygen 1.9.4 links to a list of nested classes also where it leaves the list out.
const summaryOfNested = /<a href="#nested-classes">Classes<\/a> &#124;\s*/;

// doxygen's own menu knows nothing of the site.
export function referencePage(html, base) {
  const link = (place, words) => `<a href="${base}${place}" style="color: #3451b2; margin-right: 16px">${words}</a>`;
  const links = [link('', 'Vigil'), link('api.html', 'About this reference'), link('pages.html', 'All pages')];
  // Without this line a phone shows the page as wide as a desk.
  const width = '<meta name="viewport" content="width=device-width, initial-scale=1"/>';
  return html
    .replace(/<meta name="viewport"[^>]*>/, '')
    .replace(summaryOfNested, html.includes('name="nested-classes"') ? '$&' : '')
    .replace('</head>', `${width}\n${icon(base)}\n</head>`)
    .replace('<body>', `<body>\n<div style="${barStyle}">${links.join('')}</div>`);
}
