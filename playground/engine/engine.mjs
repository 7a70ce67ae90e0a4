// The engine in JavaScript: a page's worker and the tests in node call it the same way.

// As checker::kMemoryModels has them.
export const memoryModels = ['cpp20', 'rc11', 'tso', 'sc'];

// What the C library of the module asks of its system: a clock, and nothing else.
function system(memory) {
  const answers = {
    clock_time_get(_id, _precision, at) {
      new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    proc_exit(status) {
      throw new Error(`the engine ended with status ${status}`);
    },
  };
  const notSupported = () => 52;
  return new Proxy(answers, { get: (known, name) => known[name] ?? notSupported });
}

function textAt(memory, at) {
  const bytes = new Uint8Array(memory.buffer);
  return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
}

export class Engine {
  #module;
  #progress;
  #instance;
  // Of each search; 0: no bound.
  mostExecutions = 0;

  constructor(module, progress) {
    this.#module = module;
    this.#progress = progress;
  }

  // `progress(executions, share)` is called during long searches.
  static async load(bytes, { progress = () => {} } = {}) {
    return new Engine(await WebAssembly.compile(bytes), progress);
  }

  // Each answers in JSON: see answer.hpp. What is wrong with a test, with line and column, is thrown.
  answer(text, model) {
    return this.#ask(text, 'vigil_answer', memoryModels.indexOf(model), this.mostExecutions);
  }
  execution(text, model, number) {
    return this.#ask(text, 'vigil_execution', memoryModels.indexOf(model), this.mostExecutions, number);
  }
  whyNot(text, model) {
    return this.#ask(text, 'vigil_why_not', memoryModels.indexOf(model), this.mostExecutions);
  }
  changes(text, model) {
    return this.#ask(text, 'vigil_changes', memoryModels.indexOf(model), this.mostExecutions);
  }
  exercise(lesson) {
    return this.#ask('', 'vigil_exercise', lesson);
  }
  judge(lesson, attempt) {
    return this.#ask(attempt, 'vigil_judge', lesson, this.mostExecutions);
  }

  #ask(text, question, ...parameters) {
    const exports = this.#exports();
    const bytes = new TextEncoder().encode(text);
    const at = exports.vigil_buffer(bytes.length);
    new Uint8Array(exports.memory.buffer).set(bytes, at);
    try {
      return textAt(exports.memory, exports[question](...parameters));
    } catch (error) {
      this.#instance = undefined; // its stack was not unwound
      throw error;
    }
  }

  #exports() {
    if (this.#instance === undefined) {
      const memory = () => this.#instance.exports.memory;
      const fail = (at) => {
        throw new Error(textAt(memory(), at));
      };
      const imports = { wasi_snapshot_preview1: system(memory), vigil: { fail, progress: this.#progress } };
      this.#instance = new WebAssembly.Instance(this.#module, imports);
      this.#instance.exports._initialize();
    }
    return this.#instance.exports;
  }
}
