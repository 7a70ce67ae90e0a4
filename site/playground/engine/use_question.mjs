// One question to the engine that a reader may ask of what was answered: its answer, or what went wrong.

import { reactive } from 'vue';
import { Cancelled } from './engine_client.mjs';

// state.phase: 'idle', 'asking', 'done', 'failed'.
export function useQuestion(client, method) {
  const state = reactive({ phase: 'idle', answer: null, error: null });
  let latest = 0;

  function clear() {
    ++latest;
    Object.assign(state, { phase: 'idle', answer: null, error: null });
  }

  async function ask({ text, model, mostExecutions }) {
    clear();
    const mine = latest;
    state.phase = 'asking';
    try {
      const answer = await client.ask(method, [text, model], { mostExecutions });
      if (mine === latest) Object.assign(state, { phase: 'done', answer });
    } catch (error) {
      if (mine !== latest) return;
      if (error instanceof Cancelled) clear();
      else Object.assign(state, { phase: 'failed', error: error.message });
    }
  }

  return { state, ask, clear };
}
