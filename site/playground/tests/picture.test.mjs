import assert from 'node:assert/strict';
import test from 'node:test';
import { headOf, line, pointOf } from '../picture/curves.mjs';
import { labelsOf } from '../picture/labels.mjs';
import { layoutOf, narrow, wide } from '../picture/layout.mjs';
import { routesOf } from '../picture/routes.mjs';
import { textLines } from '../picture/text_lines.mjs';
import { arrowInWords, eventInWords } from '../picture/words.mjs';
import { randomExecution } from './random_execution.mjs';

function* pictures() {
  for (let seed = 1; seed <= 300; ++seed)
    for (const size of [wide, narrow]) {
      const execution = randomExecution(seed);
      const layout = layoutOf(execution, execution.arrows, size);
      yield { seed, execution, layout, routes: routesOf(layout, execution.arrows) };
    }
}

function pointsOf({ segments }) {
  const shares = Array.from({ length: 41 }, (_, at) => at / 40);
  return segments.flatMap((segment) => shares.map((share) => pointOf(segment, share)));
}

// Arrows begin and end on the edges of boxes, so the edges do not count.
function isInside(point, { x, y, width, height }) {
  return point.x > x + 0.5 && point.x < x + width - 0.5 && point.y > y + 0.5 && point.y < y + height - 0.5;
}

function cornersOf({ x, y, width, height }) {
  return [{ x, y }, { x: x + width, y: y + height }];
}

test('no arrow runs through a box', () => {
  for (const { seed, layout, routes } of pictures())
    for (const route of routes)
      for (const point of pointsOf(route))
        for (const box of [...layout.boxes, ...layout.initials])
          if (isInside(point, box))
            assert.fail(`seed ${seed}: ${JSON.stringify(route.arrow)} through ${JSON.stringify(box)}`);
});

function isOnEdge(point, box) {
  const { x, y, width, height } = box;
  return isInside(point, { x: x - 1, y: y - 1, width: width + 2, height: height + 2 }) && !isInside(point, box);
}

test('every arrow is drawn, from the edge of one box to the edge of another', () => {
  for (const { seed, execution, layout, routes } of pictures()) {
    assert.equal(routes.length, execution.arrows.length, `seed ${seed}`);
    for (const { arrow, segments } of routes) {
      const to = layout.boxes.find(({ id }) => id === arrow.to);
      const from = arrow.from === 0 ? layout.initials.find(({ object }) => object === to.event.object)
                                    : layout.boxes.find(({ id }) => id === arrow.from);
      assert.ok(isOnEdge(segments[0].from, from), `seed ${seed}: the tail of ${JSON.stringify(arrow)}`);
      assert.ok(isOnEdge(segments.at(-1).to, to), `seed ${seed}: the head of ${JSON.stringify(arrow)}`);
    }
  }
});

test('arrows and boxes stay in the picture', () => {
  for (const { seed, layout, routes } of pictures())
    for (const { x, y } of [...routes.flatMap(pointsOf), ...[...layout.boxes, ...layout.initials].flatMap(cornersOf)])
      assert.ok(x >= 0 && x <= layout.width && y >= 0 && y <= layout.height, `seed ${seed}: ${x}, ${y}`);
});

test('a row holds one box, and boxes do not overlap', () => {
  for (const { seed, layout } of pictures())
    for (const [at, box] of layout.boxes.entries())
      if (at > 0) assert.ok(box.y > layout.boxes[at - 1].y + layout.boxes[at - 1].height, `seed ${seed}`);
});

test('names of arrows overlap neither each other nor boxes where there is room', () => {
  const execution = {
    threads: ['P0', 'P1'], objects: [],
    events: [0, 0, 1, 1].map((thread, at) => ({ id: at + 1, thread, text: 'store data = 1', object: null })),
    arrows: [{ relation: 'rf', from: 1, to: 3 }, { relation: 'sw', from: 1, to: 3 }, { relation: 'fr', from: 4, to: 2 },
             { relation: 'hb', from: 1, to: 4 }, { relation: 'mo', from: 2, to: 3 }],
  };
  const layout = layoutOf(execution, execution.arrows, wide);
  const points = labelsOf(layout, routesOf(layout, execution.arrows));
  for (const [at, one] of points.entries()) {
    for (const other of points.slice(at + 1))
      assert.ok(Math.abs(one.x - other.x) > 14 || Math.abs(one.y - other.y) > 13, `${JSON.stringify([one, other])}`);
    for (const box of layout.boxes) assert.ok(!isInside(one, box));
  }
});

test('arrows between the same two boxes bend at different places', () => {
  const execution = { threads: ['P0', 'P1'], objects: [], events: [0, 1].map((thread, at) =>
    ({ id: at + 1, thread, text: 'load', object: null })) };
  const arrows = [{ relation: 'hb', from: 1, to: 2 }, { relation: 'fr', from: 2, to: 1 }];
  const [one, other] = routesOf(layoutOf(execution, arrows, wide), arrows);
  assert.notEqual(one.segments[0].first.x, other.segments[0].first.x);
});

test('the head of an arrow points at its end', () => {
  assert.equal(headOf([line({ x: 0, y: 0 }, { x: 20, y: 0 })], 10), '20.0,0.0 10.0,4.5 10.0,-4.5');
});

test('a text is broken at spaces', () => {
  assert.deepEqual(textLines('store data = 1, relaxed', 14), ['store data =', '1, relaxed']);
  assert.deepEqual(textLines('compare-exchange-strong x', 10), ['compare-exchange-strong', 'x']);
});

test('an execution is described in words', () => {
  const execution = {
    threads: ['P0', 'P1'], objects: [{ name: 'data' }],
    events: [
      { id: 7, thread: 0, line: 9, text: 'store data = 1', object: 0 },
      { id: 8, thread: 1, line: 0, text: 'load data = 0', object: 0, stale: true },
    ],
  };
  assert.equal(eventInWords(execution, execution.events[0]), 'P0, line 9: store data = 1');
  assert.equal(eventInWords(execution, execution.events[1]), 'P1: load data = 0 (an old value)');
  assert.equal(arrowInWords(execution, { relation: 'fr', from: 8, to: 7 }),
               'Step 2 reads a value older than that of step 1');
  assert.equal(arrowInWords(execution, { relation: 'rf', from: 0, to: 8 }),
               'The initial value of data is read by step 2');
});
