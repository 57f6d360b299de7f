import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldenEntries, goldenNames } from '../../../test/support/golden-entries.ts';
import { draws, hostile } from '../../../test/support/hostile-text.ts';
import type { FinalResult } from '../../contracts/control.ts';
import type { Continuation } from '../../history/replay/resume-place.ts';
import { textOf } from '../style/line.ts';
import { type EndingOptions, endingLines } from './ending.ts';
import { fitted } from './layout.ts';
import { createPicture } from './picture.ts';
import { createShownReasons } from './shown-reasons.ts';
import { nothingSpent } from './spent.ts';

const unchecked = true as const;
const worked = {
  ...{ active_ms: 1, model_calls: 2, tool_calls: 1, input_tokens: 1, output_tokens: 1 },
  ...{ model_ms: 0, tool_ms: 0, usd: 0, unpriced: [], by_role: [] },
};

const result = (more: Partial<FinalResult> = {}): FinalResult => ({
  task_id: '20261116-115127174-et2as14k' as FinalResult['task_id'], // an id in the form that artoo generates
  summary: 'It was done.',
  output: 'x',
  unmet: [],
  ungrounded: [],
  loss: { D: 0, P: 0.5, Omega: 0, L: 0.15 },
  grad_l: 0,
  replans: 0,
  prev_directive: 'init',
  directive: 'accept',
  reason: 'met',
  next_moves: [],
  changed: [],
  cost: {
    ...{ active_ms: 12_400, model_calls: 2, tool_calls: 0, input_tokens: 12_000, output_tokens: 2_333, model_ms: 0, tool_ms: 0 },
    ...{ usd: 0, unpriced: [], by_role: [] },
  },
  refused: false,
  failure: null,
  ...more,
});

function shown(ended: FinalResult, more: Partial<EndingOptions> = {}, columns?: number): readonly string[] {
  const options = {
    cwd: '/home/ada',
    told: createShownReasons(),
    found: () => undefined,
    aims: [],
    dropped: [],
    estimated: nothingSpent.estimated,
    ...more,
  };
  return fitted(endingLines(ended, options), columns).map(textOf);
}

test('a talk ends with three lines, of which one says that nothing was looked up', () => {
  expect(shown(result())).toEqual([
    '✓ Done',
    'note         Nothing was looked up or run for this answer.',
    'cost         12.4 s · 2 model calls · 14,333 tokens',
  ]);
});

test('what the person refused or changed is listed, and what the answer says about it is unproved', () => {
  const rm = { action: 'rm logs/old.log', effects: [], mentioned: ['/home/ada/logs/old.log'] };
  const mv = { action: 'rm a.txt', edited: 'mv a.txt b.txt', effects: [] };
  expect(shown(result({ declined: [rm, mv], cost: worked })).slice(0, -1)).toEqual([
    '◐ Done, except for what you refused',
    'not done     ○ rm logs/old.log – you said no',
    'you changed  ○ rm a.txt to mv a.txt b.txt',
    'unproved     ? The answer mentions logs/old.log, which you kept as it was.',
    expect.stringMatching(/^cost /),
  ]);
});

test('where a change was refused and nothing else was changed, the head says so', () => {
  const rm = { action: 'rm logs/old.log', effects: [{ path: '/home/ada/logs/old.log', change: 'deleted' as const }] };
  expect(shown(result({ declined: [rm] }))[0]).toBe('◐ Nothing was changed, because you refused it');
  const moved = { path: '/home/ada/kept', change: 'created', moved_from: '/home/ada/logs/old.log' } as const;
  expect(shown(result({ declined: [rm], changed: [moved] }))[0]).toBe('✓ Done');
});

test.each<[string, Partial<FinalResult>]>([
  ['something was looked up', { cost: { ...result().cost, tool_calls: 1 } }],
  ['it is not done', { directive: 'abandon', reason: 'gap' }],
])('which is left out where %s', (_, more) => {
  expect(shown(result(more)).filter((line) => line.startsWith('note'))).toEqual([]);
});

test.each([
  ['counted by the provider', 0, { tokens: 0, usd: 0 }, '14,333 tokens'],
  ['all estimated', 0, { tokens: 14_333, usd: 0 }, 'at most 14,333 tokens (a call was cut off before it reported its usage)'],
  [
    'in part an estimate, which stands apart',
    0,
    { tokens: 10_000, usd: 0 },
    '4,333 tokens, at most 10,000 more (a call was cut off before it reported its usage)',
  ],
  ['paid for', 0.0312, { tokens: 0, usd: 0 }, '14,333 tokens · $0.03'],
  [
    'paid for, in part an estimate',
    0.03,
    { tokens: 333, usd: 0.01 },
    '14,000 tokens, at most 333 more (a call was cut off before it reported its usage) · $0.02, at most $0.01 more',
  ],
])('tokens that are %s', (_, usd, estimated, said) => {
  const ended = result({ cost: { ...result().cost, usd } });
  expect(shown(ended, { estimated }).at(-1)).toBe(`cost         12.4 s · 2 model calls · ${said}`);
});

describe('what is next', () => {
  const commands = (more: Partial<FinalResult>, continuation?: Continuation) =>
    shown(result(more), { continuation }).flatMap(
      (line) => /artoo (\w+ et2as14k(?: --at \d+)?)/.exec(line)?.[1]?.replace(' et2as14k', '') ?? [],
    );
  const worked = { ...result().cost, tool_calls: 3 };

  test.each<[string, Partial<FinalResult>, readonly string[]]>([
    ['nothing, after a talk', {}, []],
    ['the log, where something was done', { cost: worked }, ['log']],
    ['undo, where something changed', { cost: worked, changed: [{ path: '/a', change: 'created' }] }, ['undo', 'log']],
    ['the log, where it failed', { directive: 'abandon', reason: 'gap' }, ['log']],
    ['the log, where its model was away and nothing goes on', { directive: 'abandon', failure: 'model_unreachable' }, ['log']],
  ])('%s', (_, more, expected) => {
    expect(commands(more)).toEqual(expected);
  });

  test.each<[Continuation, string]>([
    [{ by: 'resume', at: 9 }, 'resume'],
    [{ by: 'fork', at: 9 }, 'fork --at 9'],
  ])('the command that continues it: %j', (continuation, command) => {
    expect(commands({ directive: 'abandon', reason: 'infrastructure' }, continuation)).toEqual([command, 'log']);
  });
});

describe('what a person has already been told is not repeated:', () => {
  const ended = result({
    directive: 'abandon',
    reason: 'infrastructure',
    summary: 'the server refused the key',
    unmet: [{ criterion: 'a.txt exists', why: 'a.txt is not there' }],
    next_moves: ['Still open, a.txt exists: a.txt is not there.', 'Check the key.'],
  });

  test('all of it, where nothing was', () => {
    const lines = shown(ended).join('\n');
    expect(lines).toContain('✗ Not done: the server refused the key');
    expect(lines).toContain('a.txt is not there');
    expect(lines).toContain('you could    • Check the key.');
  });

  test('the rest, where some was', () => {
    const told = createShownReasons();
    told.once('the server refused the key');
    told.once('a.txt is not there');
    const lines = shown({ ...ended, failure: 'model_denied' }, { told, found: () => 'fail' }).join('\n');
    expect(lines).toContain('✗ Not done: its model refused the key');
  });

  test.each([
    ['', '✗ Not done: no workable plan was found; the last one was rejected: it is the same as the first'],
    ['it is the same as the first', '✗ Not done: no workable plan was found'],
  ])('nor why the last plan was turned down: %s', (before, head) => {
    const told = createShownReasons();
    told.once(before || 'the server refused the key');
    const summary = 'no workable plan was found; the last one was rejected: it is the same as the first';
    expect(shown({ ...ended, reason: 'no_plan', summary }, { told })[0]).toBe(head);
  });

  test('but the reason why something is not met is always beside it, once if several share it', () => {
    const told = createShownReasons();
    told.once('a.txt is not there');
    const unmet = [
      { criterion: 'a.txt exists', why: 'a.txt is not there' },
      { criterion: 'b.txt exists', why: 'not checked: the task ended first', unchecked },
      { criterion: 'the key is right', why: 'the server refused the key' },
      { criterion: 'c.txt exists', why: 'not checked: the task ended first', unchecked },
    ];
    const lines = shown({ ...ended, unmet }, { told, found: () => 'fail' });
    expect(
      lines.slice(
        1,
        lines.findIndex((line) => line.startsWith('cost')),
      ),
    ).toEqual([
      'not met      ✗ a.txt exists',
      '               a.txt is not there',
      '             ✗ the key is right', // failed for the reason in the first line
      'open         ○ b.txt exists',
      '             ○ c.txt exists',
      '               not checked: the task ended first',
    ]);
  });
});

test.each([
  ['fail', '✗'],
  ['unverifiable', '?'],
  ['pass', '?'], // the check of the criterion passes nevertheless
  [undefined, '?'],
] as const)('what is not met is distinguished from what is not proven: %s', (verdict, sign) => {
  const unmet = [{ criterion: 'a.txt exists', why: 'it is so' }];
  const lines = shown(result({ directive: 'abandon', reason: 'gap', unmet }), { found: () => verdict });
  expect(lines).toContain(`not met      ${sign} a.txt exists`);
});

test.each<[FinalResult['directive'], readonly string[]]>([
  ['abandon', ['met          ✓ a.txt exists', 'open         ○ b.txt exists', '               not checked: the task ended first']],
  ['success', ['open         ○ b.txt exists', '               not checked: the task ended first']],
])('what is proved stands apart from what is open, after %s', (directive, expected) => {
  const unmet = [{ criterion: 'b.txt exists', why: 'not checked: the task ended first', unchecked }];
  const aims = [
    { text: 'a.txt exists', verdict: 'pass' },
    { text: 'b.txt exists', verdict: 'pass' },
    { text: 'c.txt exists', verdict: 'open' },
  ] as const;
  const lines = shown(result({ directive, reason: 'cancelled', unmet }), { aims, found: () => 'pass' });
  expect(lines.slice(1, -2)).toEqual(expected);
});

test('what the person asked to be otherwise is told as dropped, also where all else is done', () => {
  expect(shown(result({ cost: worked }), { dropped: ['/home/ada/old is gone'] })[1]).toBe(
    'dropped      ○ /home/ada/old is gone: you asked for something else'.replace('/home/ada/', ''),
  );
});

test('verbose, the loss and the journal follow', () => {
  const lines = shown(result(), { verbose: { journal: '/data/t.jsonl', epsilon: 0.1 } });
  expect(lines.slice(-2)).toEqual(['loss         D 0.00, P 0.50, Ω 0.00, L 0.15, ∇L ⊥, init→accept', 'journal      /data/t.jsonl']);
});

test.each(goldenNames)('the end of %s is shown in words', (name) => {
  const picture = createPicture();
  const entries = goldenEntries(name);
  for (const entry of entries) picture.see(entry);
  const end = entries.at(-1);
  if (end?.kind !== 'message' || end.type !== 'FinalResult') throw new Error('it has no end');
  const text = shown(
    end.payload,
    { told: picture.told, found: picture.found, aims: picture.state.aims, dropped: picture.state.dropped, cwd: '/scratch/home' },
    80,
  ).join('\n');
  expect(text).toMatch(/^(✓ Done|◐ Delivered with gaps|✗ Not done: (\[LAW1\] )?\w)/);
  expect(text).not.toMatch(/\bR\d\b|Ω|∇|\(met\)|\(refused\)|\/scratch\/home\//);
  if (!name.startsWith('format-')) expect(text.split('[LAW1]').length).toBeLessThanOrEqual(2);
});

test('nothing in a result can draw on the terminal', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const ended = result({
        ...{ directive: 'abandon', reason: 'gap', summary: text, ungrounded: [text], next_moves: [text] },
        unmet: [{ criterion: text, why: text }],
        changed: [{ path: text, change: 'created' }],
        cost: { ...result().cost, usd: 1, unpriced: [text] },
      });
      expect(shown(ended, {}, 60).filter((line) => [...line].some(draws))).toEqual([]);
    }),
  );
});
