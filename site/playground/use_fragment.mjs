// The fragment of the page's URL: read when the page opens and when a reader pastes another link, written on each run.

import { onBeforeUnmount, onMounted } from 'vue';
import { isLink, linkTo, readLink } from './permalink.mjs';

// `open` gets { text, model } of a link, `refuse` the words for a bad one.
export function useFragment({ open, refuse }) {
  function read() {
    const { hash } = window.location;
    if (!isLink(hash)) return false;
    try {
      open(readLink(hash));
      return true;
    } catch (error) {
      refuse(error.message);
      return false;
    }
  }

  // Replaces the entry of the history, so that Back leaves the page. The router keeps its state there.
  function write(text, model) {
    window.history.replaceState(window.history.state, '', linkTo(text, model));
  }

  onMounted(() => window.addEventListener('hashchange', read));
  onBeforeUnmount(() => window.removeEventListener('hashchange', read));
  return { read, write };
}
