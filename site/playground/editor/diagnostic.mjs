// The error of the engine as a diagnostic of the editor.

// The place in the document, or its end for a place behind it. Columns count bytes of UTF-8 in the engine, characters
// here; a line with an error is short, so it is encoded once for each character.
function offsetOf(doc, { line, column }) {
  if (line > doc.lines) return doc.length;
  const { text, from } = doc.line(line);
  let bytes = 1;
  let at = 0;
  for (const character of text) {
    if (bytes >= column) break;
    bytes += new TextEncoder().encode(character).length;
    at += character.length;
  }
  return from + at;
}

// From the place to the end of the word there. A place behind the text underlines the last character before it.
export function diagnosticOf(doc, error) {
  const at = offsetOf(doc, error);
  const line = doc.lineAt(at);
  const word = /^\w+/.exec(line.text.slice(at - line.from));
  const to = at + (word ? word[0].length : Number(at < line.to));
  const from = to === at ? Math.max(0, at - 1) : at;
  return { from, to, severity: 'error', message: error.message };
}
