// The verdict under each memory model, searched for in the background after the chosen one.

import { reactive } from 'vue';
import { memoryModels } from '../memory_models.mjs';
import { EngineClient } from './engine_client.mjs';

// Nobody waits for these searches, so they end at a bound. The line says "unknown" then.
const mostExecutionsOfOthers = 200_000;

export function useAllModels() {
  const client = new EngineClient();
  const verdicts = reactive({});
  let latest = 0;

  function clear() {
    ++latest;
    if (client.busy) client.cancel();
    for (const { id } of memoryModels) delete verdicts[id];
  }

  async function start({ text, model, answer }) {
    clear();
    const mine = latest;
    verdicts[model] = answer.verdict;
    for (const { id } of memoryModels) {
      if (id === model) continue;
      try {
        const other = await client.ask('answer', [text, id], { mostExecutions: mostExecutionsOfOthers });
        if (mine !== latest) return;
        verdicts[id] = other.verdict;
      } catch {
        return; // replaced, or the engine is gone, which the search of the chosen model reports
      }
    }
  }

  return { verdicts, start, clear, stop: () => client.cancel() };
}
