import { expect, test } from 'vitest';
import { newTaskId } from '../contracts/ids.ts';
import type { Confirmed } from '../engine/person.ts';
import { type Harm, needsYes, succeeded, type ToolRequest, type ToolResult } from '../tools/tool.ts';
import { tryCommand } from './try-command.ts';

const harm = (hash: string, more: Partial<Harm> = {}): Harm => ({
  action: 'rm old.txt',
  effects: [{ path: '/p/old.txt', change: 'deleted' }],
  more: 0,
  network: false,
  reason: 'it deletes what was there',
  hash,
  rule: null,
  ...more,
});

/** A shell that gives these results, one after another, and a person who gives these replies. */
async function tried(results: readonly ToolResult[], replies?: readonly Confirmed[]) {
  const [answers, said] = [[...results], [...(replies ?? [])]];
  const requests: Pick<ToolRequest, 'input' | 'approved' | 'network'>[] = [];
  const keys: string[] = [];
  const asked: string[] = [];
  const id = newTaskId(new Date());
  const outcome = await tryCommand({
    toolbox: {
      async run({ input, approved, network }, call) {
        requests.push({ input, ...(approved !== undefined && { approved }), ...(network !== undefined && { network }) });
        keys.push(call.key);
        expect(call.task_id).toBe(id);
        return answers.shift() ?? expect.fail('it was run once too often');
      },
    },
    command: 'rm old.txt',
    cwd: '/p',
    workspace: '/w',
    timeout_s: 60,
    id,
    signal: new AbortController().signal,
    ...(replies && {
      async confirm({ hash }) {
        asked.push(hash);
        return said.shift() ?? expect.fail('it was asked once too often');
      },
    }),
  });
  expect(new Set(keys).size).toBe(keys.length);
  return { ...outcome, requests, asked };
}

const input = { command: 'rm old.txt', timeout_s: 60 };

test('a harmless command simply runs', async () => {
  expect(await tried([succeeded('hello\n')])).toMatchObject({ result: { output: 'hello\n' }, requests: [{ input }], asked: [] });
});

test('if no one is there, harm is refused', async () => {
  expect(await tried([needsYes(harm('a'))])).toMatchObject({ refused: { by: 'nobody', harm: { hash: 'a' } }, requests: [{ input }] });
});

test('a yes covers only the harm that was shown', async () => {
  const { refused, requests, asked } = await tried([needsYes(harm('a', { network: true })), succeeded('gone')], [{ allowed: true }]);
  expect({ refused, asked, requests }).toEqual({
    refused: undefined,
    asked: ['a'],
    requests: [{ input }, { input, approved: 'a', network: true }],
  });
});

test('a no ends the command', async () => {
  expect(await tried([needsYes(harm('a'))], [{ allowed: false }])).toMatchObject({ refused: { by: 'person' }, requests: [{ input }] });
});

test('no question is asked about what a rule forbids', async () => {
  const denied = needsYes(harm('a', { denied: 'shell(rm*)' }));
  expect(await tried([denied], [{ allowed: true }])).toMatchObject({ refused: { by: 'rule' }, asked: [] });
});

test('an edited command starts over, without the old yes', async () => {
  const edited = { command: 'mv old.txt older.txt', timeout_s: 60 };
  const { command, asked, requests } = await tried(
    [needsYes(harm('a')), needsYes(harm('b')), succeeded('')],
    [{ allowed: true, edited: edited.command }, { allowed: true }],
  );
  expect(command).toBe(edited.command);
  expect(asked).toEqual(['a', 'b']);
  expect(requests).toEqual([{ input }, { input: edited }, { input: edited, approved: 'b', network: false }]);
});

test('hosts are asked about one after another, and do not count as other effects', async () => {
  const hosts = Array.from({ length: 12 }, (_, at) => needsYes(harm(`host ${at}`, { network: true, host: `h${at}.example` })));
  const { refused, asked } = await tried([...hosts, succeeded('installed')], Array(12).fill({ allowed: true }));
  expect([refused, asked.length]).toEqual([undefined, 12]);
});

test('a command that would do something else each time is given up', async () => {
  const changing = ['a', 'b', 'c', 'd'].map((hash) => needsYes(harm(hash)));
  const { refused, asked } = await tried(changing, Array(3).fill({ allowed: true }));
  expect([refused?.by, asked]).toEqual(['change', ['a', 'b', 'c']]);
});
