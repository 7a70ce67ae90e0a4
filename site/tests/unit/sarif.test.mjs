// What `vigil check --sarif` writes is valid SARIF 2.1.0, by the schema of OASIS.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import Ajv from 'ajv';

const require = createRequire(import.meta.url);
const schemas = path.join(path.dirname(require.resolve('@microsoft/jest-sarif')), 'schemas');
const schema = JSON.parse(readFileSync(path.join(schemas, 'sarif-2.1.0-rtm.5.json'), 'utf8'));
const ajv = new Ajv({ schemaId: 'id', allErrors: true, meta: false });
ajv.addMetaSchema(JSON.parse(readFileSync(require.resolve('ajv/lib/refs/json-schema-draft-04.json'), 'utf8')));
const validate = ajv.compile(schema);

// `./vigil site --check` says which program it is.
function program() {
  assert.ok(process.env.VIGIL_PROGRAM, 'VIGIL_PROGRAM names no program');
  return process.env.VIGIL_PROGRAM;
}

async function sarifOf(...options) {
  try {
    return JSON.parse((await promisify(execFile)(program(), ['check', ...options, '--sarif', '-'])).stdout);
  } catch (error) {
    // A verdict that differs is a status, not a failure of the program.
    if (typeof error.code !== 'number') throw error;
    return JSON.parse(error.stdout);
  }
}

function assertValid(log) {
  assert.ok(validate(log), JSON.stringify(validate.errors, null, 1));
}

test('SARIF of models that fail as expected is valid', async () => {
  const log = await sarifOf('selftest/message_passing*');
  assertValid(log);
  assert.ok(log.runs[0].results.some(({ kind }) => kind === 'informational'));
});

test('SARIF of an unexpected violation is valid, and has a hint', async () => {
  const log = await sarifOf('selftest/message_passing~selftest.mp.publish=relaxed');
  assertValid(log);
  const [result] = log.runs[0].results;
  assert.equal(result.ruleId, 'data-race');
  assert.equal(result.level, 'error');
  assert.match(result.message.text, /Hint: make the store of published .* release: holds, exhaustive: /);
});

test('SARIF of a search that reached a limit is valid', async () => {
  const log = await sarifOf('selftest/message_passing', '--limit', '1');
  assertValid(log);
  assert.equal(log.runs[0].invocations[0].executionSuccessful, false);
});

test('the schema refuses what is no SARIF', async () => {
  const log = await sarifOf('selftest/message_passing~selftest.mp.publish=relaxed');
  log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
  assert.ok(!validate(log));
});
