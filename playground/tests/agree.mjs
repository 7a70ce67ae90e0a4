// node agree.mjs NATIVE WASM CORPUS PROGRAMS [SEED]
//
// Does the engine answer as WebAssembly what it answers as native code? Of every test of the corpus, and of random
// programs, under each memory model: the whole answer is compared, with all counts, states and the execution.

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { Engine, memoryModels } from '../engine/engine.mjs';
import { randomTest } from './random_tests.mjs';

const [native, wasm, corpus, programs, seed = '1'] = process.argv.slice(2);

function testsBelow(directory) {
  return readdirSync(directory, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return testsBelow(path);
      return entry.name.endsWith('.litmus') ? [readFileSync(path, 'utf8')] : [];
    });
}

function nativeAnswers(tests) {
  const input = tests.map((test) => `${test.trimEnd()}\n%%\n`).join('');
  const run = spawnSync(native, { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (run.status !== 0) throw new Error(`${native} ended with ${run.status ?? run.signal}: ${run.stderr}`);
  // A trace is several lines of JSON, and an answer begins at the start of a line.
  return run.stdout.split(/\n(?=\{"(?:verdict|error)")/).map((answer) => answer.trimEnd());
}

function wasmAnswers(engine, tests) {
  return tests.flatMap((test) => memoryModels.map((model) => {
    try {
      return engine.answer(`${test.trimEnd()}\n`, model).trimEnd();
    } catch (error) {
      return JSON.stringify({ error: error.message });
    }
  }));
}

const engine = await Engine.load(readFileSync(wasm));
let failed = 0;
let passed = 0;

function compare(name, tests) {
  const expected = nativeAnswers(tests);
  const seen = wasmAnswers(engine, tests);
  if (expected.length !== tests.length * memoryModels.length)
    throw new Error(`${native} printed ${expected.length} answers to ${tests.length} tests`);
  const verdicts = {};
  let executions = 0;
  expected.forEach((answer, at) => {
    const { verdict = 'error', executions: count = 0 } = JSON.parse(answer);
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    executions += count;
    if (answer === seen[at]) {
      ++passed;
      return;
    }
    ++failed;
    const test = tests[Math.floor(at / memoryModels.length)];
    console.log(`FAIL under ${memoryModels[at % memoryModels.length]}:\n${test}\nnative: ${answer}\nWebAssembly: ${seen[at]}`);
  });
  const words = Object.entries(verdicts).sort().map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  console.log(`${name}: ${tests.length} tests, ${expected.length} searches (${words}), ${executions} executions`);
}

const noTests = ['', 'C t\n{}\n', 'C t\n{}\nP0(float* x) {}\n', 'C t\n{ x = 1 }\nP0(int* x) {}\n', randomTest(0).replace('P1', 'P2'),
  randomTest(0).replace(';', ''), 'C t\n{}\nP0(atomic_int* x) { while (1) { *x = 1; } }\n'];

compare('corpus', testsBelow(corpus));
compare('texts that are no tests, and a loop without end', noTests);
compare(`random programs from seed ${seed}`, Array.from({ length: Number(programs) }, (_, at) => randomTest(Number(seed) + at)));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed !== 0 ? 0 : 1;
