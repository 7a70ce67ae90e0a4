// What the search finds: the prose of a page. Printed executions would hide it among their steps.

export function searchable(html, frontmatter) {
  return frontmatter?.search === false ? '' : html.replace(/<pre[\s\S]*?<\/pre>/g, '');
}
