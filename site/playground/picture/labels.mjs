// Where the names of arrows stand: on the arrow, and where no other name and no box is.

import { pointOf } from './curves.mjs';

const places = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88];

function areaOf(point, text, size) {
  const width = text.length * size.character + 4;
  return { left: point.x - width / 2, right: point.x + width / 2, top: point.y - 7, bottom: point.y + 7 };
}

function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function boxArea({ x, y, width, height }) {
  return { left: x, right: x + width, top: y, bottom: y + height };
}

// A straight arrow is no longer than a name is high: its name stands beside it.
function besideOf({ segments: [segment], arrow }, size) {
  const { x, y } = pointOf(segment, 0.5);
  return { x: x + (arrow.relation.length * size.character) / 2 + 7, y };
}

// The last segment is beside the box that the arrow leads to; of an arrow from an initial value, the line before it.
function candidates({ segments }) {
  const order = segments.length === 3 ? [segments[1], segments[0]] : [segments.at(-1), segments[0]];
  return order.flatMap((segment) => places.map((share) => pointOf(segment, share)));
}

// A point for each route.
export function labelsOf(layout, routes) {
  const taken = [...layout.boxes, ...layout.initials].map(boxArea);
  return routes.map((route) => {
    const points = route.isStraight ? [besideOf(route, layout.size)] : candidates(route);
    const isFree = (point) => {
      const area = areaOf(point, route.arrow.relation, layout.size);
      return area.left >= 0 && area.right <= layout.width && !taken.some((each) => meet(each, area));
    };
    const point = points.find(isFree) ?? points[0];
    taken.push(areaOf(point, route.arrow.relation, layout.size));
    return point;
  });
}
