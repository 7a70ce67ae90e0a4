// The engine in a worker of its own: a search of minutes leaves the page alive, and ends when the worker is terminated.
//
// It is asked { id, method, parameters, mostExecutions } after { bytes }. It answers { id, result } or { id, error },
// and { id, progress } on the way.

import { Engine } from '../../../playground/engine/engine.mjs';

let engine;
let current;

function progress(executions, share) {
  postMessage({ id: current, progress: { executions, share } });
}

async function answerTo({ id, method, parameters, mostExecutions }) {
  try {
    const ready = await engine;
    current = id;
    ready.mostExecutions = mostExecutions;
    postMessage({ id, result: JSON.parse(ready[method](...parameters)) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
}

onmessage = ({ data }) => {
  if (data.bytes) engine = Engine.load(data.bytes, { progress });
  else answerTo(data);
};
