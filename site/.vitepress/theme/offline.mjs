// Lets the site work offline, once it was visited.

export function work(base) {
  if (import.meta.env.SSR || import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register(`${base}sw.js`).catch((error) => {
      // The site does not need it; a browser may refuse it in a private window.
      console.info(`no use offline: ${error.message}`);
    });
  });
}
