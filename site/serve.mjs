// Serves the built site to look at: node site/serve.mjs --base PATH --port PORT.

import { parseArgs } from 'node:util';
import { output } from './paths.mjs';
import { serve } from './server.mjs';

const { values } = parseArgs({
  options: { base: { type: 'string', default: '/' }, port: { type: 'string', default: '8080' } },
});

try {
  const { origin } = await serve(output, values.base, Number(values.port));
  console.log(`The site is at ${origin}${values.base}. Ctrl-C ends it.`);
} catch (error) {
  const reason = error.code === 'EADDRINUSE' ? `port ${values.port} is in use; give another one` : error.message;
  console.error(`vigil: cannot serve the site: ${reason}`);
  process.exitCode = 1;
}
