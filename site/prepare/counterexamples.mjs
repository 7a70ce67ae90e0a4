// Asks the program for the counterexamples that pages show: the page to step through, and the litmus test.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cache } from '../paths.mjs';
import { nameOfSteps } from './explained.mjs';

const kept = path.join(cache, 'counterexamples');

// What one program has answered stays true of it.
function directoryFor(program) {
  const sum = createHash('sha256').update(readFileSync(program)).digest('hex').slice(0, 16);
  if (existsSync(kept)) {
    for (const other of readdirSync(kept)) if (other !== sum) rmSync(path.join(kept, other), { recursive: true });
  }
  const directory = path.join(kept, sum);
  mkdirSync(directory, { recursive: true });
  return directory;
}

function run(program, args) {
  return new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : error.code, stderr });
    });
  });
}

// The memory model under which the playground shows a violation in a litmus test, or null.
async function verdictOf(program, file, report) {
  await run(program, ['litmus', file, '--memory-model', 'cpp20', '--json', report]);
  if (!existsSync(report)) return null;
  const [{ verdicts }] = JSON.parse(readFileSync(report, 'utf8')).tests;
  return verdicts.find(({ verdict }) => verdict === 'allowed' || verdict === 'undefined')?.memory_model ?? null;
}

async function askFor(program, model, base) {
  const page = await run(program, ['explain', model, '--html', `${base}.html`]);
  // A model that holds although it is expected to fail would be reported by ./vigil check.
  if (!existsSync(`${base}.html`)) throw new Error(`vigil explain '${model}' --html writes no page:\n${page.stderr}`);
  const { status } = await run(program, ['explain', model, '--litmus', `${base}.litmus`]);
  const hasTest = status !== 2 && existsSync(`${base}.litmus`);
  return {
    html: readFileSync(`${base}.html`, 'utf8'),
    written: hasTest,
    litmus: hasTest ? readFileSync(`${base}.litmus`, 'utf8') : null,
    memoryModel: hasTest ? await verdictOf(program, `${base}.litmus`, `${base}.verdict.json`) : null,
  };
}

async function counterexample(program, directory, model) {
  const base = path.join(directory, nameOfSteps(model));
  const answer = `${base}.json`;
  if (!existsSync(answer)) {
    const found = await askFor(program, model, base);
    if (found.memoryModel === null) found.litmus = null;
    // Renamed, so that an interrupted build leaves no half of an answer.
    writeFileSync(`${answer}.part`, JSON.stringify(found));
    renameSync(`${answer}.part`, answer);
  }
  return JSON.parse(readFileSync(answer, 'utf8'));
}

// Map from model to {html, written, litmus, memoryModel}. litmus is null if the playground cannot show the violation.
export async function counterexamplesOf(program, models) {
  const directory = directoryFor(program);
  const found = new Map();
  const waiting = [...models];
  const worker = async () => {
    for (let model = waiting.shift(); model !== undefined; model = waiting.shift()) {
      found.set(model, await counterexample(program, directory, model));
    }
  };
  await Promise.all(os.cpus().map(worker));
  return found;
}

export function summaryOf(counterexamples) {
  const all = [...counterexamples.values()];
  const linked = all.filter(({ litmus }) => litmus !== null).length;
  const written = all.filter((each) => each.written).length;
  return `${all.length} counterexamples to step through: ${linked} open in the playground, ` +
    `${all.length - written} cannot be written as litmus tests, ${written - linked} fail only as models`;
}
