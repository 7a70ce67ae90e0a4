// The page's side of the worker: questions as promises, and a way to stop what takes too long.

// What a question rejects with when it is cancelled.
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
  }
}

// What is wrong with the engine itself, not with the text that it is asked about.
export class EngineFailure extends Error {}

let wasm;

async function fetchWasm() {
  const response = await fetch(`${import.meta.env.BASE_URL}engine/vigil.wasm`);
  if (!response.ok) throw new EngineFailure(`The engine was not loaded: the server answers ${response.status}.`);
  return response.arrayBuffer();
}

// Every worker of the page compiles the same bytes. A failure is not kept, so that Run tries again.
function wasmBytes() {
  wasm ??= fetchWasm().catch((error) => {
    wasm = undefined;
    if (error instanceof EngineFailure) throw error;
    throw new EngineFailure('The engine was not loaded: there is no connection to the server.');
  });
  return wasm;
}

function newWorker() {
  return new Worker(new URL('./engine_worker.mjs', import.meta.url), { type: 'module' });
}

export class EngineClient {
  #worker; // a promise of it
  #waiting = new Map();
  #lastId = 0;

  // The parsed answer of a method of the engine. Rejects with Cancelled, EngineFailure, or an Error that says what is
  // wrong with the text.
  async ask(method, parameters, { mostExecutions = 0, onProgress } = {}) {
    const id = ++this.#lastId;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, onProgress }));
    this.#worker ??= this.#start();
    this.#worker.then(
      (worker) => this.#waiting.has(id) && worker.postMessage({ id, method, parameters, mostExecutions }),
      (error) => this.#fail(error),
    );
    return answer;
  }

  // Stops all that was asked. The next question starts a new worker.
  cancel() {
    this.#fail(new Cancelled());
  }

  get busy() {
    return this.#waiting.size !== 0;
  }

  async #start() {
    const bytes = await wasmBytes();
    const worker = newWorker();
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(new EngineFailure(`The engine stopped: ${event.message ?? 'its worker did not start'}.`));
    };
    worker.postMessage({ bytes });
    return worker;
  }

  #hear({ id, result, error, progress }) {
    const question = this.#waiting.get(id);
    if (!question) return;
    if (progress) {
      question.onProgress?.(progress);
      return;
    }
    this.#waiting.delete(id);
    if (error === undefined) question.resolve(result);
    else question.reject(new Error(error));
  }

  #fail(error) {
    this.#worker?.then((worker) => worker.terminate(), () => {});
    this.#worker = undefined;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(error);
  }
}
