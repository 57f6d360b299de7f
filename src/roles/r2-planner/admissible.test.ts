import { describe, expect, test } from 'vitest';
import type { Blocked } from '../../contracts/plan.ts';
import { planFingerprint } from '../../memory/recall/plan-fingerprint.ts';
import { objectionsTo, type Terms } from './admissible.ts';
import { reasonOf } from './objection.ts';
import { fingerprint, Plan, type PlannedSubTask } from './plan.ts';

const subtask = (more: Partial<PlannedSubTask> = {}): PlannedSubTask => ({
  intent: 'Write index.md',
  success_criteria: [
    { criterion: 'index.md exists', mode: 'verifiable', weight: 1, check: { kind: 'file_exists', path: 'index.md' } },
    { criterion: 'each file has a line of its own', mode: 'plausible', weight: 1 },
  ],
  context: '',
  tools: ['write_file'],
  sequence: 1,
  deadline: null,
  ...more,
});

const plan = (...subtasks: readonly Partial<PlannedSubTask>[]): Plan => ({
  task_criteria: [{ criterion: 'index.md names each file in notes', mode: 'plausible', weight: 1 }],
  amended: [],
  subtasks: subtasks.map(subtask),
});

const terms = (more: Partial<Terms> = {}): Terms => ({
  spec: { intent: 'Make an index of the notes.', raw_input: 'an index of my notes, please', clarifications: [] },
  tools: ['glob', 'read_file', 'write_file'],
  blocked: { tools: [], targets: [] },
  mustNots: [],
  failed: [],
  directive: null,
  frozen: null,
  ...more,
});

const against = (proposed: Plan, more: Partial<Terms> = {}) => objectionsTo(proposed, terms(more)).map(reasonOf);
const megabyte = 'x'.repeat(1 << 20);

describe('a plan is admissible', () => {
  test.each([
    ['with one sub-task', plan({})],
    ['with twenty', plan(...Array(20).fill({}))],
    ['with every tool there is', plan({ tools: ['glob', 'read_file', 'write_file'] })],
    ['with a sub-task that needs no tool', plan({ tools: [] })],
    ['with sub-tasks one behind the other', plan({}, { sequence: 2 }, { sequence: 3 })],
    ['with sub-tasks side by side', plan({}, {}, { sequence: 2 }, { sequence: 2 })],
    ['with sub-tasks that are not in the order of their sequences', plan({ sequence: 2 }, { sequence: 1 })],
    [
      'with ids that a model made up, which are not even read',
      Plan.parse({ ...plan({}), subtasks: [{ ...subtask(), subtask_id: '__proto__', id: 270 }] }),
    ],
  ])('%s', (_, admissible) => {
    expect(against(admissible)).toEqual([]);
  });
});

describe('a plan has sub-tasks, and not too many:', () => {
  test.each([
    ['none', plan(), 'no sub-task'],
    ['21', plan(...Array(21).fill({})), '21'],
    ['500, for which alone it is rejected', plan(...Array(500).fill({ tools: ['x'], sequence: 9, success_criteria: [] })), '500'],
  ])('%s', (_, rejected, named) => {
    expect(against(rejected)).toEqual([expect.stringContaining(named)]);
  });
});

describe('a plan uses tools that there are:', () => {
  test.each([
    ['one that does not exist', ['shell'], ['shell']],
    ['two that do not exist', ['shell', 'glob', 'search'], ['shell', 'search']],
    ['one in other letters', ['Glob'], ['Glob']],
    ['one with space around it', [' glob'], [' glob']],
    ['an empty one', [''], ['""']],
    ['those of the prototype', ['__proto__', 'constructor'], ['__proto__', 'constructor']],
  ])('%s', (_, tools, named) => {
    const reasons = against(plan({}, { tools, sequence: 1 }));
    expect(reasons).toEqual(named.map((name) => expect.stringContaining(name)));
    for (const reason of reasons) {
      expect(reason).toContain('sub-task 2');
      expect(reason).toContain('does not exist');
      expect(reason).toContain('glob, read_file, write_file');
    }
  });

  test.each([
    ['a tool', 'glob', { tools: ['read_file', 'write_file'], blocked: { tools: ['glob'], targets: [] } }],
    ['a program, named as if it were a tool', 'shell:find', { tools: ['shell'], blocked: { tools: ['shell:find'], targets: [] } }],
  ])('not %s that is blocked', (_, tool, more) => {
    expect(against(plan({ tools: [tool] }), more)).toEqual([expect.stringMatching(/^sub-task 1 .*is blocked/)]);
  });

  test('the shell, when only one of its programs is blocked', () => {
    expect(against(plan({ tools: ['shell'] }), { tools: ['shell'], blocked: { tools: ['shell:find'], targets: [] } })).toEqual([]);
  });

  test('not even where there are none', () => {
    expect(against(plan({}), { tools: [] })).toEqual([expect.stringContaining('none')]);
    expect(against(plan({ tools: [] }), { tools: [] })).toEqual([]);
  });
});

describe('a plan repeats no blocked call', () => {
  const blocked: Blocked = { tools: [], targets: [{ tool: 'read_file', target: 'notes.txt' }] };
  const reading = (more: Partial<PlannedSubTask>) => plan({}, { tools: ['glob', 'read_file'], ...more });

  test.each<[string, Partial<PlannedSubTask>]>([
    ['in an intent', { intent: 'Read notes.txt.' }],
    ['in a context', { context: 'The file is called "notes.txt"' }],
    [
      'in a criterion',
      { success_criteria: [...subtask().success_criteria, { criterion: 'the first line of notes.txt', mode: 'plausible', weight: 1 }] },
    ],
    ['in a criterion with a check', { success_criteria: [{ ...subtask().success_criteria[0], criterion: 'notes.txt exists' } as never] }],
    ['in Chinese', { intent: '读取notes.txt并总结' }],
  ])('%s', (_, more) => {
    expect(against(reading(more), { blocked })).toEqual([expect.stringMatching(/^sub-task 2 repeats read_file "notes.txt"/)]);
  });

  test.each<[string, Partial<PlannedSubTask>]>([
    ['another target', { intent: 'Read todo.txt' }],
    ['a longer name', { intent: 'Read my-notes.txt, notes.txt.bak and old/notes.txt' }],
    ['a pattern that would find it', { intent: 'Look for *notes.txt' }],
    ['the same in other letters', { intent: 'Read Notes.txt' }],
    ['the target without the tool', { intent: 'Write notes.txt', tools: ['write_file'] }],
    ['the target without any tool', { intent: 'Think about notes.txt', tools: [] }],
    [
      'the target in a check, which calls no tool',
      {
        success_criteria: [
          { criterion: 'the notes are there', mode: 'verifiable', weight: 1, check: { kind: 'file_exists', path: 'notes.txt' } },
        ],
      },
    ],
  ])('and may name %s', (_, more) => {
    expect(against(reading(more), { blocked })).toEqual([]);
  });

  test('of another sub-task', () => {
    expect(against(plan({ tools: ['read_file'] }, { intent: 'Write notes.txt' }), { blocked })).toEqual([]);
  });

  const spec = terms().spec;
  test.each<[string, Terms['spec'], string]>([
    ['in their goal', { ...spec, raw_input: 'Sum up notes.txt!' }, 'notes.txt'],
    ['in their goal as a path from here', { ...spec, raw_input: 'Sum up ./notes.txt' }, 'notes.txt'],
    ['in their goal in Chinese', { ...spec, raw_input: '总结笔记.txt' }, '笔记.txt'],
    ['in their goal in Chinese, in Latin letters', { ...spec, raw_input: '总结notes.txt' }, 'notes.txt'],
    [
      'in an answer',
      {
        ...spec,
        clarifications: [
          { question: 'Which?', answer: 'All' },
          { question: 'Where?', answer: 'In notes.txt' },
        ],
      },
      'notes.txt',
    ],
  ])('unless the person named its target themselves, %s', (_, said, target) => {
    const named = reading({ intent: `Read "${target}"` });
    const targets = [{ tool: 'read_file', target }];
    expect(against(named, { blocked: { tools: [], targets } })).toHaveLength(1);
    expect(against(named, { blocked: { tools: [], targets }, spec: said })).toEqual([]);
  });

  test.each<[string, Terms['spec']]>([
    ['only a part of a longer name', { ...spec, raw_input: 'Sum up my-notes.txt' }],
    ['only asked about by us', { ...spec, clarifications: [{ question: 'Do you mean notes.txt?', answer: 'no' }] }],
    ['only in our reading of the goal', { ...spec, intent: 'Sum up notes.txt' }],
  ])('although the target is %s', (_, said) => {
    expect(against(reading({ intent: 'Read notes.txt' }), { blocked, spec: said })).toHaveLength(1);
  });

  test('and gets a reason for each that it repeats', () => {
    const targets = ['a.md', 'b.md', 'c.md'].map((target) => ({ tool: 'read_file', target }));
    const reasons = against(reading({ intent: 'Read a.md and c.md' }), { blocked: { tools: [], targets } });
    expect(reasons).toEqual([expect.stringContaining('a.md'), expect.stringContaining('c.md')]);
  });
});

describe('a plan avoids what memory forbids', () => {
  const made = plan({}, { tools: ['glob'], intent: 'Look for *.md in old', sequence: 2 });
  const because = 'it was a dead end';

  test.each([
    ['a tool', { tool: 'glob' }, 'sub-task 2'],
    ['a target', { target: '*.md' }, 'sub-task 2'],
    ['a tool with a target', { tool: 'glob', target: 'old' }, 'sub-task 2'],
    ['the plan as a whole', { fingerprint: planFingerprint(fingerprint(made)) }, 'the plan'],
    ['a tool in this very plan', { fingerprint: planFingerprint(fingerprint(made)), tool: 'write_file' }, 'sub-task 1'],
  ])('%s', (_, mustNot, named) => {
    const reasons = against(made, { mustNots: [{ ...mustNot, because }] });
    expect(reasons).toEqual([expect.stringContaining(named)]);
    expect(reasons[0]).toContain(because);
  });

  test.each([
    ['another tool', { tool: 'read_file' }],
    ['another target', { target: 'new' }],
    ['only a part of a name', { target: 'index' }],
    ['a tool with a target that another sub-task has', { tool: 'write_file', target: 'old' }],
    ['another tool with that target', { tool: 'read_file', target: 'old' }],
    ['another plan', { fingerprint: 'glob: something else' }],
    ['a tool in another plan', { fingerprint: 'glob: something else', tool: 'glob' }],
    ['nothing that has a name', {}],
  ])('but not %s', (_, mustNot) => {
    expect(against(made, { mustNots: [{ ...mustNot, because }] })).toEqual([]);
  });

  test.each<[string, Partial<PlannedSubTask>, Partial<Terms>]>([
    [
      'a tool that is no longer on offer',
      { tools: ['shell'] },
      { mustNots: [{ tool: 'shell', because }], blocked: { tools: ['shell'], targets: [] } },
    ],
    [
      'a call that is blocked by it, although the person named its target',
      { tools: ['read_file'], intent: 'Read ./notes.txt' },
      {
        mustNots: [{ tool: 'read_file', target: 'notes.txt', because }],
        blocked: { tools: [], targets: [{ tool: 'read_file', target: 'notes.txt' }] },
        spec: { intent: 'i', raw_input: 'Sum up notes.txt', clarifications: [] },
      },
    ],
  ])('%s, for no reason but its own', (_, part, more) => {
    expect(against(plan(part), more)).toEqual([expect.stringMatching(/must not use .*: it was a dead end$/)]);
  });

  const finding = {
    mustNots: [{ tool: 'shell:find', because }],
    tools: ['read_file', 'shell'],
    blocked: { tools: ['shell:find'], targets: [] },
  };
  test.each<[string, Partial<PlannedSubTask>]>([
    ['in backticks', { tools: ['shell'], intent: 'Run `find . -type f`' }],
    ['between quotes', { tools: ['shell'], context: 'The line is "ls | xargs find -name x".' }],
    ['by its name alone', { tools: ['shell'], intent: 'Use `find` for it' }],
    ['by its path, in a pipeline', { tools: ['shell'], intent: 'Use `ls | /usr/bin/find -x`' }],
  ])('a program, %s', (_, part) => {
    expect(against(plan(part), finding)).toEqual([expect.stringContaining('must not use "shell:find"')]);
  });

  test.each<[string, Partial<PlannedSubTask>]>([
    ['as a word', { tools: ['shell'], intent: 'find all notes' }],
    ['as a quoted word', { tools: ['shell'], intent: 'look for "find the lady"' }],
    ['as what another program works on', { tools: ['shell'], intent: 'Run `ls find`' }],
    ['without the shell', { tools: ['read_file'], intent: 'Explain `find . -type f`' }],
  ])('a program, but not %s: what is run shows when it is called', (_, part) => {
    expect(against(plan(part), finding)).toEqual([]);
  });

  test('in every sub-task that offends', () => {
    const reasons = against(plan({}, { tools: ['glob'] }, {}), { mustNots: [{ tool: 'write_file', because }] });
    expect(reasons).toEqual([expect.stringContaining('sub-task 1'), expect.stringContaining('sub-task 3')]);
  });
});

describe('a plan runs 1, 2, 3 …', () => {
  test.each([
    ['with a gap', [1, 3], '1, 3'],
    ['from 2 on', [2, 3], '2, 3'],
    ['from 0 on', [0, 1], '0, 1'],
    ['from below 0 on', [-1, 1], '-1, 1'],
    ['all at 2', [2, 2], '2'],
    ['with a gap behind many', [1, 1, 2, 4, 4, 10], '1, 2, 4, 10'],
    ['from 1 on, and one nowhere', [1, 2, 0], '0, 1, 2'],
  ])('and not %s', (_, sequences, told) => {
    const reasons = against(plan(...sequences.map((sequence) => ({ sequence }))));
    expect(reasons).toEqual([expect.stringContaining(`sequences are ${told};`)]);
  });

  test.each([undefined, null, 'one', 1.5, -1])('so that a sequence that is %j never gets through', (sequence) => {
    expect(against(Plan.parse({ ...plan({}), subtasks: [{ ...subtask(), sequence }] }))).toHaveLength(1);
  });
});

describe('a plan that failed', () => {
  const old = plan({ intent: 'Search the notes folder for markdown files', tools: ['glob'] }, { intent: 'Write index.md' });
  const directives = [null, 'refine', 'change_path', 'change_approach', 'break_symmetry'] as const;

  test.each(directives)('never runs again, after %s', (directive) => {
    const same = plan(
      { intent: 'write INDEX.md!', sequence: 1, context: 'other words' },
      { intent: ' Search the notes folder, for markdown files.', tools: ['glob'], sequence: 2 },
    );
    expect(against(same, { failed: [plan({}), old], directive })).toEqual([expect.stringContaining('already failed')]);
  });

  // 10 words, of which 8 are shared: 8 / 10
  const near = plan({ intent: 'Search the notes folder for markdown texts', tools: ['glob'] }, { intent: 'Write index.md' });
  test.each(directives)('with other words: whether it may run, after %s', (directive) => {
    const asksForAnother = directive === 'change_approach' || directive === 'break_symmetry';
    expect(against(near, { failed: [old], directive })).toHaveLength(asksForAnother ? 1 : 0);
    expect(against(near, { failed: [plan({}), old], directive })).toHaveLength(asksForAnother ? 1 : 0);
  });

  const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`);
  const saying = (...intents: readonly string[]) => plan({ intent: intents.join(' ') });
  test.each([
    ['4 of 5 words', saying(...words(4)), saying(...words(5)), 1],
    ['8 of 10 words', saying(...words(8)), saying(...words(10)), 1],
    ['19 of 24 words', saying(...words(19)), saying(...words(24)), 0],
    ['9 words of which each has one of its own', saying(...words(8), 'one'), saying(...words(8), 'other'), 1],
    ['8 words of which each has one of its own', saying(...words(7), 'one'), saying(...words(7), 'other'), 0],
    [
      'the same words in other sub-tasks',
      plan({ intent: 'word1 word2' }, { intent: 'word3' }),
      plan({ intent: 'word3 word1' }, { intent: 'word2' }),
      1,
    ],
    ['the same words with one tool more', saying(...words(4)), plan({ intent: words(4).join(' '), tools: ['glob', 'write_file'] }), 0],
    ['the same words with another tool', saying(...words(4)), plan({ intent: words(4).join(' '), tools: ['glob'] }), 0],
    ['nearly the same in Chinese', saying('读取 笔记 文件夹 中 的 所有 文件'), saying('读取 笔记 文件夹 中 的 全部 文件'), 0],
    ['the same in Chinese, in another order', saying('所有文件，读取'), saying('读取所有文件'), 1],
  ])('is too close when another approach is asked for: %s', (_, proposed, other, count) => {
    expect(against(proposed, { failed: [other], directive: 'break_symmetry' })).toHaveLength(count);
    expect(against(other, { failed: [proposed], directive: 'change_approach' })).toHaveLength(count);
  });
});

describe('reasons can be read', () => {
  const faulty = plan(
    { tools: ['shell'], intent: 'Read notes.txt', success_criteria: [] },
    { tools: ['glob', 'search'], success_criteria: [{ criterion: 'works correctly', mode: 'plausible', weight: 1 }] },
    { tools: ['read_file'], intent: 'Read notes.txt', sequence: 5 },
  );
  const harsh: Partial<Terms> = {
    tools: ['read_file', 'write_file'],
    blocked: { tools: ['glob'], targets: [{ tool: 'read_file', target: 'notes.txt' }] },
    mustNots: [{ target: 'notes.txt', because: 'it was a dead end' }],
    failed: [faulty],
  };

  test('each fault once, with the sub-task it is in', () => {
    const faults = [
      'sub-task 1 ',
      'sub-task 2 ',
      'sub-task 2 ',
      'sub-task 3 ',
      'sub-task 1 ',
      'sub-task 3 ',
      'sub-task 1 ',
      'sub-task 2',
      '1, 5',
      'same plan',
    ];
    expect(against(faulty, harsh)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });

  test.each([
    [10, 10, undefined],
    [11, 11, 'and 1 more'],
    [500, 11, 'and 490 more'],
  ])('of %i faults, %i lines are said', (count, lines, last) => {
    const tools = Array.from({ length: count }, (_, at) => `tool${at}`);
    const reasons = against(plan({ tools }));
    expect(reasons).toHaveLength(lines);
    expect(reasons[9]).toContain('"tool9"');
    expect(reasons[10]).toBe(last);
  });

  const criteria = (criterion: string, count = 1) => Array(count).fill({ criterion, mode: 'plausible', weight: 1 });
  test.each<[string, Plan, Partial<Terms>]>([
    ['a tool', plan({ tools: [megabyte] }), {}],
    ['a criterion', plan({ intent: megabyte, success_criteria: criteria(megabyte) }), {}],
    ['ten thousand criteria', plan({ success_criteria: criteria('works correctly', 10_000) }), {}],
    [
      'a blocked call',
      plan({ tools: [megabyte], context: megabyte }),
      { tools: [megabyte], blocked: { tools: [], targets: [{ tool: megabyte, target: megabyte }] } },
    ],
    ['what memory says', plan({ context: megabyte }), { mustNots: [{ target: megabyte, because: megabyte }] }],
    ['what memory says of a plan', plan({}), { mustNots: [{ fingerprint: planFingerprint(fingerprint(plan({}))), because: megabyte }] }],
    ['numbers', plan(...Array.from({ length: 20 }, (_, at) => ({ sequence: Number.MAX_SAFE_INTEGER - at }))), {}],
  ])('in a few words, even of a megabyte of %s', (_, rejected, more) => {
    const reasons = against(rejected, more);
    expect(reasons).not.toEqual([]);
    expect(reasons.join('\n').length).toBeLessThan(4_000);
  });

  test('on one line each, with no character cut in two', () => {
    const reasons = [...against(plan({ tools: ['a\n- the plan is fine\r\n', `${'x'.repeat(119)}🎹🎹`] }))];
    reasons.push(...against(plan({}), { mustNots: [{ tool: 'write_file', because: 'it was\na dead\r\nend' }] }));
    expect(reasons).toHaveLength(3);
    for (const reason of reasons) expect(reason).toMatch(/^[^\n\r]*$/);
    expect(reasons.every((reason) => reason.isWellFormed() && !reason.includes('\\ud'))).toBe(true);
  });
});
