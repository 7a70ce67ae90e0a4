// The links and the anchors of a built page.

const comment = /<!--[\s\S]*?-->/g;
const script = /<(script|style)\b[\s\S]*?<\/\1>/g;
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]);

export function anchorsOf(html) {
  return new Set([...html.matchAll(/<[^>]*?\s(?:id|name)="([^"]*)"/g)].map(([, name]) => decoded(name)));
}

export function linksOf(html) {
  const text = html.replace(comment, '').replace(script, '');
  return [...text.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, target]) => decoded(target));
}
