/**
 * A server in the background of a whole task: the checks of the criteria reach it, it ends with the task or is kept, and nothing is started on
 * replay.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDrive } from '../../src/app/drive/in-process.ts';
import { wire } from '../../src/app/wiring/wire.ts';
import { journalPath } from '../../src/journal/files.ts';
import { readJournal } from '../../src/journal/reader.ts';
import { replayed } from '../support/replay.ts';
import { isProof } from '../support/sample.ts';
import { answers, does, plan, saying, subtask } from '../support/scripted.ts';
import { settingsFor } from '../support/settings.ts';

const line = 'python3 -m http.server 8766 --bind 127.0.0.1';
const served = {
  criterion: 'the server answers',
  mode: 'verifiable',
  check: { kind: 'command', run: 'curl -sS http://127.0.0.1:8766/notes.txt | grep -qx one' },
};
const model = () =>
  saying({
    R2: answers(plan([subtask({ intent: 'Serve the folder', success_criteria: [served], tools: ['shell', 'background'] })], [served])),
    R3: does({ tool: 'shell', input: { command: line, background: true } }, 'The folder is served on port 8766.'),
  });

/** A folder outside /tmp, because commands do not see /tmp. */
function place() {
  const home = mkdtempSync('/var/tmp/artoo-background-');
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const [data, cwd] = [join(home, '.artoo'), join(home, 'project')];
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'notes.txt'), 'one\n');
  const settings = settingsFor({ data, workspace: cwd });
  const site = { settings, model: model(), secrets: () => [] };
  const env = { HOME: home, PATH: process.env.PATH };
  return { data, cwd, settings, open: (lingers: boolean) => openDrive({ data, siteOf: () => site, env, onNotice: () => {}, lingers }) };
}

test('a server is reached by the criteria, ends with the task, and is not started on replay', async () => {
  const { data, cwd, settings, open } = place();
  await using drive = open(false);
  const id = await drive.start({ goal: 'Serve this folder.', cwd });
  expect(await drive.result(id)).toMatchObject({ directive: 'accept', changed: [] });
  expect(await drive.inBackground()).toEqual([]);
  const { entries } = await readJournal(journalPath(data, id));
  const ended = { kind: 'background', id: 'bg-1', command: line, ended: 'was stopped at the end of the task', reached: [] };
  expect(entries.slice(-2)).toMatchObject([ended, { type: 'FinalResult' }]);
  const { entries: again } = await replayed(wire({ settings, model: { step: () => Promise.reject(new Error('no')) }, env: {} }), entries);
  expect(again).toEqual(entries);
});

test.runIf(isProof)('in the shell it lingers, is kept, and ends with the shell', async () => {
  const { cwd, open } = place();
  const drive = open(true);
  const id = await drive.start({ goal: 'Serve this folder.', cwd });
  await drive.result(id);
  expect(await drive.inBackground()).toMatchObject([{ command: line, ports: [8766], isKept: false, task_id: id }]);
  expect(await drive.keep(id)).toMatchObject([{ isKept: true }]);
  await drive.close();
  expect(await drive.inBackground()).toEqual([]);
});
