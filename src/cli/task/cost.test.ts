import { appendFileSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newTerminal } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { ArtooError } from '../../contracts/errors.ts';
import { dreamLedger } from '../../history/cost/dream-ledger.ts';
import { exits, type Terminal } from '../command.ts';
import { cost } from './cost.ts';

async function run(data: string, args: readonly string[] = [], more: Partial<Terminal> = {}) {
  const { terminal, out } = newTerminal({ env: { ARTOO_DATA_DIR: data }, cwd: data, ...more });
  const outcome: { code?: number; error?: ArtooError } = await cost.run(args, terminal).then(
    (code) => ({ code }),
    (error) => ({ error }),
  );
  return { out, ...outcome };
}

/** Golden journals under different names. */
function withTasks(tasks: Readonly<Record<string, string>>): string {
  const data = scratch();
  mkdirSync(join(data, 'tasks'));
  for (const [id, name] of Object.entries(tasks)) copyFileSync(`test/golden/${name}.jsonl`, join(data, 'tasks', `${id}.jsonl`));
  return data;
}

test('what all tasks cost is a table, role by role, with the most expensive below', async () => {
  const { out, code } = await run(withTasks({ one: 'first-task', two: 'talk', three: 'side-by-side' }));
  expect(code).toBe(exits.ok);
  expect(out[0]).toBe('3 tasks: <0.1 s of work.');
  expect(out[2]).toMatch(/^what +calls +tools +tokens in +out +time +tool time +cost$/);
  expect(out.find((row) => row.startsWith('R1 '))).toMatch(/^R1 understands +3 +[1-9]/);
  expect(out.find((row) => row.startsWith('all'))).toMatch(/^all +\d+ +\d+ .*\$0\.00$/);
  expect(out.at(-4)).toBe('The largest, by tokens');
  expect(out.slice(-3).join('\n')).toMatch(/ three {2}.*\n.* one {2}Make an index of my notes\.\n.* two {2}/);
  for (const row of out) expect(row.length).toBeLessThanOrEqual(80);
});

test('what dreams cost is part of it, of the time that is asked about, and of no task', async () => {
  const data = withTasks({ one: 'first-task' });
  for (const day of [1, 2]) {
    const ts = `2026-01-0${day}T10:00:00.000Z`;
    await dreamLedger(data).note({ ts, ms: 1000, usage: { input_tokens: 100, output_tokens: 20, usd: 0.25, model: 'm' } });
  }
  const { out } = await run(data);
  expect(out.find((row) => row.startsWith('R5 '))).toMatch(/^R5 remembers +2 +200 +40 +2\.0 s +\$0\.50$/);
  expect(out.find((row) => row.startsWith('all'))).toMatch(/\$0\.50$/);
  expect(out.join(' ')).toContain('remembers: what turns');
  expect((await run(data, ['one'])).out.join(' ')).not.toContain('remembers');
  const { out: ofThen } = await run(data, ['--since', '2026-01-02', '--until', '2026-01-03', '--json']);
  expect(JSON.parse(ofThen.join(''))).toMatchObject({ tasks: 0, total: { model_calls: 1, usd: 0.25 } });
  appendFileSync(join(data, 'memory/dreams.jsonl'), 'torn');
  expect((await run(data)).out.join(' ')).toContain('unreadable lines in memory/dreams.jsonl: 1 call made for memory.');
});

test('where what dreams cost cannot be read, the tasks are told all the same', async () => {
  const data = withTasks({ one: 'first-task' });
  mkdirSync(join(data, 'memory/dreams.jsonl'), { recursive: true });
  const notes: string[] = [];
  const { out, code } = await run(data, [], { note: (line) => void notes.push(line) });
  expect([code, out.includes('"Make an index of my notes." (one): <0.1 s of work.')]).toEqual([exits.ok, true]);
  expect(notes.join(' ')).toMatch(/^artoo: the cost of dreams is not counted: EISDIR/);
});

test('what one task cost', async () => {
  const data = withTasks({ one: 'first-task', two: 'talk' });
  const { out } = await run(data, ['one']);
  expect(out).toContain('"Make an index of my notes." (one): <0.1 s of work.');
  expect(out.join('\n')).not.toContain('expensive');
  expect(JSON.parse((await run(data, ['last', '--json'])).out.join(''))).toMatchObject({ tasks: 1 });
});

test('as JSON it is one object, whose roles sum up to the whole', async () => {
  const { out } = await run(withTasks({ one: 'first-task', two: 'side-by-side', three: 'giving-up' }), ['--json']);
  expect(out).toHaveLength(1);
  const { total, by_role } = JSON.parse(out.join(''));
  const sum = (key: string) => by_role.reduce((before: number, each: Readonly<Record<string, number>>) => before + (each[key] ?? 0), 0);
  for (const key of ['model_calls', 'tool_calls', 'input_tokens', 'output_tokens']) expect(total[key]).toBe(sum(key));
  expect(total.model_calls).toBeGreaterThan(0);
});

test('only the tasks of that time are counted', async () => {
  const data = withTasks({ one: 'first-task' });
  expect((await run(data, ['--since', '2026-01-01T00:00Z', '--until', '2026-01-02', '--json'])).out.join()).toContain('"tasks":1');
  expect((await run(data, ['--until', '2025-12-30'])).out.join()).toContain('No tasks from that time');
});

test('what it does not cover is said', async () => {
  const data = withTasks({ old: 'format-1/refusal', one: 'talk' });
  writeFileSync(join(data, 'tasks/bad.jsonl'), 'rubbish\n\n');
  const { out } = await run(data);
  expect(out.join('\n')).toContain('(any): tasks from earlier versions, which did not record costs per role.');
  expect(out.join('\n')).toContain('cannot be read: 1 task.');
});

test('a fork says that what it shares is counted elsewhere', async () => {
  const data = withTasks({});
  const nothing = { model_calls: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0, model_ms: 0, tool_ms: 0 };
  const at = '2026-01-01T00:00:00.000Z';
  const origin = { task_id: 'one', seq: 2, at, cost: { active_ms: 0, ...nothing } };
  const open = { kind: 'open', seq: 0, ts: at, format: 2, task_id: 'fork', artoo: '', settings: { cwd: '/', workspace: '/' }, origin };
  const input = { kind: 'message', id: 'fork-1', seq: 1, ts: at, task_id: 'fork', from: 'User', to: 'R1', type: 'UserInput' };
  const lines = [open, { ...input, payload: { text: 'do it', session: [], cwd: '/' } }];
  writeFileSync(join(data, 'tasks/fork.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect((await run(data, ['fork'])).out.at(-1)).toContain('forked from one');
});

test('where there are no tasks, that is said', async () => {
  expect((await run(scratch())).out).toEqual([expect.stringContaining('No tasks yet')]);
  expect(JSON.parse((await run(scratch(), ['--json'])).out.join(''))).toMatchObject({ tasks: 0 });
});

test.each([
  [['a', 'b'], 'usage'],
  [['--since', 'soon'], 'usage'],
  [['one', '--since', '7d'], 'usage'],
  [['--sinc', '7d'], 'usage'],
  [['../x'], 'id_invalid'],
  [['nobody'], 'journal_missing'],
  [['bad'], 'journal_corrupt'],
])('%j is an error: %s', async (args, code) => {
  const data = withTasks({ one: 'talk' });
  writeFileSync(join(data, 'tasks/bad.jsonl'), 'rubbish\n\n');
  expect(await run(data, args)).toMatchObject({ out: [], error: { code } });
});

test.each([
  ['cancel', exits.cancelled],
  ['terminate', exits.terminated],
] as const)('%s stops it', async (name, code) => {
  expect(await run(withTasks({ one: 'talk' }), [], { [name]: AbortSignal.abort() })).toEqual({ out: [], code });
});
