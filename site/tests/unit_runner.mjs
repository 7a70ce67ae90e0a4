// Runs the unit tests under node's own runner, and takes over what it reports.

import { finished } from 'node:stream/promises';
import { run } from 'node:test';

export async function runUnitTests(files, report) {
  const results = [];
  const take = (data, error) => {
    // A file that passed is the sum of its tests; one that failed may have had none.
    if (data.details?.type === 'suite' || (error === null && files.includes(data.name))) return;
    results.push({ name: data.name, error });
    report(results.at(-1));
  };
  const stream = run({ files, concurrency: 2 });
  stream.on('test:pass', (data) => take(data, null));
  stream.on('test:fail', (data) => take(data, data.details.error.cause ?? data.details.error));
  stream.resume();
  await finished(stream);
  return results;
}
