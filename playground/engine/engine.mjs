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
  #instance;

  constructor(module) {
    this.#module = module;
  }

  static async load(bytes) {
    return new Engine(await WebAssembly.compile(bytes));
  }

  // What the engine answers to a litmus test, as JSON. What is wrong with the test, with line and column, is thrown.
  answer(text, model, mostExecutions = 0) {
    const { memory, vigil_buffer, vigil_answer } = this.#exports();
    const bytes = new TextEncoder().encode(text);
    const at = vigil_buffer(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, at);
    try {
      return textAt(memory, vigil_answer(memoryModels.indexOf(model), mostExecutions));
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
      const imports = { wasi_snapshot_preview1: system(memory), vigil: { fail } };
      this.#instance = new WebAssembly.Instance(this.#module, imports);
      this.#instance.exports._initialize();
    }
    return this.#instance.exports;
  }
}
