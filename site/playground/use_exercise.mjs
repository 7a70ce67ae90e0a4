// What a learner does with an exercise: runs the attempt, has it checked, looks at the answer.

import { computed, reactive } from 'vue';
import { Cancelled } from './engine/engine_client.mjs';
import { client, exerciseOf, modelsOf } from './engine/exercise_of.mjs';
import { inWords, litmusError } from './engine/litmus_error.mjs';
import { defaultModel } from './memory_models.mjs';
import { verdictInWords } from './result/verdicts.mjs';

// A search of an attempt that goes beyond it is not what the exercise is about.
const mostExecutions = 1_000_000;

// state.phase: 'loading', 'ready', 'missing' if the lesson has no exercise. `said` is { kind, words }, kind one of
// 'verdict', 'solved', 'not-solved', 'error'.
export function useExercise(lesson) {
  const state = reactive({ phase: 'loading', given: '', answer: '', text: '', said: null, error: null, busy: false });
  const model = computed(() => modelsOf(state.given)[0] ?? defaultModel);

  async function load() {
    try {
      const exercise = await exerciseOf(lesson);
      if (exercise === null) state.phase = 'missing';
      else Object.assign(state, { phase: 'ready', given: exercise.text, text: exercise.text, answer: exercise.answer });
    } catch (error) {
      state.said = { kind: 'error', words: error.message };
    }
  }

  async function ask(question) {
    Object.assign(state, { busy: true, said: null, error: null });
    const { text } = state;
    try {
      const said = await question(text);
      state.said = text === state.text ? said : null;
    } catch (error) {
      if (error instanceof Cancelled) return;
      state.error = litmusError(error.message);
      state.said = { kind: 'error', words: inWords(state.error) };
    } finally {
      state.busy = false;
    }
  }

  const run = () => ask(async (text) => {
    const answer = await client.ask('answer', [text, model.value], { mostExecutions });
    return { kind: 'verdict', words: verdictInWords({ text, model: model.value, mostExecutions, answer }) };
  });
  const check = () => ask(async (text) => {
    const { outcome, words } = await client.ask('judge', [lesson, text], { mostExecutions });
    return { kind: outcome === 'solved' ? 'solved' : 'not-solved', words };
  });

  function write(text) {
    state.text = text;
    state.error = null;
    if (!state.busy) state.said = null;
  }

  return { state, model, load, run, check, write };
}
