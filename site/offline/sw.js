// The service worker: the course and the playground work offline, and so does every page that was visited.
// site/offline/write.mjs puts the version and the list of files here.

const version = '@version@';
const files = ['@files@'];
const prefix = `vigil ${registration.scope} `;
const name = prefix + version;

const unavailable = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Offline</title><style>body { font: 16px/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem;
color-scheme: light dark; }</style><h1>This page is not here offline</h1><p>You are offline and have not visited this page
before. <a href="${registration.scope}course/">The course</a> and
<a href="${registration.scope}playground.html">the playground</a> work.</p></html>`;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))));
});

// The version that is here now replaces those before.
async function removeOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((each) => each.startsWith(prefix) && each !== name).map((each) => caches.delete(each)));
  await clients.claim();
}

addEventListener('activate', (event) => event.waitUntil(removeOthers()));

async function fromNetwork(cache, request) {
  const response = await fetch(request);
  if (response.ok && response.type === 'basic') await cache.put(request, response.clone());
  return response;
}

// What has a hash in its name never changes.
const neverChanges = (request) => new URL(request.url).pathname.includes('/assets/');

function fallback(request) {
  if (request.mode !== 'navigate') return Response.error();
  return new Response(unavailable, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

async function answer(request) {
  const cache = await caches.open(name);
  const kept = () => cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (neverChanges(request)) return (await kept()) ?? fromNetwork(cache, request);
  try {
    return await fromNetwork(cache, request);
  } catch {
    return (await kept()) ?? fallback(request);
  }
}

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});
