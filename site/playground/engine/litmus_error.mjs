// Where the engine finds an error in a text: "3:14: expected ';' instead of '}'", or words without a place.

export function litmusError(message) {
  const found = /^(?:line )?(\d+)(?::|, column )(\d+): (.*)$/s.exec(message);
  if (!found) return { message };
  return { line: Number(found[1]), column: Number(found[2]), message: found[3] };
}

export function inWords({ line, column, message }) {
  return line === undefined ? message : `Line ${line}, column ${column}: ${message}`;
}
