/**
 * Entries of every kind and every type of message, with one text wherever any text is possible, in any order: no task of artoo writes them, but a
 * file may contain them.
 */
import fc from 'fast-check';
import { messageTypes } from '../../src/contracts/messages.ts';
import type { Result } from '../../src/contracts/result.ts';
import { routes } from '../../src/contracts/routes.ts';
import { type Entry, parseEntry } from '../../src/journal/entry.ts';
import { decisions } from './decisions.ts';
import { samples, task_id } from './samples.ts';

const at = { seq: 1, ts: '2026-01-01T00:00:00.000Z' };
const key = '1.1.1/R3/1.1';
const request = { tool: 'x', input: { path: 'x' }, cwd: '/', workspace: '/' };
const result = { ok: true, output: 'x', truncated: false, changed: [{ path: 'x', change: 'created' }] };

/** One line of every kind and type, as it would be in a file. */
const lines: readonly object[] = [
  { kind: 'open', ...at, format: 2, task_id, artoo: 'x', settings: { cwd: '/home/ada', workspace: '/work' } },
  ...messageTypes.flatMap((type) =>
    routes[type].map(([from, to]) => ({
      kind: 'message',
      ...at,
      id: 't-1',
      task_id,
      from,
      to,
      type,
      payload: samples[type],
      reply_to: 't-1',
    })),
  ),
  ...['model', 'tool', 'check', 'look'].map((effect) => ({
    kind: 'intent',
    ...at,
    key,
    effect,
    role: 'R3',
    repeatable: true,
    input: request,
    input_hash: 'x',
  })),
  { kind: 'outcome', ...at, key, ms: 5, result: { ok: true, value: result } },
  { kind: 'outcome', ...at, key, ms: 5, result: { ok: false, code: 'cancelled', detail: 'x' } },
  ...[decisions.calibration, decisions.tooEarly, decisions.cutShort].map((decision) => ({ kind: 'decision', ...at, ...decision })),
  { kind: 'decision', ...at, role: 'R7', name: 'noted', inputs: null, result: { rationale: 'x' } },
  { kind: 'refusal', ...at, from: 'R2', to: 'x', type: 'x', code: 'route_refused', detail: 'x' },
  { kind: 'pause', ...at, ms: 1_000 },
  {
    kind: 'background',
    ...at,
    id: 'bg-1',
    command: 'x',
    ended: 'was stopped',
    ms: 1,
    reached: [{ host: 'a.example', sent: 1, received: 2 }],
  },
  { kind: 'claim', ...at, round: 1, subtask: 1, attempt: 1, worker: 'x', number: 1, why: 'silent' },
  { kind: 'late', ...at, key, worker: 'x', number: 1, exit_code: 0 },
  { kind: 'alarm', ...at, code: 'inbox_grows', detail: 'x' },
  { kind: 'halt', ...at, code: 'stalled', detail: 'x' },
];

const anything = '«anything»';

/** Names of kinds, types and decisions are not text from outside. */
const fixed: ReadonlySet<string> = new Set(['kind', 'type', 'name', 'change']);

/** The line with a mark at every text that can be replaced while it remains a valid entry. */
function marked(line: object): object {
  let now = line;
  for (let place = 0; ; place += 1) {
    let seen = -1;
    const next = JSON.parse(JSON.stringify(now), (name, value) => {
      if (typeof value !== 'string' || fixed.has(name)) return value;
      seen += 1;
      return seen === place ? anything : value;
    });
    if (seen < place) return now;
    if (parseEntry(JSON.stringify(next)).ok) now = next;
  }
}

const templates = lines.map((line) => JSON.stringify(marked(line)));
const mark = JSON.stringify(anything);

/** One entry of each kind and type, the first an `open`. A field with a limit gets only the beginning of the text. */
export const everyEntry = (text: string): readonly Entry[] =>
  templates.map((template) => {
    const whole = filled(template, text);
    const parsed = whole.ok ? whole : filled(template, text.slice(0, 500));
    if (parsed.ok) return parsed.value;
    throw new Error(parsed.error);
  });

const filled = (template: string, text: string): Result<Entry> => parseEntry(template.replaceAll(mark, () => JSON.stringify(text || '?')));

/** Some of these entries, in any order. */
export const anyEntries = (text: fc.Arbitrary<string>): fc.Arbitrary<readonly Entry[]> =>
  text.chain((content) => {
    const [open, ...rest] = everyEntry(content);
    return fc.array(fc.constantFrom(...rest), { maxLength: 60, size: 'max' }).map((entries) => (open ? [open, ...entries] : entries));
  });
