// Which execution the page shows: one of a set of numbers, or any of all.

import { computed, reactive, shallowRef } from 'vue';
import { Cancelled } from '../engine/engine_client.mjs';
import { countOf } from './verdicts.mjs';

export function useBrowsing(client) {
  const state = reactive({ row: null, at: 0, error: null, loading: false });
  const answered = shallowRef(null);
  const execution = shallowRef(null);
  let wanted = null;

  const countOfAll = computed(() => (answered.value ? countOf(answered.value.answer) : 0));
  const count = computed(() => (state.row ? state.row.numbers.length : countOfAll.value));
  const number = computed(() => (state.row ? state.row.numbers[state.at] : state.at + 1));

  async function load() {
    wanted = number.value;
    if (state.loading) return; // which asks for what is wanted by then
    state.loading = true;
    const mine = answered.value;
    let asked;
    try {
      do {
        asked = wanted;
        const found = await client.ask('execution', [mine.text, mine.model, asked],
                                       { mostExecutions: mine.mostExecutions });
        if (mine !== answered.value) return;
        execution.value = found;
        state.error = found === null ? `There is no execution ${asked}.` : null;
      } while (asked !== wanted);
    } catch (error) {
      if (mine === answered.value && !(error instanceof Cancelled)) state.error = error.message;
    } finally {
      if (mine === answered.value) state.loading = false;
    }
  }

  function open(row, at) {
    state.row = row;
    state.at = at;
    return load();
  }

  // Shows the example of an answer, if it has one.
  function begin(newAnswered) {
    answered.value = newAnswered;
    execution.value = null;
    Object.assign(state, { row: null, at: 0, error: null, loading: false });
    if (newAnswered?.answer.example) open(null, newAnswered.answer.example - 1);
  }

  function goTo(at) {
    if (at >= 0 && at < count.value) open(state.row, at);
  }

  const browse = (row) => open(row, 0);
  const browseAll = () => open(null, 0);
  return { state, execution, count, number, begin, goTo, browse, browseAll };
}
