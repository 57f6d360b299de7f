import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aBoard, aTask, now } from '../../../test/team/boards.ts';
import { readEntries } from '../journal.ts';
import { withMetrics } from '../sprint/metrics.ts';
import type { Board } from './board.ts';
import { openBoardFile } from './file.ts';
import { needsFlock } from './flock.ts';
import { newText, readText } from './text/read-text.ts';

function repository(board: Board = withMetrics(aBoard([aTask(), aTask({ id: 't2' })], {}))): string {
  const root = mkdtempSync(join(tmpdir(), 'artoo-team-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, '.liza'));
  mkdirSync(join(root, 'specs'));
  writeFileSync(join(root, 'specs/vision.md'), '# Greet people\n');
  writeFileSync(join(root, '.liza/state.yaml'), `# ours\n${newText(board)}`);
  return root;
}
const opened = (root: string, lockMs?: number) => {
  const file = openBoardFile({ root, now: () => now, env: {}, ...(lockMs === undefined ? {} : { lockMs }) });
  onTestFinished(() => file[Symbol.asyncDispose]());
  return file;
};
const described = (text: string) => (board: Board) => ({
  ok: true as const,
  what: 'describe',
  board: { ...board, tasks: board.tasks.map((task) => (task.id === 't1' ? { ...task, description: text } : task)) },
  log: [{ action: 'noted', task: 't1', detail: text }],
});
const state = (root: string) => readFileSync(join(root, '.liza/state.yaml'), 'utf8');
const journal = (root: string) => readEntries(join(root, '.liza/journal.jsonl'));
/** A board that artoo did not make: its journal begins with the whole board. */
const found = { seq: 1, kind: 'foreign', before: '', patch: [{ path: [], value: { version: 1 } }] };

test('a write is in the board, the journal and the log', async () => {
  const root = repository();
  const file = opened(root);
  await file.update('coder-1', described('Say it louder'));
  expect((await file.read()).tasks[0]?.description).toBe('Say it louder');
  expect(state(root)).toMatch(/^# ours\n/);
  expect(journal(root)).toMatchObject([
    found,
    { seq: 2, kind: 'update', by: 'coder-1', what: 'describe', patch: [{ path: ['tasks', 0, 'description'], value: 'Say it louder' }] },
  ]);
  expect(readText(readFileSync(join(root, '.liza/log.yaml'), 'utf8'))).toMatchObject([
    { timestamp: '2026-11-15T12:00:00Z', agent: 'coder-1', action: 'noted', task: 't1', detail: 'Say it louder' },
  ]);
});

test('a write brings the metrics of the sprint up to date, and returns them', async () => {
  const root = repository();
  const drop = (board: Board) => ({
    ok: true as const,
    what: 'drop',
    board: { ...board, tasks: board.tasks.map((task) => (task.id === 't1' ? { ...task, status: 'ABANDONED' as const } : task)) },
  });
  const { board } = await opened(root).update('human', drop);
  expect(board.sprint.metrics).toMatchObject({ tasks_done: 1 });
  expect(await opened(root).read()).toEqual(board);
  expect(journal(root)).toMatchObject([
    found,
    { patch: [{ path: ['tasks', 0, 'status'] }, { path: ['sprint', 'metrics', 'tasks_done'], value: 1 }] },
  ]);
});

test('what is refused changes nothing, and is in the journal', async () => {
  const root = repository();
  const before = state(root);
  await opened(root).update('coder-1', () => ({ ok: false, what: 'submit', why: ['no checkpoint'] }));
  expect(state(root)).toBe(before);
  expect(journal(root)).toMatchObject([found, { kind: 'refusal', by: 'coder-1', why: ['no checkpoint'] }]);
});

test('an update that changes nothing writes nothing', async () => {
  const root = repository();
  const before = state(root);
  await opened(root).update('coder-1', (board) => ({ ok: true, what: 'nothing', board }));
  expect(state(root)).toBe(before);
  expect(journal(root)).toMatchObject([found]);
});

test('a board that would make no sense is not written', async () => {
  const root = repository();
  const before = state(root);
  const broken = opened(root).update('coder-1', (board) => ({
    ok: true,
    what: 'break',
    board: { ...board, tasks: board.tasks.map((task) => ({ ...task, id: 't1' })) },
  }));
  await expect(broken).rejects.toMatchObject({ code: 'board_invalid' });
  expect(state(root)).toBe(before);
});

test('a decision that throws frees the board', async () => {
  const file = opened(repository());
  await expect(file.update('coder-1', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await file.update('coder-1', described('after it'));
  expect((await file.read()).tasks[0]?.description).toBe('after it');
});

describe('what others write', () => {
  test('is read before anything is decided, noted, and kept', async () => {
    const root = repository();
    const file = opened(root);
    await file.update('coder-1', described('first'));
    await file.update('coder-1', () => ({ ok: false, what: 'submit', why: ['no checkpoint'] }));
    writeFileSync(join(root, '.liza/state.yaml'), state(root).replace('priority: 1', 'priority: 9 # by hand'));
    await file.update('coder-1', described('second'));
    expect((await file.read()).tasks[0]).toMatchObject({ priority: 9, description: 'second' });
    expect(state(root)).toContain('priority: 9 # by hand');
    expect(journal(root).map(({ kind }) => kind)).toEqual(['foreign', 'update', 'refusal', 'foreign', 'update']);
    expect(journal(root)[3]).toMatchObject({ patch: [{ path: ['tasks', 0, 'priority'], value: 9 }] });
  });

  test('to a board that this process did not see is noted with the whole board, so that a replay continues from there', async () => {
    const root = repository();
    const late = opened(root);
    await late.read();
    await opened(root).update('coder-1', described('first'));
    writeFileSync(join(root, '.liza/state.yaml'), state(root).replace('priority: 1', 'priority: 9'));
    await late.update('coder-1', described('second'));
    const [, , foreign] = journal(root);
    expect(foreign).toMatchObject({
      kind: 'foreign',
      patch: [{ path: [], value: { tasks: [{ description: 'first', priority: 9 }, {}] } }],
    });
  });

  test('by way of artoo is taken from the journal, and is what the text says', async () => {
    const root = repository();
    const [file, other] = [opened(root), opened(root)];
    await file.update('coder-1', described('first'));
    await other.update('coder-2', described('second: "quoted", # and more'));
    await other.update('coder-2', (board) => ({
      ok: true,
      what: 'add',
      board: { ...board, tasks: [...board.tasks, aTask({ id: 't3' })] },
    }));
    await file.update('coder-1', described('third'));
    await other.update('coder-2', (board) => ({ ok: true, what: 'drop', board: { ...board, tasks: board.tasks.slice(1), config: {} } }));
    expect(await file.read()).toEqual(readText(state(root)));
    expect(journal(root).map(({ kind }) => kind)).toEqual(['foreign', 'update', 'update', 'update', 'update', 'update']);
  });

  test('in bytes that are not text is read as far as they are, and a write leaves the rest as it was', async () => {
    const root = repository();
    const path = join(root, '.liza/state.yaml');
    const file = opened(root);
    await file.update('coder-1', described('first'));
    writeFileSync(path, Buffer.concat([Buffer.from([0x23, 0xf0, 0x9f, 0x98, 0x20, 0xff, 0x0a]), readFileSync(path)]));
    expect((await file.read()).tasks[0]?.description).toBe('first');
    const before = state(root);
    await file.update('coder-1', described('second'));
    expect(state(root)).toBe(before.replace('description: first', 'description: second'));
    expect(await opened(root).read()).toEqual(await file.read());
  });

  test.each([
    ['no YAML', (text: string) => `${text}\n  - [`, /^line \d+, column \d+/],
    ['a state that there is not', (text: string) => text.replace('UNCLAIMED', 'DONE'), /task t1: status is "DONE"/],
    ['a key twice', (text: string) => `${text}version: 2\n`, /line/],
    ['nothing', () => '', /the board is empty/],
  ])('is reported where it is %s, and nothing is written over it', async (_, edited, message) => {
    const root = repository();
    const file = opened(root);
    await file.update('coder-1', described('first'));
    writeFileSync(join(root, '.liza/state.yaml'), edited(state(root)));
    const broken = state(root);
    await expect(file.update('coder-1', described('second'))).rejects.toMatchObject({
      code: 'board_invalid',
      message: expect.stringMatching(message),
    });
    expect(state(root)).toBe(broken);
    expect((await file.validate()).some(({ level }) => level === 'error')).toBe(true);
  });
});

test('a line that a crash cut off is dropped, and what was written before it is kept', async () => {
  const root = repository();
  const file = opened(root);
  await file.update('coder-1', described('first'));
  appendFileSync(join(root, '.liza/journal.jsonl'), '{"seq":3,"kind":"upd');
  await file.update('coder-1', described('second'));
  expect(journal(root).map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test('a repository without a board says so', () =>
  expect(() => openBoardFile({ root: mkdtempSync(join(tmpdir(), 'artoo-team-')) })).toThrow(
    expect.objectContaining({ code: 'board_missing' }),
  ));

test('updates of one process wait for each other', async () => {
  const file = opened(repository());
  const raise = (board: Board) => ({
    ok: true as const,
    what: 'raise',
    board: { ...board, tasks: board.tasks.map((task) => (task.id === 't1' ? { ...task, priority: (task.priority ?? 0) + 1 } : task)) },
  });
  await Promise.all(Array.from({ length: 20 }, () => file.update('coder-1', raise)));
  expect((await file.read()).tasks[0]?.priority).toBe(21);
  expect(existsSync('.liza')).toBe(false);
});

test.skipIf(!needsFlock())('a shell script that holds its lock is waited for, and reported to be in the way', async () => {
  const root = repository();
  const script = spawn('flock', [join(root, '.liza/state.yaml.lock'), 'sh', '-c', 'echo held; cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(script.stdout, 'data');
  await expect(opened(root, 1_000).update('coder-1', described('too early'))).rejects.toMatchObject({ code: 'board_locked' });
  script.stdin.end();
  await once(script, 'close');
  await opened(root).update('coder-1', described('after it'));
  expect(state(root)).toContain('after it');
});
