// Copies a text, and says for a while whether that worked.

import { ref } from 'vue';

export function useCopy() {
  const said = ref('');
  let timer;

  async function copy(text) {
    clearTimeout(timer);
    try {
      await navigator.clipboard.writeText(text);
      said.value = 'Copied.';
    } catch {
      said.value = 'Copying is not permitted here. The address of the page is the link.';
    }
    timer = setTimeout(() => (said.value = ''), 5000);
  }

  return { said, copy };
}
