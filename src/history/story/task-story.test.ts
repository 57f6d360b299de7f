import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { anyEntries, everyEntry } from '../../../test/support/any-entries.ts';
import { goldenEntries, goldenNames } from '../../../test/support/golden-entries.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { goldenStory, storyOf } from '../../../test/support/task-views.ts';
import type { EffectKey, TaskId } from '../../contracts/ids.ts';
import { type Entry, journalFormat, type Open } from '../../journal/entry.ts';
import { createTaskStory } from './task-story.ts';

const verdictsOf = (verdicts: readonly { criterion: string; verdict: string }[]) =>
  verdicts.map(({ criterion, verdict }) => `${criterion}: ${verdict}`);

describe('a task that ended', () => {
  test('tells what was wanted and how it was understood', () => {
    expect(goldenStory('correction')).toMatchObject({
      task_id: 'correction',
      format: journalFormat,
      state: 'ended',
      entries: 62,
      cwd: '/scratch/home',
      workspace: '/scratch/workspace',
      origin: null,
      goal: { seq: 1, text: 'Write me a packing list for the trip in trip.md.' },
      data: null,
      clarifications: [],
      reading: { seq: 4, slug: 'write_packing_list', kind: 'task', constraints: { scope: null, deadline: null } },
    });
  });

  test('tells every attempt with its calls, its claim and its correction', () => {
    const [round] = goldenStory('correction').rounds;
    expect(round).toMatchObject({ seq: 8, round: 1, plan: { seq: 11, subtasks: 1 }, rejected: [] });
    const [subtask] = round?.subtasks ?? [];
    expect(subtask).toMatchObject({ seq: 15, index: 1, group: 1, started: true, end: { seq: 57, status: 'matched' } });
    expect(subtask?.attempts).toMatchObject([
      {
        seq: 16,
        attempt: 1,
        model_calls: 4,
        calls: [
          { seq: 18, tool: 'read_file', target: 'trip.md', state: 'ok', error: null },
          { seq: 22, tool: 'write_file', target: 'packing.md', state: 'ok' },
        ],
        claim: { seq: 26, status: 'completed', says: 'packing.md is a list for the trip: papers, boots, a sweater, a book.' },
        correction: { seq: 39, criterion: 'packing.md provides for the rain', failure_class: 'logical' },
      },
      { seq: 40, attempt: 2, model_calls: 3, calls: [{ seq: 42, tool: 'edit_file' }], correction: null },
    ]);
    expect(verdictsOf(subtask?.verdicts ?? [])).toEqual([
      'packing.md has at least five items: pass',
      'packing.md provides for the rain: pass',
    ]);
    expect(round?.gate).toMatchObject({
      seq: 59,
      met: true,
      verdicts: [
        { verdict: 'pass', by: 'check' },
        { verdict: 'pass', by: 'model' },
        { verdict: 'pass', by: 'model' },
      ],
    });
    expect(round?.turn).toMatchObject({ seq: 60, directive: 'accept', prev_directive: 'init', loss: { D: 0 } });
  });

  test('names the call that created a path, however often it was changed', () => {
    expect(goldenStory('correction').changed).toEqual([{ seq: 22, path: '/scratch/home/packing.md', change: 'created' }]);
  });

  test('tells how each round was measured and what the next had to do without', () => {
    expect(goldenStory('giving-up').rounds.map(({ turn }) => turn)).toMatchObject([
      { seq: 49, directive: 'break_symmetry', blocked_tools: ['read_file'], loss: { L: expect.closeTo(0.573, 3) } },
      { seq: 91, directive: 'change_approach', blocked_tools: ['shell:sort', 'read_file'], urgency: 'high' },
      { seq: 132, directive: 'abandon', urgency: null, rationale: expect.stringContaining('worse') },
    ]);
  });

  test('tells plans that were sent back, and calls that were not made', () => {
    const { rounds } = goldenStory('another-path');
    expect(rounds[1]?.rejected).toEqual([{ seq: 38, reasons: [expect.stringContaining('config/server.yaml')] }]);
    const calls = rounds[0]?.subtasks[0]?.attempts[1]?.calls;
    expect(calls).toMatchObject([
      { seq: 26, state: 'failed', error: 'not_found' },
      { seq: 30, state: 'not made', error: 'refused' },
    ]);
  });

  test('tells what the person was asked, and that the answer was no', () => {
    const { rounds, result } = goldenStory('refusal');
    const subtask = rounds[0]?.subtasks[0];
    expect(subtask?.attempts[0]).toMatchObject({
      calls: [{ state: 'ok' }, { seq: 22, tool: 'shell', target: 'rm -r logs/old', state: 'needs a yes' }],
      questions: [
        { seq: 24, about: 'harm', action: 'rm -r logs/old', effects: { deleted: 3, created: 0 }, answer: { seq: 25, says: 'no' } },
      ],
    });
    expect(subtask?.end).toMatchObject({ status: 'failed', refused: true });
    expect(result).toMatchObject({ seq: 35, directive: 'abandon', reason: 'refused', refused: true });
  });

  test('tells groups in their order, each sub-task with its own', () => {
    const [round] = goldenStory('side-by-side').rounds;
    expect(round?.subtasks.map(({ index, group, seq }) => [index, group, seq])).toEqual([
      [1, 1, 14],
      [2, 1, 16],
      [3, 2, 41],
    ]);
    expect(round?.subtasks.map(({ attempts }) => attempts.map(({ calls }) => calls.map(({ target }) => target)))).toEqual([
      [['north.csv']],
      [['south.csv']],
      [['summary.md']],
    ]);
  });

  test('that was a conversation has an answer and no rounds', () => {
    expect(goldenStory('talk')).toMatchObject({
      rounds: [],
      answer: { seq: 8 },
      reading: { kind: 'conversation' },
      result: { seq: 10, directive: 'accept' },
    });
  });

  test.each(goldenNames.filter((name) => name.startsWith('format-')))('in %s is shown and costed, whatever has changed since', (name) => {
    const { format, state, goal, rounds, result, cost } = goldenStory(name);
    expect(format).toBe(Number(name.charAt('format-'.length)));
    expect([state, goal?.text, result?.directive]).toEqual(['ended', expect.any(String), expect.stringMatching(/^(accept|abandon)$/)]);
    expect(rounds.every(({ plan, subtasks, turn }) => plan && subtasks.length > 0 && turn)).toBe(true);
    expect(cost.by_role.map(({ role }) => role)).toEqual(expect.arrayContaining(['R1', 'R2', 'R3']));
    expect(cost.by_role.reduce((sum, { model_calls }) => sum + model_calls, 0)).toBe(cost.model_calls);
  });
});

describe('a task that has not ended', () => {
  test('costs what it has used so far', () => {
    const some = storyOf(goldenEntries('another-tool').slice(0, 23));
    expect(some).toMatchObject({ state: 'unfinished', result: null, cost: { model_calls: 4, tool_calls: 1 }, sequential_calls: 4 });
    expect(some.cost.by_role.map(({ role, model_calls }) => [role, model_calls])).toEqual([
      ['R1', 1],
      ['R2', 1],
      ['R3', 2],
    ]);
  });

  test('leaves open the outcome of a call that was under way', () => {
    const some = storyOf(goldenEntries('correction').slice(0, 19));
    expect(some.rounds[0]?.subtasks[0]?.attempts[0]?.calls).toMatchObject([{ seq: 18, state: 'unknown', ms: null }]);
  });

  test('is shown at every entry, with as much as there is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...goldenNames), fc.nat(), (name, cut) => {
        const entries = goldenEntries(name);
        const some = entries.slice(0, cut % (entries.length + 1));
        const story = storyOf(some);
        expect(story.entries).toBe(some.length);
        expect(JSON.parse(JSON.stringify(story))).toEqual(story); // plain data
        for (const seq of seqsIn(story)) expect(seq).toBeLessThan(Math.max(1, some.length));
      }),
    );
  });
});

/** Every `seq` in the story. */
function seqsIn(value: unknown): readonly number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === 'seq' ? [part] : key === 'origin' ? [] : seqsIn(part)));
}

/** Handmade entries: each has the seconds since the start, and its content. */
const at = (seconds: number, seq: number) => ({ seq, ts: new Date(Date.parse('2026-01-01T00:00:00Z') + seconds * 1000).toISOString() });
const open: Open = goldenEntries('talk').find((entry) => entry.kind === 'open') ?? expect.unreachable();
const sample = (type: string, seconds: number, seq: number, payload: object = {}, more: object = {}): Entry => {
  const found = everyEntry('x').find((entry) => entry.kind === 'message' && entry.type === type) ?? expect.unreachable();
  if (found.kind !== 'message') return expect.unreachable();
  return { ...found, ...at(seconds, seq), id: `t-${seq}`, ...more, payload: { ...found.payload, ...payload } } as Entry; // a sample with other values of the same types
};

test('time is shown as work, as waiting for the person, and as pauses', () => {
  const story = storyOf([
    { ...open, ...at(0, 0) },
    sample('UserInput', 0, 1),
    sample('ClarifyQuestion', 5, 2, { question: 'Which?' }),
    sample('ClarifyAnswer', 65, 3, { answer: 'the second' }, { reply_to: 't-2' }),
    { kind: 'pause', ...at(3_665, 4), ms: 3_600_000 },
    { kind: 'pause', ...at(3_675, 5), ms: 4_000 },
  ]);
  expect(story.time).toEqual({ total_ms: 3_675_000, active_ms: 11_000, paused_ms: 3_604_000, pauses: 2, waiting_ms: 60_000 });
  expect(story.clarifications).toEqual([{ seq: 2, question: 'Which?', answer: { seq: 3, text: 'the second' } }]);
  expect(story.incidents.map(({ seq, what, ms }) => [seq, what, ms])).toEqual([
    [4, 'pause', 3_600_000],
    [5, 'pause', 4_000],
  ]);
});

test('a fork names where it comes from, and only what it changed itself', () => {
  const entries = goldenEntries('correction').slice(0, 26);
  const { cost } = goldenStory('talk');
  const forked = (seq: number) =>
    storyOf([{ ...open, origin: { task_id: 'other' as TaskId, seq, at: open.ts, cost } }, ...entries.slice(1)]);
  expect(forked(22)).toMatchObject({ origin: { task_id: 'other', seq: 22 }, changed: [{ seq: 22 }] });
  expect(forked(25).changed).toEqual([]);
});

/** A call that changes a file. */
const changing = (seq: number, change: string): readonly Entry[] =>
  effect(seq, 1).map((entry) =>
    entry.kind === 'outcome'
      ? { ...entry, result: { ok: true, value: { ok: true, output: '', truncated: false, changed: [{ path: '/a', change }] } } }
      : entry,
  );

test.each([
  [['changed', 'metadata', 'changed'], 0, [{ seq: 1, path: '/a', change: 'changed' }]],
  [['created', 'deleted', 'created', 'changed'], 0, [{ seq: 5, path: '/a', change: 'created' }]],
  [['deleted', 'created'], 0, [{ seq: 1, path: '/a', change: 'changed' }]],
  [['created', 'deleted'], 0, []],
  [['changed', 'changed'], 3, [{ seq: 3, path: '/a', change: 'changed' }]],
])('a path that was %j, of a fork at %i, names the call from which on it is different', (made, from, expected) => {
  const { cost } = goldenStory('talk');
  const origin = from === 0 ? undefined : { task_id: 'other' as TaskId, seq: from, at: open.ts, cost };
  const { changed } = storyOf([{ ...open, origin }, ...made.flatMap((change, place) => changing(1 + 2 * place, change))]);
  expect(changed).toEqual(expected);
});

describe('what models used', () => {
  const key = '1.1.1/R3/1' as EffectKey;
  const intent: Entry = { kind: 'intent', ...at(1, 1), key, effect: 'model', role: 'R3', repeatable: true, input: {}, input_hash: '' };
  const outcome = (seq: number, usage: object): Entry => ({
    kind: 'outcome',
    ...at(seq, seq),
    key,
    ms: 1,
    result: { ok: true, value: { text: 'x', usage: { input_tokens: 1, output_tokens: 1, model: 'large', ...usage } } },
  });
  const resumed: Entry = { kind: 'pause', ...at(2, 2), ms: 500, resumed: true };

  test('names the models, and says of a call that was lost with its process what it counts as', () => {
    const story = storyOf([open, intent, resumed, outcome(3, { estimated: true })]);
    expect(story).toMatchObject({ models: ['large'], estimated: [{ role: 'R3', model_calls: 1 }] });
    expect(story.incidents).toMatchObject([
      { seq: 2, what: 'pause', code: 'resumed', ms: 500 },
      { seq: 3, what: 'lost', who: 'R3', round: 1 },
    ]);
  });

  test.each<[string, readonly Entry[], readonly object[]]>([
    ['that the provider did not tell', [intent, outcome(2, { estimated: true })], [{ role: 'R3', model_calls: 1 }]],
    ['that was told', [intent, resumed, outcome(3, {})], []],
  ])('%s is not lost', (_, entries, estimated) => {
    const story = storyOf([open, ...entries]);
    expect(story.estimated).toEqual(estimated);
    expect(story.incidents.filter(({ what }) => what === 'lost')).toEqual([]);
  });
});

test('a fork started when it was made, and what passed before that is neither work nor a pause', () => {
  const { cost } = goldenStory('talk');
  const origin = { task_id: 'other' as TaskId, seq: 3, at: at(90_000, 0).ts, cost };
  const story = storyOf([
    { ...open, ...at(0, 0), origin },
    sample('UserInput', 0, 1),
    { kind: 'pause', ...at(10, 2), ms: 4_000 },
    { kind: 'pause', ...at(90_001, 3), ms: 89_991_000 },
    { kind: 'pause', ...at(90_011, 4), ms: 2_000 },
  ]);
  expect(story.started).toBe(origin.at);
  expect(story.time).toEqual({ total_ms: 20_000, active_ms: 14_000, paused_ms: 6_000, pauses: 2, waiting_ms: 0 });
  expect(story.incidents.map(({ seq }) => seq)).toEqual([2, 4]);
});

test('a task that continues another was paused until then, as often as it says', () => {
  const { cost } = goldenStory('talk');
  const origin = { task_id: 'other' as TaskId, seq: 3, at: at(90_000, 0).ts, cost, resumed: true as const };
  const story = storyOf([
    { ...open, ...at(0, 0), origin },
    sample('UserInput', 0, 1),
    { kind: 'pause', ...at(10, 2), ms: 4_000, resumed: true },
    { kind: 'pause', ...at(90_001, 3), ms: 89_991_000, resumed: true },
  ]);
  expect(story.time).toMatchObject({ active_ms: 6_000, paused_ms: 89_995_000, pauses: 2, waiting_ms: 0 });
});

test.each([
  ['Failure', 'failure', 'budget_spent'],
  ['Cancel', 'cancel', null],
])('%s is shown where it happened', (type, what, code) => {
  const payload = type === 'Failure' ? { code, role: 'R2', detail: 'no money' } : { why: 'enough' };
  const { incidents, rounds } = storyOf([open, sample(type, 1, 1, payload)]);
  expect(incidents).toMatchObject([{ seq: 1, what, code, round: 0 }]);
  expect(rounds).toEqual([]);
});

test('a plan that was not found, and one that the person changed, are shown in their round', () => {
  const { rounds } = storyOf([
    open,
    sample('PlanReview', 1, 1, { round: 1, reasons: [] }),
    sample('PlanReply', 2, 2, { approved: true }, { reply_to: 't-1' }),
    sample('PlanFailed', 3, 3, { round: 2, reasons: ['too big', 'too vague'] }),
  ]);
  expect(rounds).toMatchObject([
    { round: 1, reviews: [{ seq: 1, reply: { seq: 2, approved: true } }], plan: null },
    { round: 2, no_plan: { seq: 3, reasons: ['too big', 'too vague'] }, gate: null, turn: null },
  ]);
});

test('a call that artoo was stopped in is asked about, and the answer is shown', () => {
  const entries = goldenEntries('correction').slice(0, 19);
  const [task] = entries.flatMap((entry) => (entry.kind === 'message' && entry.type === 'SubTask' ? [entry.payload] : []));
  const about = { subtask_id: task?.subtask_id, tool: 'shell', action: 'make deploy' };
  const { rounds } = storyOf([
    ...entries,
    sample('InterruptedCall', 1, 19, about),
    sample('InterruptedReply', 2, 20, { answer: 'again' }, { reply_to: 't-19' }),
  ]);
  expect(rounds[0]?.subtasks[0]?.attempts[0]?.questions).toMatchObject([
    { seq: 19, about: 'interrupted', action: 'make deploy', answer: { seq: 20, says: 'again' } },
  ]);
});

test('a question about what memory doubts is shown as one', () => {
  const entries = goldenEntries('correction').slice(0, 19);
  const [task] = entries.flatMap((entry) => (entry.kind === 'message' && entry.type === 'SubTask' ? [entry.payload] : []));
  const about = { subtask_id: task?.subtask_id, tool: 'shell', action: 'npm install', caution: true };
  const { rounds } = storyOf([
    ...entries,
    sample('ConfirmRequest', 1, 19, about),
    sample('ConfirmReply', 2, 20, { allowed: true, edited: undefined, rule: undefined }, { reply_to: 't-19' }),
  ]);
  expect(rounds[0]?.subtasks[0]?.attempts[0]?.questions).toMatchObject([{ seq: 19, about: 'doubt', answer: { seq: 20, says: 'yes' } }]);
});

test('whatever is in a journal, in whatever order, is shown as plain data', () => {
  fc.assert(
    fc.property(anyEntries(fc.string({ unit: anyCharacter, maxLength: 40 })), (entries) => {
      const story = storyOf(entries);
      expect(JSON.parse(JSON.stringify(story))).toEqual(story);
    }),
  );
});

const effect = (seq: number, subtask: number): readonly Entry[] => {
  const key = `1.${subtask}.1/R3/1.${seq}` as EffectKey;
  const input = { tool: 'read_file', input: { path: `${seq}` }, cwd: '/', workspace: '/' };
  return [
    { kind: 'intent', ...at(0, seq), key, effect: 'tool', role: 'R3', repeatable: true, input, input_hash: '' },
    {
      kind: 'outcome',
      ...at(0, seq + 1),
      key,
      ms: 1,
      result: { ok: true, value: { ok: true, output: `${seq} `.repeat(200_000), truncated: false } },
    },
  ];
};

/** A sub-task with more calls than a story can hold, each of them larger than a megabyte. */
function* manyCalls(calls: number): Generator<Entry> {
  yield* goldenEntries('correction').slice(0, 13);
  for (let call = 0; call < calls; call += 1) yield* effect(13 + 2 * call, 1);
}

test('ten thousand calls are shown in part, and the rest is counted', () => {
  const short = (entry: Entry): Entry =>
    entry.kind === 'outcome' ? { ...entry, result: { ok: false, code: 'cancelled', detail: '' } } : entry;
  const story = storyOf(manyCalls(10_000).map(short));
  const calls = story.rounds[0]?.subtasks[0]?.attempts[0]?.calls.length ?? 0;
  expect(calls).toBeGreaterThan(1_000);
  expect(story.left_out).toEqual({ calls: 10_000 - calls });
  expect(story.cost.tool_calls).toBe(10_000);
});

test('as many rounds and rejected plans as a person reads are told, and the rest is counted', () => {
  const rounds = Array.from({ length: 200 }, (_, at) => sample('PlanFailed', at, at + 1, { round: at + 1, reasons: ['no'] }));
  const rejected = everyEntry('x').find((entry) => entry.kind === 'decision' && entry.name === 'plan_rejected') ?? expect.unreachable();
  const story = storyOf([open, ...rounds, ...rounds, ...Array.from({ length: 2_000 }, () => rejected)]);
  expect(story.rounds).toHaveLength(50);
  expect(story.left_out).toMatchObject({ rounds: 150, rejections: 1_500 });
});

test('long texts are kept in short, and do not stay in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const teller = createTaskStory();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (const entry of manyCalls(300)) teller.add(entry);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000); // of the 300 MB read
  expect(JSON.stringify(teller.story()).length).toBeLessThan(1_000_000);
});

test('a field of megabytes is shown by its beginning, wherever it occurs', () => {
  const story = storyOf(everyEntry('long '.repeat(200_000 / oneIn(2))));
  expect(JSON.stringify(story).length).toBeLessThan(300_000);
});
