import { expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
import type { Entry } from '../../journal/entry.ts';
import { createSent } from './sent.ts';

const command = 'curl -d @notes.txt http://127.0.0.1:8/upload';
const done = { ok: true, output: 'uploaded', truncated: false };
const failed = { ok: false, output: '', truncated: false, error: { class: 'failed', message: 'exit code 7' } };
const asking = (network: boolean) => ({ ...failed, harm: { action: command, effects: [], network, reason: 'x', hash: 'h' } });

/** What is told of calls with the network, by how each ended. */
function sentBy(network: boolean, ...values: readonly object[]) {
  const intent = goldenEntries('refusal').find((entry) => entry.kind === 'intent' && entry.effect === 'tool');
  if (intent?.kind !== 'intent') throw new Error('it has no call');
  const sent = createSent();
  for (const [at, value] of values.entries()) {
    const input = { ...(intent.input as object), tool: 'shell', input: { command }, network };
    sent.add({ ...intent, seq: 2 * at, input } as Entry); // as a journal has it
    sent.add({ kind: 'outcome', key: intent.key, seq: 2 * at + 1, ts: intent.ts, ms: 1, result: { ok: true, value } } as Entry);
  }
  return sent.all;
}

test('a command that ran with the network has sent what its words say', () => {
  expect(sentBy(true, done)).toEqual([{ files: ['notes.txt'], hosts: ['127.0.0.1'], seq: 0, command, isSure: true }]);
});

test.each<[string, boolean, readonly object[], readonly boolean[]]>([
  ['one that failed may have', true, [failed], [false]],
  ['one without the network has not', false, [done], []],
  ['one that was asked about and did not run has not', true, [asking(true)], []],
  ['one that ran, and whose changes were asked about and then made, has once', true, [asking(false), done], [true]],
  ['one that ran twice has twice', true, [done, done], [true, true]],
])('%s', (_, network, values, expected) => {
  expect(sentBy(network, ...values).map(({ isSure }) => isSure)).toEqual(expected);
});
