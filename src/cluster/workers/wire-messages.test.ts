import { expect, test } from 'vitest';
import type { EffectKey, TaskId } from '../../contracts/ids.ts';
import { encoded, type RunResult, resultFrom, tokenIn } from './wire-messages.ts';

type Ended = Extract<RunResult, { readonly ok: true }>;

const result = (more: Partial<Ended>): RunResult => ({
  ...{ ok: true, exit_code: 0, killed_by: null, output: '', errors: '', truncated: false, changes: [] },
  ...{ attempted_network: false, attempted_socket: false, denied_places: [], hidden_temp_places: [], left: { files: 0, processes: 0 } },
  ...more,
});

test('a result has what a command can have printed', () => {
  const usual = result({ output: 'x'.repeat(1_100_000), errors: 'x'.repeat(9_000), denied_places: ['/a'], exit_code: 255 });
  expect(resultFrom(encoded(usual))).toEqual(usual);
});

test.each<readonly [string, Partial<Ended>]>([
  ['an output that no command has', { output: 'x'.repeat(5_000_000) }],
  ['errors that no command has', { errors: 'x'.repeat(100_000) }],
  ['more closed places than are told', { denied_places: Array(2_000).fill('/a') }],
  ['more hidden places than are told', { hidden_temp_places: Array(2_000).fill('/a') }],
  ['a place with a very long name', { hidden_temp_places: ['x'.repeat(5_000)] }],
  ['an exit code that no program has', { exit_code: 2 ** 40 }],
])('a result with %s is none', (_, more) => {
  expect(resultFrom(encoded(result(more)))).toBeUndefined();
});

test('the token of an answer is found without reading the rest', () => {
  const token = 'ab'.repeat(16);
  const call = { task_id: 'task' as TaskId, key: '1.1.1/R3/1.1' as EffectKey, run: 1 }; // valid names
  const said = result({ output: `"token":"${'0'.repeat(32)}"` });
  const message = encoded({ kind: 'answer', worker: 'w', ...call, token, result: said });
  expect(tokenIn(message)).toBe(token);
  for (const text of ['', '[['.repeat(1_000), '"token":"', `"token":"${'x'.repeat(32)}"`])
    expect(tokenIn(Buffer.from(text))).toBeUndefined();
});
