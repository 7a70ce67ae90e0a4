'use strict';
(() => {
const trace = JSON.parse(document.getElementById('data').textContent);
const last = trace.steps.length + (trace.violation ? 1 : 0);
const byId = (id) => document.getElementById(id);
const slider = byId('slider');
let current = 0;
let timer = null;

const element = (name, text, className) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
};
const nameOf = (thread) => {
  if (typeof thread !== 'number') return thread;
  return 'thread ' + thread + (trace.thread_names[thread] ? ' (' + trace.thread_names[thread] + ')' : '');
};
const stepAt = (number) => trace.steps[number - 1];

// The place of the newest value of each object that each thread has read or written so far.
function seenUpTo(number) {
  const seen = trace.objects.map(() => new Map());
  for (const step of trace.steps.slice(0, number)) {
    if (step.object === null || typeof step.thread !== 'number' || !(step.reads || step.place)) continue;
    const places = seen[step.object];
    const place = Math.max(step.reads ? step.source_place : 0, step.place);
    places.set(step.thread, Math.max(places.get(step.thread) ?? 0, place));
  }
  return seen;
}

// What an object holds after a step: its values in modification order, the initial one first.
function valuesOf(object, number) {
  const ordered = object.kind !== 'variable' && object.kind !== 'memory';
  const values = object.writes.filter((write) => write.step <= number);
  if (!ordered) return values.slice(-1);
  const initial = {step: 0, place: 0, value: object.initial ?? (object.kind === 'queue' ? 'nobody waits' : '?')};
  return [initial, ...values];
}

function chip(value, isNewest, seen) {
  const item = element('li', value.value, isNewest ? 'newest' : '');
  item.append(element('small', value.step ? 'step ' + value.step : value.place ? 'setup' : 'initial'));
  const who = [...seen].filter(([, place]) => place === value.place).map(([thread]) => thread).sort();
  if (who.length) item.append(element('small', 'seen by ' + who.join(', '), 'seen'));
  return item;
}

function showValues(number) {
  const seen = seenUpTo(number);
  const touched = number >= 1 && number <= trace.steps.length ? stepAt(number).object : null;
  byId('values').tBodies[0].replaceChildren(...trace.objects.map((object, index) => {
    const row = element('tr', undefined, index === touched ? 'touched' : '');
    row.dataset.object = object.name + (object.kind === 'queue' ? ' queue' : '');
    const name = element('th', object.name);
    name.scope = 'row';
    name.append(element('span', object.kind));
    const values = valuesOf(object, number);
    const list = element('ol');
    values.forEach((value, i) => list.append(chip(value, i === values.length - 1, seen[index])));
    if (!values.length) list.append(element('li', 'no value yet'));
    const cell = element('td');
    cell.append(list);
    row.append(name, cell);
    return row;
  }));
}

function showNow(number) {
  const now = byId('now');
  if (number === 0) return now.replaceChildren(element('span', 'Before the first step.'));
  if (number > trace.steps.length) {
    const words = 'VIOLATION: ' + trace.violation.kind + (trace.violation.what ? ': ' + trace.violation.what : '');
    return now.replaceChildren(element('strong', nameOf(trace.violation.thread)), element('span', words, 'bad'));
  }
  const step = stepAt(number);
  const parts = [element('strong', nameOf(step.thread)), element('code', step.text)];
  if (step.from) parts.push(element('span', 'reads from step ' + step.from + ': ' + stepAt(step.from).text, 'from'));
  if (step.from === 0) parts.push(element('span', 'reads the initial value', 'from'));
  const warning = document.querySelector('#row-' + number + ' .bad');
  if (warning) parts.push(element('span', warning.textContent, 'bad'));
  if (step.label) parts.push(element('code', '[' + step.label + ']'));
  if (step.function) parts.push(element('code', step.function));
  if (step.file) parts.push(element('code', step.file + ':' + step.line, 'hint'));
  now.replaceChildren(...parts);
}

function svg(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// An arrow between the cells of two steps, on the sides where they face each other, or on the right of both.
function arrow(from, to, kind, offset) {
  const section = document.querySelector('.steps');
  const cellOf = (number) => document.querySelector('#row-' + number + ' .step');
  if (!cellOf(from) || !cellOf(to)) return [];
  const box = section.getBoundingClientRect();
  const a = cellOf(from).getBoundingClientRect(), b = cellOf(to).getBoundingClientRect();
  const left = (rectangle) => rectangle.left - box.left + section.scrollLeft + 5;
  const right = (rectangle) => rectangle.right - box.left + section.scrollLeft - 9;
  const sameSide = a.left === b.left;
  const x1 = sameSide || a.left < b.left ? right(a) - offset : left(a);
  const x2 = sameSide || a.left > b.left ? right(b) - offset : left(b);
  const y1 = a.top - box.top + a.height / 2 + offset / 2, y2 = b.top - box.top + 15 + offset / 2;
  const out = sameSide ? [x1 - 26, x2 - 26] : [(x1 + x2) / 2, (x1 + x2) / 2];
  const direction = x2 > out[1] ? -1 : 1;
  const d = `M${x1},${y1} C${out[0]},${y1} ${out[1]},${y2} ${x2 + 6 * direction},${y2}`;
  const head = `M${x2},${y2} l${8 * direction},-4.5 v9 Z`;
  return [svg('path', {d, class: kind}), svg('path', {d: head, class: kind + '-head'})];
}

function showArrows(number) {
  const step = number >= 1 && number <= trace.steps.length ? stepAt(number) : null;
  const arrows = [];
  if (step && step.from) arrows.push(...arrow(step.from, number, 'rf', 0));
  if (step && step.overwritten_by) arrows.push(...arrow(step.overwritten_by, number, 'fr', 14));
  byId('arrows').replaceChildren(...arrows);
}

function show(number) {
  current = Math.min(Math.max(number, 0), last);
  for (const row of document.querySelectorAll('#trace tr[data-step]')) {
    const at = Number(row.dataset.step);
    row.classList.toggle('now', at === current);
    row.classList.toggle('later', at > current);
    if (at === current) row.setAttribute('aria-current', 'step');
    else row.removeAttribute('aria-current');
  }
  slider.value = String(current);
  byId('where').textContent = current + ' of ' + last;
  slider.setAttribute('aria-valuetext', 'step ' + current + ' of ' + last);
  byId('first').disabled = byId('previous').disabled = current === 0;
  byId('last').disabled = byId('next').disabled = current === last;
  document.body.dataset.step = String(current);
  showNow(current);
  showValues(current);
  showArrows(current);
  const row = byId('row-' + current);
  if (row) row.scrollIntoView({block: 'nearest'});
  else scrollTo(0, 0);
}

function go(number) {
  show(number);
  history.replaceState(null, '', '#step=' + current);
}

function stop() {
  clearInterval(timer);
  timer = null;
  byId('play').textContent = 'Play';
}

function play() {
  if (timer !== null) return stop();
  if (current === last) go(0);
  byId('play').textContent = 'Pause';
  timer = setInterval(() => {
    go(current + 1);
    if (current === last) stop();
  }, 1200);
}

const stepping = {
  ArrowRight: () => go(current + 1), ArrowDown: () => go(current + 1), ArrowLeft: () => go(current - 1),
  ArrowUp: () => go(current - 1), Home: () => go(0), End: () => go(last),
};

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const onSlider = event.target === slider;
  if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) {
    event.preventDefault();
    play();
  } else if (Object.hasOwn(stepping, event.key) && !onSlider) {
    event.preventDefault();
    stop();
    stepping[event.key]();
  }
});
for (const [id, move] of Object.entries({first: () => go(0), previous: () => go(current - 1),
                                         next: () => go(current + 1), last: () => go(last)})) {
  byId(id).addEventListener('click', () => { stop(); move(); });
}
byId('play').addEventListener('click', play);
slider.addEventListener('input', () => { stop(); go(Number(slider.value)); });
byId('trace').addEventListener('click', (event) => {
  const row = event.target.closest('tr[data-step]');
  if (!row || event.target.closest('a')) return;
  stop();
  go(Number(row.dataset.step));
});
const fromAddress = () => {
  const match = /^#step=(\d+)$/.exec(location.hash);
  return match ? Number(match[1]) : 0;
};
addEventListener('hashchange', () => { stop(); show(fromAddress()); });
addEventListener('resize', () => showArrows(current));

slider.max = String(last);
document.body.classList.add('steppable');
show(fromAddress());
})();
