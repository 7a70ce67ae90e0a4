// The curves that arrows are made of: cubic Bézier segments and straight lines, with points on them for labels.

export function line(from, to) {
  return { from, to, first: mix(from, to, 1 / 3), second: mix(from, to, 2 / 3) };
}

export function curve(from, first, second, to) {
  return { from, first, second, to };
}

function mix(one, other, share) {
  return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share };
}

export function pointOf({ from, first, second, to }, share) {
  const [a, b, c] = [mix(from, first, share), mix(first, second, share), mix(second, to, share)];
  return mix(mix(a, b, share), mix(b, c, share), share);
}

const text = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;

// The attribute d of a path.
export function pathOf(segments) {
  const rest = segments.map(({ first, second, to }) => `C${text(first)} ${text(second)} ${text(to)}`);
  return `M${text(segments[0].from)}${rest.join('')}`;
}

// The corners of an arrow head whose tip is the end of the last segment.
export function headOf(segments, length = 9) {
  const { second, to } = segments.at(-1);
  const distance = Math.hypot(to.x - second.x, to.y - second.y) || 1;
  const along = { x: (to.x - second.x) / distance, y: (to.y - second.y) / distance };
  const base = { x: to.x - along.x * length, y: to.y - along.y * length };
  const half = length * 0.45;
  const one = { x: base.x - along.y * half, y: base.y + along.x * half };
  const other = { x: base.x + along.y * half, y: base.y - along.x * half };
  return [to, one, other].map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}
