import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Criterion } from '../../contracts/criteria.ts';
import { fingerprint, Plan, reasonsAgainst } from './plan.ts';

type SubTask = Plan['subtasks'][number];

const means = { tools: ['glob', 'read_file', 'write_file'], checks: ['file_exists', 'output_contains'] };

const criterion = (more: Partial<Criterion> = {}): Criterion => ({
  criterion: 'index.md exists',
  mode: 'verifiable',
  weight: 1,
  check: { kind: 'file_exists', path: 'index.md' },
  ...more,
});

const subtask = (more: Partial<SubTask> = {}): SubTask => ({
  intent: 'Write index.md',
  success_criteria: [criterion()],
  context: '',
  tools: ['write_file'],
  sequence: 1,
  deadline: null,
  ...more,
});

const plan = (subtasks: readonly Partial<SubTask>[], task_criteria: readonly Criterion[] = [criterion()]): Plan => ({
  task_criteria: [...task_criteria],
  subtasks: subtasks.map(subtask),
});

const unchecked: Criterion = { criterion: 'it reads well', mode: 'plausible', weight: 1 };

describe('a plan is admissible', () => {
  test.each([
    ['with one sub-task', plan([{}])],
    ['with twenty', plan(Array(20).fill({}))],
    ['with every tool there is', plan([{ tools: means.tools }])],
    ['with a sub-task that needs no tool', plan([{ tools: [] }])],
    ['with no criteria but those of its sub-tasks', plan([{}], [])],
    ['with a plausible criterion that carries a check', plan([{ success_criteria: [criterion({ mode: 'plausible' })] }])],
    ['with a check on the output', plan([{ success_criteria: [criterion({ check: { kind: 'output_contains', text: 'x' } })] }])],
  ])('%s', (_, admissible) => {
    expect(reasonsAgainst(admissible, means)).toEqual([]);
  });
});

describe('a plan is rejected', () => {
  const rows: readonly [string, Plan, readonly string[]][] = [
    ['without a sub-task', plan([]), ['no sub-task']],
    ['with 21 sub-tasks', plan(Array(21).fill({})), ['21']],
    ['with 500 sub-tasks, for that alone', plan(Array(500).fill({ tools: ['shell'], sequence: 9 })), ['500']],
    ['with a sequence that waits', plan([{}, { sequence: 2 }]), ['sub-task 2']],
    ['with the sequence 0', plan([{ sequence: 0 }]), ['sub-task 1']],
    ['with a sequence below 0', plan([{ sequence: -3 }]), ['-3']],
    ['with a sub-task without criteria', plan([{}, {}, { success_criteria: [] }]), ['sub-task 3']],
    ['with a tool that does not exist', plan([{ tools: ['glob', 'shell'] }]), ['shell']],
    ['with two of them', plan([{ tools: ['shell', 'search'] }]), ['shell', 'search']],
    ['with a tool in other letters', plan([{ tools: ['Glob'] }]), ['Glob']],
    ['with a tool from the prototype', plan([{ tools: ['__proto__', 'constructor'] }]), ['__proto__', 'constructor']],
    ['with a criterion of a sub-task without a check', plan([{ success_criteria: [criterion(), unchecked] }]), [unchecked.criterion]],
    ['with a criterion of the task without a check', plan([{}], [unchecked]), ['the task']],
    [
      'with a check that cannot be made',
      plan([{ success_criteria: [criterion({ check: { kind: 'command', run: 'true', equals: 0 } })] }]),
      ['command'],
    ],
    [
      'with several faults, all of them named',
      plan([{ sequence: 2, tools: ['shell'], success_criteria: [] }], [unchecked]),
      ['the task', 'sequence', 'criteria', 'shell'],
    ],
  ];
  test.each(rows)('%s', (_, rejected, named) => {
    const reasons = reasonsAgainst(rejected, means);
    expect(reasons).toHaveLength(named.length);
    for (const [at, name] of named.entries()) expect(reasons[at]).toContain(name);
  });

  const long = 'x'.repeat(1 << 20);
  test.each([
    ['a tool with a name of a megabyte', plan([{ tools: [long] }])],
    ['a criterion of a megabyte', plan([{ success_criteria: [{ ...unchecked, criterion: long }] }])],
    ['ten thousand criteria without a check', plan([{ success_criteria: Array(10_000).fill(unchecked) }])],
  ])('in a few words, even for %s', (_, rejected) => {
    const reasons = reasonsAgainst(rejected, means);
    expect(reasons).not.toEqual([]);
    expect(reasons.join('; ').length).toBeLessThan(4_000);
  });
});

describe('what a model answers', () => {
  test('loses the ids that it made up, and everything else that is not part of a plan', () => {
    const invented = { subtask_id: 'task_001', parent_task_id: 't', index: 7, round: 9, blocked: { tools: [], targets: [] } };
    const answer = { task_id: 't', fingerprint: 'f', subtasks: [{ ...subtask(), ...invented }] };
    expect(Plan.parse(answer)).toEqual(plan([{}], []));
  });

  test('cannot reach the prototype', () => {
    const answer = JSON.parse(
      `{"__proto__":{"polluted":1},"subtasks":[{"__proto__":{"polluted":1},"intent":"i","success_criteria":[],"sequence":1}]}`,
    );
    const parsed = Plan.parse(answer);
    expect(parsed.subtasks[0]).not.toHaveProperty('polluted');
    expect(parsed).not.toHaveProperty('polluted');
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('may leave out what has a plain default', () => {
    const { intent, success_criteria, sequence } = subtask();
    expect(Plan.parse({ subtasks: [{ intent, success_criteria, sequence }] })).toEqual(plan([{ tools: [] }], []));
  });

  test.each([
    ['no sub-tasks', {}],
    ['sub-tasks that are no list', { subtasks: {} }],
    ['a sub-task that is null', { subtasks: [null] }],
    ['an intent of blanks', { subtasks: [subtask({ intent: ' \n' })] }],
    ['no sequence', { subtasks: [{ ...subtask(), sequence: undefined }] }],
    ['a sequence between two numbers', { subtasks: [subtask({ sequence: 1.5 })] }],
    ['no criteria', { subtasks: [{ ...subtask(), success_criteria: undefined }] }],
    ['an empty criterion', { subtasks: [subtask({ success_criteria: [criterion({ criterion: '' })] })] }],
    ['a weight of 6', { subtasks: [subtask({ success_criteria: [criterion({ weight: 6 })] })] }],
    ['a check of no kind', { subtasks: [subtask({ success_criteria: [criterion({ check: { kind: 'hope' } as never })] })] }],
  ])('cannot be read as a plan with %s', (_, answer) => {
    expect(Plan.safeParse(answer).success).toBe(false);
  });
});

describe('two plans are the same plan', () => {
  const of = (...subtasks: readonly Partial<SubTask>[]) => fingerprint(plan(subtasks));

  test.each([
    ['whatever the order of their sub-tasks', of({ intent: 'a' }, { intent: 'b' }), of({ intent: 'b' }, { intent: 'a' })],
    ['whatever the order of their tools', of({ tools: ['glob', 'read_file'] }), of({ tools: ['read_file', 'glob'] })],
    ['however often they name a tool', of({ tools: ['glob', 'glob'] }), of({ tools: ['glob'] })],
    ['in capitals', of({ intent: 'Write Index.md' }), of({ intent: 'write index.MD' })],
    ['with other space', of({ intent: ' write\n\tindex ' }), of({ intent: 'write index' })],
    ['with other forms of the same letters', of({ intent: 'ｃａｆｅ\u0301' }), of({ intent: 'café' })],
    ['with other criteria and context', of({ context: 'x', success_criteria: [] }), of({})],
  ])('%s', (_, one, other) => {
    expect(one).toBe(other);
  });

  test.each([
    ['with another tool', of({ tools: ['glob'] }), of({ tools: ['read_file'] })],
    ['with one tool more', of({ tools: ['glob'] }), of({ tools: ['glob', 'read_file'] })],
    ['with another intent', of({ intent: 'a' }), of({ intent: 'b' })],
    ['with a sub-task more', of({ intent: 'a' }), of({ intent: 'a' }, { intent: 'a' })],
    [
      'whose tools go with other intents',
      of({ tools: ['x'], intent: 'a' }, { tools: ['y'], intent: 'b' }),
      of({ tools: ['y'], intent: 'a' }, { tools: ['x'], intent: 'b' }),
    ],
    [
      'whose one intent reads like two sub-tasks',
      of({ tools: [], intent: 'a | : b' }),
      of({ tools: [], intent: 'a' }, { tools: [], intent: 'b' }),
    ],
    ['whose one intent reads like two that are escaped', of({ intent: 'a \\| b' }), of({ intent: 'a | b' })],
  ])('but not %s', (_, one, other) => {
    expect(one).not.toBe(other);
  });

  test('exactly when they have the same pairs of tools and intent', () => {
    const tools = fc.subarray(means.tools);
    const part = fc.record({ tools, intent: fc.constantFrom('a', 'b', 'a | : b', 'a | glob: b', 'a \\| : b', 'a \\', '| b', ': b') });
    const parts = fc.array(part, { minLength: 1, maxLength: 3 });
    const same = (list: readonly { tools: string[]; intent: string }[]) =>
      JSON.stringify(list.map(({ tools, intent }) => JSON.stringify([tools.toSorted(), intent])).toSorted());
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        expect(of(...one) === of(...other)).toBe(same(one) === same(other));
        expect(of(...one)).toBe(of(...one.toReversed()));
      }),
      { numRuns: 2000 },
    );
  });
});
