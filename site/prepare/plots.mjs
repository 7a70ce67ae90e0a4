// Gives a plot of the benchmarks colours for the dark. The pictures of executions have them.

const dark = `<style>
@media (prefers-color-scheme: dark) {
  text { fill: #dfdfd6; }
  line { stroke: #46464d; }
  rect[fill="#fff"] { fill: #1b1b1f; }
  rect[fill="#68a"] { fill: #8aa8c8; }
  rect[fill="#0a6"] { fill: #2fbf85; }
}
</style>`;

export function pictureInDark(svg) {
  return svg.includes('prefers-color-scheme') ? svg : svg.replace(/<svg[^>]*>/, (begin) => `${begin}\n${dark}`);
}
