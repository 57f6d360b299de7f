import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { type ProjectFile, readProjectFile } from '../files/config-files.ts';
import { recordTrust } from '../trust.ts';
import { checkProject } from './project-check.ts';

const elsewhere = { home: '/nowhere', env: {} };

function place(settings: string) {
  const [cwd, data] = [scratch(), scratch()];
  mkdirSync(join(cwd, '.artoo'));
  writeFileSync(join(cwd, '.artoo/config.yaml'), settings);
  return { cwd, data };
}

test.each([
  [undefined, 'you have not been asked yet'],
  [true, 'you trust its current content'],
  [false, 'you declined its current content'],
])('after the answer %s it says: %s', async (answer, words) => {
  const { cwd, data } = place('quiet: true\n');
  const project = (await readProjectFile(data, cwd)) as ProjectFile; // the settings were just made
  if (answer !== undefined) await recordTrust(data, project, answer, new Date());
  expect(await checkProject({ data, cwd, ...elsewhere })).toMatchObject([{ state: 'ok', detail: expect.stringContaining(words) }]);
});

test('where there is no such file, or it is wrong, nothing is said here', async () => {
  expect(await checkProject({ data: scratch(), cwd: scratch(), ...elsewhere })).toEqual([]);
  const { cwd, data } = place('nonsense: [\n');
  expect(await checkProject({ data, cwd, ...elsewhere })).toEqual([]);
});

test("a project's servers are distinguished from its settings", async () => {
  const [cwd, data] = [scratch(), scratch()];
  writeFileSync(join(cwd, '.mcp.json'), '{"mcpServers": {"notes": {"command": "x"}}}');
  expect(await checkProject({ data, cwd, ...elsewhere })).toMatchObject([
    { name: "project's MCP servers", detail: expect.stringContaining('none of its servers is used') },
  ]);
});
