// node agree.mjs NATIVE WASM CORPUS PROGRAMS [SEED]
//
// Does the engine answer as WebAssembly what it answers as native code? Of every test of the corpus, and of random
// programs, under each memory model: all counts and states, the execution that is shown with its relations and views, and
// why an outcome is forbidden. Of the corpus also the effects of single changes, and of the course the exercises.

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

const engine = await Engine.load(readFileSync(wasm));

function asked(question, ...parameters) {
  try {
    return engine[question](...parameters);
  } catch (error) {
    return JSON.stringify({ error: error.message });
  }
}

// What is asked of a text, as a line for the native engine, with what WebAssembly answers.
function questionsOf(text, { changes }) {
  return memoryModels.flatMap((model) => {
    const ask = (question, number) => ({ model, line: `%% ${question} ${model} ${number ?? 0}`, text,
      answer: asked(question, text, model, number) });
    const first = ask('answer');
    const { verdict, example } = JSON.parse(first.answer);
    const more = example ? [ask('execution', example)] : [];
    if (verdict === 'forbidden' || verdict === 'not-explored') more.push(ask('whyNot'));
    if (changes) more.push(ask('changes'));
    return [first, ...more];
  });
}

function exercises() {
  const questions = [];
  for (let lesson = 1; ; ++lesson) {
    const answer = engine.exercise(lesson);
    questions.push({ model: 'cpp20', line: `%% exercise cpp20 ${lesson}`, text: '', answer });
    if (answer === 'null') return questions;
    for (const text of Object.values(JSON.parse(answer)))
      questions.push({ model: 'cpp20', line: `%% judge cpp20 ${lesson}`, text, answer: asked('judge', lesson, text) });
  }
}

function nativeAnswers(questions) {
  const input = questions.map(({ text, line }) => `${text.trimEnd()}\n${line}\n%%\n`).join('');
  const run = spawnSync(native, { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (run.status !== 0) throw new Error(`${native} ended with ${run.status ?? run.signal}: ${run.stderr}`);
  return run.stdout.trimEnd().split('\n');
}

let failed = 0;
let passed = 0;

function compare(name, questions) {
  const expected = nativeAnswers(questions);
  if (expected.length !== questions.length)
    throw new Error(`${native} printed ${expected.length} answers to ${questions.length} questions`);
  const kinds = {};
  let executions = 0;
  questions.forEach(({ text, line, answer }, at) => {
    const { verdict, executions: count = 0, error } = JSON.parse(expected[at]) ?? {};
    const question = line.split(' ')[1];
    const kind = error ? 'error' : question === 'answer' ? verdict : question;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    executions += count;
    if (expected[at] === answer) {
      ++passed;
      return;
    }
    ++failed;
    console.log(`FAIL ${line}:\n${text}\nnative: ${expected[at]}\nWebAssembly: ${answer}`);
  });
  const words = Object.entries(kinds).sort().map(([kind, count]) => `${count} ${kind}`).join(', ');
  console.log(`${name}: ${questions.length} answers (${words}), ${executions} executions`);
}

const noTests = ['', 'C t\n{}\n', 'C t\n{}\nP0(float* x) {}\n', 'C t\n{ x = 1 }\nP0(int* x) {}\n', randomTest(0).replace('P1', 'P2'),
  randomTest(0).replace(';', ''), 'C t\n{}\nP0(atomic_int* x) { while (1) { *x = 1; } }\n'];

// As the native engine reads it.
const whole = (text) => `${text.trimEnd()}\n`;
compare('corpus', testsBelow(corpus).flatMap((text) => questionsOf(whole(text), { changes: true })));
compare('texts that are no tests, and a loop without end', noTests.flatMap((text) => questionsOf(whole(text), {})));
compare('exercises', exercises());
compare(`random programs from seed ${seed}`,
  Array.from({ length: Number(programs) }, (_, at) => randomTest(Number(seed) + at)).flatMap((text) => questionsOf(whole(text), {})));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed !== 0 ? 0 : 1;
