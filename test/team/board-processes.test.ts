/** The board under many processes, shell scripts, and kill -9. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openBoardFile } from '../../src/team/board/file.ts';
import { needsFlock } from '../../src/team/board/flock.ts';
import { patched } from '../../src/team/board/patch.ts';
import { newText, readText } from '../../src/team/board/text/read-text.ts';
import { readEntries } from '../../src/team/journal.ts';
import { isProof, sampled } from '../support/sample.ts';
import { aBoard, aTask } from './boards.ts';

const child = fileURLToPath(new URL('../support/children/updates-board.ts', import.meta.url));
const run = promisify(execFile);

function repository(): string {
  const root = mkdtempSync(join(tmpdir(), 'artoo-team-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, '.liza'));
  mkdirSync(join(root, 'specs'));
  writeFileSync(join(root, 'specs/vision.md'), '# Greet people\n');
  writeFileSync(join(root, '.liza/state.yaml'), newText(aBoard([aTask({ id: 't1', priority: 0 }), aTask({ id: 't2', priority: 0 })], {})));
  return root;
}
type Read = { readonly tasks: readonly { readonly id: string; readonly priority: number }[] };
const stateOf = (root: string) => readText(readFileSync(join(root, '.liza/state.yaml'), 'utf8')) as Read;
const priorities = (root: string) => stateOf(root).tasks.map(({ priority }) => priority);

/** Edits it as Liza's scripts do: flock, then change the file in place. */
const script = (root: string, times: number) =>
  run('bash', [
    '-c',
    `for i in $(seq ${times}); do flock -x "$1/.liza/state.yaml.lock" sed -i '/id: t2/,$ { s/^\\( *priority: \\)\\([0-9]*\\)$/echo "\\1$((\\2+1))"/e }' "$1/.liza/state.yaml"; done`,
    'script',
    root,
  ]);

const limitMs = isProof ? 600_000 : 60_000;

test.skipIf(!needsFlock())('processes and shell scripts that write at once lose nothing', { timeout: limitMs }, async () => {
  const [processes, scripts, times] = isProof ? [20, 5, 50] : [4, 2, 5];
  const root = repository();
  await Promise.all([
    ...Array.from({ length: processes }, () => run(process.execPath, [child, root, 't1', String(times)])),
    ...Array.from({ length: scripts }, () => script(root, times)),
  ]);
  expect(priorities(root)).toEqual([processes * times, scripts * times]);
  const entries = readEntries(join(root, '.liza/journal.jsonl'));
  expect(entries.filter(({ kind }) => kind === 'update')).toHaveLength(processes * times);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
  const log = readText(readFileSync(join(root, '.liza/log.yaml'), 'utf8'));
  expect(log).toHaveLength(processes * times);
});

test('killed before or within any change on disk, the board is whole, and the next one continues', async () => {
  const { stdout } = await run(process.execPath, [child, repository(), 't1', '1', '1000']);
  const changes = Number(stdout);
  expect(changes).toBeGreaterThan(5);
  const seen = new Set<number>();
  for (const at of sampled([...Array(changes).keys()], 4, (each) => (each === changes - 1 ? 'last' : 'other'))) {
    const root = repository();
    const start = stateOf(root);
    const killed = spawn(process.execPath, [child, root, 't1', '1', String(at)], { stdio: 'ignore' });
    const signal = await new Promise((resolve) => killed.once('exit', (_, name) => resolve(name)));
    expect(signal, `change ${at}`).toBe('SIGKILL');
    const [after = -1] = priorities(root);
    seen.add(after);
    await using file = openBoardFile({ root, env: {} });
    await file.update('supervisor', (board) => ({
      ok: true,
      what: 'go on',
      board: { ...board, tasks: board.tasks.map((task) => (task.id === 't2' ? { ...task, priority: 7 } : task)) },
      log: [{ action: 'noted', detail: 'after the crash' }],
    }));
    expect(priorities(root), `change ${at}`).toEqual([after, 7]);
    const log = readText(readFileSync(join(root, '.liza/log.yaml'), 'utf8'));
    expect(log, `change ${at}`).toHaveLength(after + 1);
    const edits = readEntries(join(root, '.liza/journal.jsonl')).filter((entry) => entry.kind === 'foreign' && entry.before !== '');
    expect(edits, `change ${at}: nothing is taken for an edit of the person`).toEqual([]);
    expect(replayed(start, root)).toEqual(stateOf(root));
  }
  expect([...seen].sort()).toEqual([0, 1]);
});

test('where only a part of the new board can be written, the old one stays, and the next one continues', async () => {
  const root = repository();
  const state = join(root, '.liza/state.yaml');
  writeFileSync(state, `${'# a long comment, which is not in the journal\n'.repeat(1_000)}${readFileSync(state, 'utf8')}`);
  const limited = run('bash', ['-c', 'ulimit -f 40; exec "$@"', 'limited', process.execPath, child, root, 't1', '1']); // in KiB
  await expect(limited).rejects.toMatchObject({ stderr: expect.stringContaining('board_unwritable') });
  expect(priorities(root)).toEqual([0, 0]);
  await run(process.execPath, [child, root, 't1', '1']);
  expect(priorities(root)).toEqual([1, 0]);
});

/** The board, rebuilt from the journal. An update that the next entry does not continue never happened. */
function replayed(start: unknown, root: string): unknown {
  const updates = readEntries(join(root, '.liza/journal.jsonl')).filter((entry) => entry.kind === 'update');
  const real = updates.filter((entry, at) => updates[at + 1] === undefined || updates[at + 1]?.before === entry.after);
  return real.reduce((board, { patch }) => patched(board, patch), start);
}
