// The search of the text under the chosen memory model: its state, and what starts and stops it.

import { reactive, shallowRef } from 'vue';
import { Cancelled, EngineClient, EngineFailure } from './engine_client.mjs';
import { litmusError } from './litmus_error.mjs';

// state.phase: 'idle' before the first search, 'running', 'done', 'cancelled', 'wrong' if the text is no test, 'failed'
// if the engine is. `answered` is what the answer is about: { text, model, mostExecutions, answer }.
export function useSearch() {
  const client = new EngineClient();
  const state = reactive({ phase: 'idle', executions: 0, share: 0, error: null });
  const answered = shallowRef(null);
  let latest = 0;

  function end(phase, error) {
    state.phase = phase;
    state.error = error;
    answered.value = null;
  }

  function endWith(error) {
    if (error instanceof EngineFailure) end('failed', { message: error.message });
    else end('wrong', litmusError(error.message));
  }

  async function run(text, model, mostExecutions) {
    const mine = ++latest;
    if (client.busy) client.cancel();
    Object.assign(state, { phase: 'running', executions: 0, share: 0, error: null });
    const onProgress = ({ executions, share }) => Object.assign(state, { executions, share });
    try {
      const answer = await client.ask('answer', [text, model], { mostExecutions, onProgress });
      if (mine !== latest) return;
      answered.value = { text, model, mostExecutions, answer };
      state.phase = 'done';
    } catch (error) {
      // A search that a later one replaced has nothing to say.
      if (mine === latest && !(error instanceof Cancelled)) endWith(error);
    }
  }

  function cancel() {
    ++latest;
    client.cancel();
    end('cancelled', null);
  }

  return { client, state, answered, run, cancel };
}
