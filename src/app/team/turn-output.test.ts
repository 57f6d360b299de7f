import { expect, test } from 'vitest';
import type { Entry } from '../../journal/entry.ts';
import { printedOf } from './turn-output.ts';

const entry = (fields: object): Entry => ({ seq: 1, ts: '2026-11-18T12:00:00.000Z', ...fields }) as Entry; // only these fields are read
const outcome = (value: unknown) => entry({ kind: 'outcome', key: '1.1.1/R3/1.0', ms: 1, result: { ok: true, value } });
const intent = (effect: string, input: unknown) => entry({ kind: 'intent', key: '1.1.1/R3/1.1', effect, role: 'R3', input });

test.each<[string, Entry, string]>([
  ['a call', intent('tool', { tool: 'shell', input: { command: 'node --test' } }), '> shell node --test\n'],
  ['a step of a model', intent('model', { system: 'a long prompt' }), ''],
  ['what a model says', outcome({ text: 'I add a test.', calls: [] }), 'I add a test.\n'],
  ['a model that only calls', outcome({ text: '', calls: [{ tool: 'shell' }] }), ''],
  ['what a tool returns', outcome({ ok: true, output: 'ok 1\n', truncated: false }), 'ok 1\n'],
  ['a call that failed', outcome({ ok: false, output: '', truncated: false, error: { class: 'refused', message: 'no' } }), '! no\n'],
  ['a check', outcome({ holds: true }), ''],
  [
    'an effect that failed',
    entry({ kind: 'outcome', result: { ok: false, code: 'model_unavailable', detail: 'no answer' } }),
    '! model_unavailable: no answer\n',
  ],
])('%s', (_, of, printed) => expect(printedOf(of)).toBe(printed));
