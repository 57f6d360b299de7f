import { describe, expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
import type { Entry } from '../../journal/entry.ts';
import { createSent } from './sent.ts';

const command = 'curl -d @notes.txt http://127.0.0.1:8/upload';
const done = { ok: true, output: 'uploaded', truncated: false };
const failed = { ok: false, output: '', truncated: false, error: { class: 'failed', message: 'exit code 7' } };
const asking = (network: boolean) => ({ ...failed, harm: { action: command, effects: [], network, reason: 'x', hash: 'h' } });

/** What is reported about calls with network access, by how each ended. */
function sentBy(network: boolean, ...values: readonly (object & { readonly by?: string })[]) {
  const intent = goldenEntries('refusal').find((entry) => entry.kind === 'intent' && entry.effect === 'tool');
  if (intent?.kind !== 'intent') throw new Error('it has no call');
  const sent = createSent();
  for (const [at, { by = command, ...value }] of values.entries()) {
    const input = { ...(intent.input as object), tool: 'shell', input: { command: by }, network };
    sent.add({ ...intent, seq: 2 * at, input } as Entry); // as in a journal
    sent.add({ kind: 'outcome', key: intent.key, seq: 2 * at + 1, ts: intent.ts, ms: 1, result: { ok: true, value } } as Entry);
  }
  return sent.all;
}

test('a command that ran with the network has sent what its words say', () => {
  expect(sentBy(true, done)).toEqual([{ files: ['notes.txt'], hosts: ['127.0.0.1'], isAll: true, seq: 0, command, isSure: true }]);
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

describe('where hosts are on the record', () => {
  const reached = (...hosts: readonly (readonly [string, number])[]) => ({
    reached: hosts.map(([host, sent]) => ({ host, sent, received: 5 })),
  });
  const told = (...values: readonly object[]) =>
    sentBy(true, ...values).map(({ hosts, files, bytes, isSure }) => ({ hosts, files, bytes, isSure }));

  test.each<[string, readonly object[], readonly object[]]>([
    ['one that reached none has sent nothing', [{ ...done, ...reached() }], []],
    ['one that was connected and sent nothing has not', [{ ...done, ...reached(['a.example', 0]) }], []],
    [
      'what its words say went where it reached',
      [{ ...done, ...reached(['127.0.0.1', 20]) }],
      [{ hosts: ['127.0.0.1'], files: ['notes.txt'], bytes: 20, isSure: true }],
    ],
    [
      'and not elsewhere',
      [{ ...done, ...reached(['a.example', 7], ['b.example', 8]) }],
      [{ hosts: ['a.example', 'b.example'], files: [], bytes: 15, isSure: true }],
    ],
    [
      'a run that asked on its way is told once, with all of it',
      [
        { ...asking(true), ...reached() },
        { ...asking(true), ...reached(['a.example', 7]) },
        { ...asking(false), ...reached(['a.example', 9], ['b.example', 1]) },
        done,
      ],
      [{ hosts: ['a.example', 'b.example'], files: [], bytes: 10, isSure: true }],
    ],
    [
      'what was sent before a no is told',
      [{ ...asking(true), ...reached(['a.example', 7]) }],
      [{ hosts: ['a.example'], files: [], bytes: 7, isSure: true }],
    ],
    [
      'a run that asks does not take the place of another',
      [
        { ...asking(true), ...reached() },
        { ...done, ...reached(['b.example', 5_000]), by: 'wget https://b.example' },
        { ...done, ...reached(['a.example', 7]) },
      ],
      [
        { hosts: ['b.example'], files: [], bytes: 5_000, isSure: true },
        { hosts: ['a.example'], files: [], bytes: 7, isSure: true },
      ],
    ],
    [
      'another run is told by itself',
      [
        { ...done, ...reached(['a.example', 7]) },
        { ...failed, ...reached(['a.example', 3]) },
      ],
      [
        { hosts: ['a.example'], files: [], bytes: 7, isSure: true },
        { hosts: ['a.example'], files: [], bytes: 3, isSure: false },
      ],
    ],
  ])('%s', (_, values, expected) => {
    expect(told(...values)).toEqual(expected);
  });
});
