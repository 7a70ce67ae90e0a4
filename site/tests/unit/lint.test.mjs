import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { ESLint } from 'eslint';
import { root } from '../../paths.mjs';

const eslint = new ESLint({ cwd: root, overrideConfigFile: path.join(root, 'site/eslint.config.mjs') });

test('eslint finds nothing', async () => {
  const results = await eslint.lintFiles(['site', 'playground']);
  assert.ok(results.length > 80, `only ${results.length} files were checked`);
  const found = results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message, ruleId }) => `${path.relative(root, filePath)}:${line}: ${message} (${ruleId})`));
  assert.deepEqual(found, []);
});

test('eslint finds a name that does not exist', async () => {
  const [{ messages }] = await eslint.lintText('nowhere();\n', { filePath: path.join(root, 'site/build.mjs') });
  assert.deepEqual(messages.map(({ ruleId }) => ruleId), ['no-undef']);
});
