import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { call, outcome, verdict } from '../../../test/support/rounds.ts';
import { oneIn } from '../../../test/support/sample.ts';
import type { FinalResult } from '../../contracts/control.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import { Megram, type MemoryRecall } from '../../contracts/memory.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { planFingerprint } from '../../memory/recall/plan-fingerprint.ts';
import { type Experience, lessons, type Round } from './lessons.ts';

const task_id = 't' as TaskId;
const created_at = '2026-01-01T00:00:00.000Z';
const spec: TaskSpec = {
  task_id,
  slug: 'find_largest_files',
  intent: 'find the largest files',
  constraints: { scope: null, deadline: null },
  raw_input: 'largest files?',
  clarifications: [],
  kind: 'task',
  cwd: '/work/app',
};
const manifest: DispatchManifest = {
  task_id,
  round: 1,
  subtasks: [],
  task_spec: spec,
  task_criteria: [],
  amended: [],
  surroundings: '',
  fingerprint: 'shell: find files',
  dispatched_at: created_at,
};

const ends = {
  met: { directive: 'accept', reason: 'met', unmet: [] },
  close_enough: { directive: 'success', reason: 'close_enough', unmet: [{ criterion: 'sizes are in MB', why: 'they are in KB' }] },
  gap: {
    directive: 'abandon',
    reason: 'gap',
    unmet: [
      { criterion: 'ten files are listed', why: 'there are two' },
      { criterion: 'they are sorted', why: 'they are not' },
    ],
  },
} as const satisfies Record<string, Experience['end']>;

const du = call('shell', { programs: ['du', 'sort'], target: 'du -ah . | sort -rh' });
const notFound = call('read_file', {
  target: './config/server.yaml',
  ok: false,
  error_class: 'not_found',
  output_head_tail: 'config/server.yaml: no such file or directory',
});
const matched = (...tool_calls: SubTaskOutcome['tool_calls']) => outcome([verdict()], { intent: 'list files by size', tool_calls });
const failed = (...tool_calls: SubTaskOutcome['tool_calls']) =>
  outcome([verdict({ verdict: 'fail', criterion: 'ten files are listed', evidence: 'there are two' })], {
    intent: 'list files by size',
    tool_calls,
  });
/** Met one criterion of two. */
const partly = (...tool_calls: SubTaskOutcome['tool_calls']) =>
  outcome([verdict(), verdict({ verdict: 'fail', criterion: 'sizes are in MB', evidence: 'they are in KB' })], {
    intent: 'list files by size',
    tool_calls,
  });
const round = (
  macro_state: Round['decision']['macro_state'],
  outcomes: readonly SubTaskOutcome[],
  more: Partial<Round['decision']> = {},
): Round => ({
  outcomes,
  decision: { macro_state, loss: { D: 0.5, P: 0.5, Omega: 0, L: 0.4 }, blocked_tools: [], failed_criterion: null, ...more },
  isOwn: true,
});
const atD = (D: number) => ({ loss: { D, P: 0.5, Omega: 0, L: 0 } });

/** What is learnt, in short: `state space entity`. */
const learnt = (more: Partial<Experience>) => all(more).map(({ state, space, entity }) => `${state} ${space} ${entity}`);
const all = (more: Partial<Experience>): readonly Megram[] =>
  lessons({ task_id, created_at, spec, manifest, rounds: [round('accept', [matched(du)])], recalls: [], end: ends.met, ...more });
const contents = (more: Partial<Experience>) => all(more).map(({ content }) => content);

const intent = 'intent:find_largest_files';

describe('a task that ends', () => {
  test.each<[string, Experience['end'], Round, readonly string[]]>([
    ['met', ends.met, round('accept', [matched(du)]), ['accept env:local', 'accept tool:shell:du', 'accept tool:shell:sort']],
    [
      'met with programs that only wait or run others',
      ends.met,
      round('accept', [matched(call('shell', { target: 'sleep 2; timeout 5 wc a', programs: ['sleep', 'timeout', 'wc'] }))]),
      ['accept env:local', 'accept tool:shell:wc'],
    ],
    ['met without any tool', ends.met, round('accept', [matched()]), ['accept env:local']],
    [
      'close enough',
      ends.close_enough,
      round('success', [matched(du), failed(notFound)]),
      ['success env:local', 'success tool:shell:du', 'success tool:shell:sort'],
    ],
    [
      'close enough by what met a part',
      ends.close_enough,
      round('success', [partly(du, notFound)]),
      ['success env:local', 'success tool:shell:du', 'success tool:shell:sort'],
    ],
    [
      'close enough by a tool that failed in the end',
      ends.close_enough,
      round('success', [partly(du, { ...du, ok: false, error_class: 'failed' })]),
      ['success env:local'],
    ],
    [
      'close enough by a sub-task that gave up, whatever it met',
      ends.close_enough,
      round('success', [{ ...matched(du), status: 'failed' }]),
      ['success env:local'],
    ],
    ['given up after what met a part', ends.gap, round('abandon', [partly(du)]), ['abandon env:local']],
    ['close enough by nothing that matched', ends.close_enough, round('success', [failed(du)]), ['success env:local']],
    ['with a gap', ends.gap, round('abandon', [matched(du), failed(notFound)]), ['abandon env:local']],
  ])('%s teaches about itself and what it was done with', (_, end, last, expected) => {
    expect(all({ end, rounds: [last] }).map(({ state, entity }) => `${state} ${entity}`)).toEqual(expected);
  });

  test.each<FinalResult['reason']>(['budget', 'cancelled', 'refused', 'no_plan', 'infrastructure'])(
    'as %s teaches nothing at all',
    (reason) => {
      const rounds = [round('change_path', [failed(notFound)]), round('abandon', [failed(du)])];
      expect(
        lessons({ task_id, created_at, spec, manifest, rounds, recalls: own(recalled({ dissonances })), end: { ...ends.gap, reason } }),
      ).toEqual([]);
    },
  );

  test('names its memories after itself, in order, all of the same moment, with the numbers of their state', () => {
    const [whole, tool] = all({});
    expect(whole).toEqual({
      id: 't-m01',
      level: 'M',
      created_at,
      space: intent,
      entity: 'env:local',
      state: 'accept',
      f: 0.9,
      sigma: 1,
      k: 0.05,
      content: '"find the largest files" was done in 1 round. The plan that worked: list files by size (du -ah . | sort -rh).',
      fingerprint: planFingerprint('shell: find files'),
      learnt_in: '/work/app',
    });
    expect(tool).toMatchObject({ id: 't-m02', created_at });
    expect(tool).not.toHaveProperty('fingerprint');
  });

  test('does not praise a tool for a call that failed, or that was not made', () => {
    const refused = call('write_file', { ok: false, error_class: 'refused' });
    expect(learnt({ rounds: [round('accept', [matched(notFound, refused, du)])] })).not.toContainEqual(
      expect.stringMatching(/read_file|write_file/),
    );
  });

  test('counts only what its last round was done with', () => {
    const rounds = [round('change_path', [matched(call('glob')), failed()]), round('accept', [matched(du)])];
    expect(learnt({ rounds })).not.toContain(`accept ${intent} tool:glob`);
  });
});

describe('what the sub-tasks of a task found', () => {
  const finding = (output: SubTaskOutcome['output'], more: Partial<SubTaskOutcome> = {}) => ({ ...matched(du), output, ...more });
  const notesIn = (more: Partial<Experience>) => all(more).filter(({ level }) => level === 'K');
  const last = (...outcomes: readonly SubTaskOutcome[]) => ({ rounds: [round('accept', outcomes)] });

  test('is noted for the folder, and speaks neither for nor against anything', () => {
    expect(notesIn(last(finding('7 log files;\nthe largest is a.log')))).toEqual([
      {
        id: 't-m04',
        level: 'K',
        created_at,
        space: 'folder:/work/app',
        entity: 'env:local',
        state: 'accept',
        f: 0.9,
        sigma: 0,
        k: 0.05,
        content: '"list files by size": 7 log files; the largest is a.log.',
        learnt_in: '/work/app',
      },
    ]);
  });

  test('is noted for the repository, where there is one', () => {
    const repository = 'host/team/app';
    expect(notesIn({ ...last(finding('7')), manifest: { ...manifest, repository } })).toMatchObject([
      { space: 'folder:host/team/app', learnt_in: repository },
    ]);
  });

  test.each<[string, Partial<Experience>, number]>([
    ['nothing, where it answered nothing', last(finding(null), finding(' \n')), 0],
    ['nothing, where it failed', { ...last({ ...failed(du), output: '7' }), end: ends.close_enough }, 0],
    ['what matched, where the task has gaps', { ...last(finding('7'), { ...failed(du), output: '8' }), end: ends.close_enough }, 1],
    ['nothing, where the task was given up', { ...last(finding('7')), end: ends.gap }, 0],
    ['five at most', last(...Array.from({ length: 9 }, (_, at) => finding(`${at}`))), 5],
    ['nothing of the task that this one was forked from', { rounds: [{ ...round('accept', [finding('7')]), isOwn: false }] }, 0],
    ['nothing, where the folder is no place', { ...last(finding('7')), spec: { ...spec, cwd: `/${'x'.repeat(5_000)}` } }, 0],
  ])('comes to %s', (_, more, count) => {
    expect(notesIn(more)).toHaveLength(count);
  });

  test('is not noted where it mentions what the person kept as it was', () => {
    const declined = [{ action: 'rm logs/old.log', effects: [{ path: '/work/app/logs/old.log', change: 'deleted' as const }] }];
    const refused = call('shell', { ok: false, error_class: 'refused', declined });
    const told = (output: string) =>
      all(last(finding(output, { tool_calls: [refused, call('write_file')] }))).map(({ content }) => content);
    const claimed = told('summary.txt is written, and logs/old.log is deleted.');
    expect(claimed.filter((content) => content.includes('is deleted'))).toEqual([]);
    expect(claimed[0]).toContain('The person said no to "rm logs/old.log".');
    expect(told('summary.txt is written.')).toContain('"list files by size": summary.txt is written.');
  });

  test('is preceded by what the person asked for when they said no', () => {
    const declined = [
      { action: 'rm a.log b.log', instead: 'keep b.log, I need it', effects: [{ path: '/work/app/b.log', change: 'deleted' as const }] },
    ];
    const refused = call('shell', { ok: false, error_class: 'refused', declined });
    const [wish, ...others] = notesIn(last(finding('a.log is deleted', { tool_calls: [refused, refused, call('shell')] })));
    expect(wish).toMatchObject({ level: 'K', state: 'accept', sigma: 0, space: 'folder:/work/app', entity: 'user' });
    expect(wish?.content).toBe('The person said no to "rm a.log b.log", and asked: "keep b.log, I need it".');
    expect(others.map(({ content }) => content)).toEqual(['"list files by size": a.log is deleted.']);
  });

  test('is the head of a long answer', () => {
    const [note] = notesIn(last(finding(`first ${'x'.repeat(100_000)}`)));
    expect(note?.content).toMatch(/^"list files by size": first x{400,500}…$/);
  });
});

test('what failed never counts as a yes, however often it was refined', () => {
  const rounds = [
    round('refine', [failed(notFound)]),
    round('change_path', [failed(notFound)]),
    round('refine', [failed(notFound)]),
    round('abandon', [failed()]),
  ];
  const paths = all({ end: ends.gap, rounds }).filter(({ entity }) => entity.startsWith('path:'));
  expect(paths).toMatchObject([
    { state: 'refine', sigma: 0, f: 0.1, k: 0.5 },
    { state: 'change_path', sigma: 0, f: 0.3, k: 0.2 },
  ]); // the second refinement would repeat the lesson of the first
});

test('a program that only running its line would show teaches nothing', () => {
  const unknown = call('shell', { programs: ['?', 'du'], target: '$x | du' });
  expect(learnt({ rounds: [round('accept', [matched(unknown)])] })).toEqual([
    `accept ${intent} env:local`,
    `accept ${intent} tool:shell:du`,
  ]);
});

describe('a round that was followed by', () => {
  const rounds = (state: Round['decision']['macro_state'], more: Partial<Round['decision']> = {}) => [
    round(state, [matched(call('glob')), failed(notFound, du)], more),
    round('abandon', [failed()]),
  ];
  const learntFrom = (given: readonly Round[]) => learnt({ end: ends.gap, rounds: given }).slice(0, -1);

  test.each(['change_path', 'refine'] as const)('%s teaches which calls failed', (state) => {
    expect(learntFrom(rounds(state))).toEqual([`${state} tool:read_file path:config/server.yaml`]);
  });

  test('change_approach teaches the same, and which blocked tools failed in it', () => {
    const blocked_tools = ['shell:du', 'glob', 'search']; // glob was used in a matched sub-task, search in an earlier round
    expect(learntFrom(rounds('change_approach', { blocked_tools }))).toEqual([
      'change_approach tool:read_file path:config/server.yaml',
      `change_approach ${intent} tool:shell:du`,
    ]);
  });

  test('anything, but in the task that it was forked from, teaches nothing', () => {
    expect(learntFrom(rounds('change_path').map((each, at) => ({ ...each, isOwn: at > 0 })))).toEqual([]);
    expect(learnt({ end: ends.gap, rounds: rounds('change_path').map((each) => ({ ...each, isOwn: false })) })).toEqual([]);
  });

  test('a call that worked later in the round, was refused or misspelt teaches nothing', () => {
    const calls = [
      notFound,
      { ...notFound, ok: true },
      call('shell', { ok: false, error_class: 'refused' }),
      call('glob', { ok: false, error_class: 'invalid_input' }),
    ];
    expect(learntFrom([round('change_path', [failed(...calls)]), round('abandon', [failed()])])).toEqual([]);
  });

  test.each<[string, number, readonly SubTaskOutcome[], readonly string[]]>([
    [
      'came closer',
      0.4,
      [matched(du), failed(call('glob'))],
      [`break_symmetry ${intent} tool:shell:du`, `break_symmetry ${intent} tool:shell:sort`],
    ],
    ['came closer with nothing that matched', 0.4, [failed(du)], []],
    ['stood still', 0.5, [matched(du), failed(call('glob'))], []],
    ['got worse', 0.6, [matched(du), failed(call('glob'))], []],
  ])('break_symmetry teaches what helped, after a round that %s', (_, D, outcomes, expected) => {
    expect(learntFrom([round('break_symmetry', [failed(notFound)]), round('abandon', outcomes, atD(D))])).toEqual(expected);
  });

  test('one target in two writings, and then not allowed, teaches the result once', () => {
    const again = { ...notFound, target: 'config/server.yaml' };
    const refused = call('read_file', { target: 'config/server.yaml', ok: false, error_class: 'refused', output_head_tail: 'blocked' });
    const found = all({ end: ends.gap, rounds: [round('refine', [failed(notFound, again, refused)]), round('abandon', [failed()])] });
    expect(found.slice(0, -1)).toMatchObject([{ entity: 'path:config/server.yaml', content: expect.stringContaining('no such file') }]);
  });

  test('break_symmetry and success at once teaches both', () => {
    expect(learnt({ rounds: [round('break_symmetry', [failed(notFound)]), round('accept', [matched(du)], atD(0))] })).toEqual([
      `break_symmetry ${intent} tool:shell:du`,
      `break_symmetry ${intent} tool:shell:sort`,
      `accept ${intent} env:local`,
      `accept ${intent} tool:shell:du`,
      `accept ${intent} tool:shell:sort`,
    ]);
  });

  test('of many failures only the first twenty teach', () => {
    const calls = Array.from({ length: 50 }, (_, at) => call('read_file', { target: `${at}.txt`, ok: false }));
    expect(learntFrom([round('refine', [failed(...calls)]), round('abandon', [failed()])])).toHaveLength(20);
  });
});

const recalled = (more: Partial<MemoryRecall>): MemoryRecall => ({
  space: null,
  rules: [],
  potentials: [],
  recent: [],
  dissonances: [],
  missing: null,
  ...more,
});
const memory = (id: string, more: Partial<Megram> = {}): Megram => ({
  id,
  level: 'C',
  created_at,
  space: 'intent:find_files',
  entity: 'tool:glob',
  content: 'Use glob.',
  state: 'rule',
  f: 1,
  sigma: 1,
  k: 0,
  ...more,
});
const dissonances = [{ rule_id: 'r1', evidence_id: 'e1' }];
const own = (...recalls: readonly MemoryRecall[]) => recalls.map((recall) => ({ recall, isOwn: true }));

describe('what memory said', () => {
  test.each<[string, readonly MemoryRecall[], string]>([
    ['nothing', [], intent],
    ['that it knows no such kind', [recalled({})], intent],
    ['which kind of task it is', [recalled({ space: 'intent:find_files' })], 'intent:find_files'],
    ['first one kind and then another', [recalled({ space: 'intent:a' }), recalled({ space: 'intent:b' })], 'intent:b'],
    ['a kind, and then could not be asked', [recalled({ space: 'intent:a' }), recalled({ missing: 'gone' })], 'intent:a'],
  ])('(%s) names the kind of task', (_, recalls, space) => {
    expect(all({ recalls: own(...recalls) })[0]).toMatchObject({ space });
  });

  test.each([
    [1, -1],
    [-1, 1],
  ])('of a rule of sign %d that evidence speaks against becomes one dissonance of sign %d', (sigma, expected) => {
    const said = recalled({ rules: [memory('r1', { sigma })], recent: [memory('e1', { content: 'glob found nothing.' })], dissonances });
    expect(all({ recalls: own(said, said) }).filter(({ state }) => state === 'dissonance')).toEqual([
      {
        id: 't-m04',
        level: 'M',
        created_at,
        space: 'intent:find_files',
        entity: 'tool:glob',
        state: 'dissonance',
        f: 0.85,
        sigma: expected,
        k: 0.05,
        content: 'Newer experience contradicts the rule "Use glob.": glob found nothing.',
        learnt_in: '/work/app',
      },
    ]);
  });

  test('of a rule that it does not tell becomes nothing', () => {
    expect(learnt({ recalls: own(recalled({ dissonances })) })).toHaveLength(3);
  });

  test('to the task that this one was forked from teaches nothing here', () => {
    const said = recalled({ rules: [memory('r1', {})], dissonances });
    expect(learnt({ recalls: [{ recall: said, isOwn: false }] })).toHaveLength(3);
  });
});

describe('a lesson says what was tried on what, and with what result:', () => {
  test.each<[string, Partial<Experience>, string]>([
    ['a tool that worked', {}, 'du -ah . worked for "list files by size".'],
    ['another one of the same line, by its own part', {}, 'sort -rh worked for "list files by size".'],
    [
      'a tool that worked for a part',
      { end: ends.close_enough, rounds: [round('success', [matched(call('glob', { target: '**/*' }))])] },
      'glob **/* worked for "list files by size"; the task was delivered with gaps.',
    ],
    [
      'a tool that worked for one part and met another partly',
      { end: ends.close_enough, rounds: [round('success', [matched(du), partly(du)])] },
      'du -ah . worked for "list files by size"; the task was delivered with gaps.',
    ],
    [
      'a tool that met a part',
      { end: ends.close_enough, rounds: [round('success', [partly(call('glob', { target: '**/*' }))])] },
      'glob **/* met 1 of 2 criteria of "list files by size"; the task was delivered with gaps.',
    ],
    [
      'a goal that was given up',
      { end: ends.gap, rounds: [round('refine', [failed()]), round('abandon', [failed(du)])] },
      'Given up on "find the largest files" after 2 rounds. Missed: "ten files are listed" (there are two); "they are sorted" (they are not). The last plan: list files by size (du -ah . | sort -rh).',
    ],
    [
      'a goal that cannot be met',
      {
        end: { ...ends.gap, reason: 'impossible', summary: 'there is one file alone' },
        rounds: [round('refine', [failed()]), round('refine', [failed(du)])],
      },
      '"find the largest files" was found impossible after 2 rounds (there is one file alone). Missed: "ten files are listed" (there are two); "they are sorted" (they are not). The last plan: list files by size (du -ah . | sort -rh).',
    ],
    [
      'how the words of a goal were read',
      {
        manifest: {
          ...manifest,
          task_criteria: [
            { criterion: 'the ten largest are listed', mode: 'verifiable', weight: 1 },
            { criterion: 'the answer is what the goal asks for', mode: 'verifiable', weight: 1, builtin: true },
          ],
        },
      },
      '"find the largest files" was done in 1 round. It was taken to mean: the ten largest are listed. The plan that worked: list files by size (du -ah . | sort -rh).',
    ],
    [
      'the commands before what only looked',
      {
        rounds: [
          round('accept', [
            matched(
              ...['a', 'b', 'c', 'd', 'e'].map((target) => call('read_file', { target })),
              call('write_file', { target: 'out.txt', changed: [{ path: '/work/app/out.txt', change: 'created' }] }),
              du,
              call('shell', { target: 'make', ok: false, error_class: 'failed' }),
            ),
          ]),
        ],
      },
      '"find the largest files" was done in 1 round. The plan that worked: list files by size (read_file a; read_file b; read_file c; write_file out.txt; du -ah . | sort -rh).',
    ],
    [
      'a goal that was met in part',
      { end: ends.close_enough, rounds: [round('success', [failed(du)])] },
      '"find the largest files" was delivered with gaps after 1 round. Missed: "sizes are in MB" (they are in KB). The last plan: list files by size (du -ah . | sort -rh).',
    ],
    [
      'a call that failed',
      { rounds: [round('change_path', [failed(notFound)]), round('accept', [matched()])] },
      'read_file ./config/server.yaml failed: config/server.yaml: no such file or directory.',
    ],
    [
      'a call that failed without a word',
      { rounds: [round('change_path', [failed({ ...du, ok: false, exit_code: 2 })]), round('accept', [matched()])] },
      'du -ah . | sort -rh failed: exit code 2.',
    ],
    [
      'a tool that was the wrong one',
      { rounds: [round('change_approach', [failed(du)], { blocked_tools: ['shell:du'] }), round('accept', [matched()])] },
      'shell:du was the wrong approach to "list files by size", tried as du -ah .: missed "ten files are listed" (there are two).',
    ],
    [
      'a tool that did its part, of a goal that was missed',
      {
        rounds: [
          round('change_approach', [matched(du)], { blocked_tools: ['shell:du'], failed_criterion: 'they are sorted' }),
          round('accept', [matched()]),
        ],
      },
      'shell:du was the wrong approach to "list files by size", tried as du -ah .: missed "they are sorted".',
    ],
    [
      'a way out',
      { rounds: [round('break_symmetry', [failed()]), round('accept', [matched(du)], atD(0))] },
      'When nothing else got further, du -ah . worked for "list files by size".',
    ],
  ])('%s', (_, more, expected) => {
    expect(contents(more)).toContain(expected);
  });

  const took = (target: string, programs: readonly string[], ...changed: NonNullable<SubTaskOutcome['tool_calls'][number]['changed']>) =>
    call('shell', { target, programs, changed });
  const gone = { path: '/work/app/logs/old-3.log', change: 'deleted' } as const;
  const list = { path: '/work/app/list.txt', change: 'changed' } as const;
  const moved = [gone, { path: '/work/app/kept/old-3.log', change: 'created', moved_from: gone.path }] as const;

  test.each<[string, SubTaskOutcome['tool_calls'][number], readonly string[], string]>([
    ['deleted', took('rm logs/old-3.log logs/old-4.log', ['rm'], gone), ['rm'], 'rm'],
    ['deleted by a pattern', took("find logs -name 'old-*' -delete", ['find'], gone), ['find'], 'find'],
    ['deleted where the line goes through files', took('for f in logs/*; do rm "$f"; done', ['rm'], gone), ['rm'], 'rm'],
    ['deleted by a program that can do anything', took(`python3 -c "d('old-3.log')"`, ['python3'], gone), ['python3'], 'python3'],
    [
      'deleted in a part of the line',
      took('rm -rf logs && npm run build', ['rm', 'npm'], gone),
      ['rm', 'npm run build'],
      'rm; npm run build',
    ],
    ['deleted by a tool', call('remove', { target: 'logs/old-3.log', changed: [gone] }), ['remove'], 'remove'],
    ['overwrote', took('sort names.txt > list.txt', ['sort'], list), ['sort'], 'sort'],
    ['overwrote by a copy', took('cp names.txt list.txt', ['cp'], list), ['cp'], 'cp'],
    ['created', took('sort a > b', ['sort'], { ...list, change: 'created' }), ['sort a > b'], 'sort a > b'],
    ['only moved', took('mv logs/old-3.log kept/', ['mv'], ...moved), ['mv logs/old-3.log kept/'], 'mv logs/old-3.log kept/'],
    ['did not name', took('npm run build', ['npm'], gone, list), ['npm run build'], 'npm run build'],
    ['wrote anew', call('write_file', { target: 'list.txt', changed: [list] }), ['write_file list.txt'], 'write_file list.txt'],
  ])('a tool that worked is recommended without what it %s', (_, one, tools, plan) => {
    const [whole, ...each] = contents({ rounds: [round('accept', [matched(one)])] });
    expect(each).toEqual(tools.map((tool) => `${tool} worked for "list files by size".`));
    expect(whole).toContain(`The plan that worked: list files by size (${plan}).`);
  });

  test('a tool that was the wrong one is told with what it deleted', () => {
    const wrong = took('rm logs/old-3.log', ['rm'], gone);
    const rounds = [round('change_approach', [failed(wrong)], { blocked_tools: ['shell:rm'] }), round('accept', [matched()])];
    expect(contents({ rounds })).toContainEqual(expect.stringContaining('tried as rm logs/old-3.log'));
  });

  test('a plan of many parts with a piece of each', () => {
    const parts = Array.from({ length: 6 }, (_, at) => ({
      ...matched(call('shell', { programs: [`step-${at}`], target: `step-${at} ${'x'.repeat(500)}` })),
      intent: `part ${at}`,
    }));
    const [whole] = contents({ rounds: [round('accept', parts)] });
    for (const at of parts.keys()) expect(whole).toContain(`part ${at} (step-${at} x`);
  });

  test('the first and the last line of what a command printed, and nothing between', () => {
    const build = { ...du, ok: false, output_head_tail: `it failed\n${'noise\n'.repeat(500)}make: *** [all] Error 1` };
    const [said] = contents({ rounds: [round('change_path', [failed(build)]), round('accept', [matched()])] });
    expect(said).toBe('du -ah . | sort -rh failed: it failed … make: *** [all] Error 1.');
  });
});

/** Any text that a model or a tool can produce. */
const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 600 }), fc.constant('x'.repeat(50_000)), fc.constant('a\n\u0007\r\nb'));
const anyCall = fc.record({
  tool: fc.constantFrom('shell', 'glob', 'x'.repeat(40_000)),
  target: text,
  ok: fc.boolean(),
  output_head_tail: text,
});
const anyOutcome = fc
  .record({ calls: fc.array(anyCall, { maxLength: 4 }), intent: text, criterion: text, pass: fc.boolean() })
  .map(({ calls, intent: what, criterion, pass }) =>
    outcome([verdict({ criterion, verdict: pass ? 'pass' : 'fail', evidence: criterion })], {
      intent: what || 'i',
      tool_calls: calls.map(({ tool, ...more }) => call(tool, more)),
    }),
  );
const anyRound = fc
  .record({
    state: fc.constantFrom('break_symmetry', 'change_approach', 'change_path', 'refine'),
    outcomes: fc.array(anyOutcome, { maxLength: 3 }),
    D: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ state, outcomes, D }) => round(state, outcomes, { ...atD(D), blocked_tools: ['shell', 'glob'] }));

test('whatever happened, a lesson is a memory that may be written, one line of at most 1,201 characters, under an id of its own', () => {
  fc.assert(
    fc.property(fc.array(anyRound, { maxLength: 4 }), fc.constantFrom(...Object.values(ends)), text, (rounds, end, goal) => {
      const found = all({ rounds, end, spec: { ...spec, intent: goal } });
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      for (const megram of found) {
        expect(Megram.safeParse(megram).success).toBe(true);
        expect(megram.content).toMatch(/^[^\p{Cc}]{1,1201}$/u);
      }
    }),
    { numRuns: 200 / oneIn(10) },
  );
});
