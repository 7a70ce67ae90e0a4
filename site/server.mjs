// Serves a directory over HTTP on this machine, below a base path, as GitHub Pages does.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png', '.wasm': 'application/wasm',
  '.woff2': 'font/woff2', '.ico': 'image/x-icon',
};

// The file that an address means; null if there is none, or if it is outside of the directory.
export function fileFor(directory, base, address) {
  let name;
  try {
    name = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  } catch {
    return null;
  }
  if (!name.startsWith(base)) return null;
  let file = path.join(directory, name.slice(base.length));
  if (file !== directory && !file.startsWith(directory + path.sep)) return null;
  if (existsSync(file) && statSync(file).isDirectory()) file = path.join(file, 'index.html');
  return existsSync(file) ? file : null;
}

function send(response, status, file) {
  response.writeHead(status, {
    'content-type': types[path.extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
  });
  createReadStream(file).pipe(response);
}

function answer(directory, base, changed, request, response) {
  const file = fileFor(directory, base, request.url);
  const other = file === null ? undefined : changed.get(path.relative(directory, file));
  if (other !== undefined) {
    response.writeHead(200, { 'content-type': types[path.extname(file)], 'cache-control': 'no-cache' }).end(other);
    return;
  }
  const missing = path.join(directory, '404.html');
  if (file !== null) send(response, 200, file);
  else if (existsSync(missing)) send(response, 404, missing);
  else response.writeHead(404).end('not found');
}

// Resolves to {server, origin} when the server listens. Port 0 is any that is free. `changed` has texts that stand for
// files of the directory, by name.
export function serve(directory, base, port, changed = new Map()) {
  const server = createServer((request, response) => answer(directory, base, changed, request, response));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve({ server, origin: `http://127.0.0.1:${server.address().port}` });
    });
  });
}
