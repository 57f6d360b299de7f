/** What an editor is sent for a session that it opens again, if the journal is long or missing. */
import { join } from 'node:path';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import type { Exchange } from '../history/sessions/exchange.ts';
import type { Entry } from '../journal/entry.ts';
import { readJournal } from '../journal/reader.ts';
import { replaySession } from './replay-session.ts';

const { entries } = await readJournal(join(import.meta.dirname, '../../test/golden/taken-back.jsonl'));
const task_id = entries.flatMap((entry) => (entry.kind === 'open' ? [entry.task_id] : []))[0] ?? expect.fail('it has no beginning');
const exchange: Exchange = { task: task_id, input: 'One higher, please.', output: 'Every price is one higher now.' };

/** The same task with this many more calls before its first one. */
function longer(calls: number): readonly Entry[] {
  const [at, call] =
    [...entries.entries()].find(([, entry]) => entry.kind === 'intent' && entry.effect === 'tool') ?? expect.fail('no call');
  const outcome = entries.find((entry) => entry.kind === 'outcome' && call.kind === 'intent' && entry.key === call.key);
  const more = Array.from({ length: calls }, (_, n) => [call, outcome].map((entry) => ({ ...entry, key: `1.1.1/R3/1.${n + 10}` })));
  return [...entries.slice(0, at), ...(more.flat() as Entry[]), ...entries.slice(at)]; // the same entries under other keys
}

async function told(read: readonly Entry[]): Promise<readonly SessionUpdate[]> {
  const said: SessionUpdate[] = [];
  const drive = {
    exchanges: async () => [exchange],
    async *entries() {
      yield* read.map((entry, seq) => ({ ...entry, seq }));
    },
  };
  const tell = async (update: SessionUpdate) => void said.push(update);
  await replaySession(drive, 's', { signal: new AbortController().signal, tell });
  return said;
}

const textIn = (update: SessionUpdate | undefined): string | undefined =>
  update && 'content' in update && update.content && 'text' in update.content ? update.content.text : undefined;

test('a task of thousands of calls is told by its end, in order, and says how much is left out', async () => {
  const [all, short] = [await told(longer(3_000)), await told(entries)];
  expect(all.length).toBeGreaterThan(1_000);
  expect(all.length).toBeLessThan(2_100);
  expect([textIn(all[0]), textIn(all[1])]).toEqual([
    exchange.input,
    expect.stringMatching(/^The first \d+ steps are left out; `artoo log /),
  ]);
  const numbers = all.flatMap((update) => (update.sessionUpdate === 'tool_call' ? [Number(/(\d+)$/.exec(update.toolCallId)?.[1])] : []));
  const added = numbers.filter((n) => n >= 10);
  expect(added).toEqual(added.map((_, n) => 3_010 - added.length + n));
  const begun = new Set(all.flatMap((update) => (update.sessionUpdate === 'tool_call' ? [update.toolCallId] : [])));
  expect(all.every((update) => update.sessionUpdate !== 'tool_call_update' || begun.has(update.toolCallId))).toBe(true);
  expect(all.slice(-5)).toEqual(short.slice(-5));
  expect(short.map(textIn).join('')).not.toContain('left out');
});

test('if the journal is gone, the copy in the session is shown', async () => {
  expect((await told([])).map(textIn)).toEqual([exchange.input, exchange.output]);
});
