import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { Criterion } from '../../contracts/criteria.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { fingerprint, Plan, type PlannedSubTask, Proposal } from './plan.ts';

const subtask = (more: Partial<PlannedSubTask> = {}): PlannedSubTask => ({
  intent: 'Write index.md',
  success_criteria: [{ criterion: 'index.md exists', mode: 'plausible', weight: 1 }],
  context: '',
  tools: ['write_file'],
  sequence: 1,
  deadline: null,
  ...more,
});

const exists = { kind: 'file_exists', path: 'index.md' } as const;
const megabyte = 'x'.repeat(1 << 20);

/** The first sub-task of a plan whose only sub-task is written like this. */
const said = (more: Readonly<Record<string, unknown>>) => Plan.parse({ subtasks: [{ ...subtask(), ...more }] }).subtasks[0];
/** Its first criterion. */
const saidOf = (more: Readonly<Record<string, unknown>>) => said({ success_criteria: [{ criterion: 'c', ...more }] })?.success_criteria[0];

describe('a plan is read as it is meant', () => {
  test('without the ids that a model made up, and everything else that is not part of it', () => {
    const invented = { subtask_id: 'task_001', parent_task_id: 't', index: 7, round: 9, blocked: { tools: [], targets: [] }, id: 3 };
    const criterion = { ...subtask().success_criteria[0], id: 'c1', verdict: 'pass', by: 'check', evidence: 'trust me' };
    const answer = { task_id: 't', fingerprint: 'f', round: 3, subtasks: [{ ...subtask(), ...invented, success_criteria: [criterion] }] };
    expect(Plan.parse(answer)).toEqual({ task_criteria: [], amended: [], subtasks: [subtask()] });
  });

  test('when it leaves out what has a plain default', () => {
    const bare = { intent: 'Write index.md', success_criteria: [{ criterion: 'index.md exists' }], sequence: 1 };
    expect(Plan.parse({ subtasks: [bare] })).toEqual({ task_criteria: [], amended: [], subtasks: [subtask({ tools: [] })] });
  });

  test.each([
    ['no context', { context: null }, { context: '' }],
    ['no tools', { tools: null }, { tools: [] }],
    ['the tool that is always on offer', { tools: ['glob', 'report_infeasible'] }, { tools: ['glob'] }],
    ['a tool twice', { tools: ['glob', 'read_file', 'glob'] }, { tools: ['glob', 'read_file'] }],
    ['space around its intent', { intent: ' Write\n' }, { intent: 'Write' }],
    ['no criteria, which is for the rules to say', { success_criteria: undefined }, { success_criteria: [] }],
    ['a deadline in words', { deadline: 'tomorrow' }, { deadline: null }],
    ['a deadline elsewhere', { deadline: '2026-05-01T10:00:00+02:00' }, { deadline: '2026-05-01T08:00:00.000Z' }],
  ])('with %s', (_, loosely, meant) => {
    expect(said(loosely)).toEqual(subtask(meant));
  });

  test('what holds instead of a criterion may be a whole one: it is listed with the others, once', () => {
    const whole = { criterion: 'The answer says why', mode: 'plausible', weight: 2 } as const;
    const amended = [{ criterion: 'notes.md exists', instead: whole, why: 'it cannot be written' }];
    const parsed = { criterion: 'notes.md exists', instead: whole.criterion, why: 'it cannot be written' };
    for (const task_criteria of [[], [whole]])
      expect(Plan.parse({ task_criteria, amended, subtasks: [subtask()] })).toMatchObject({ task_criteria: [whole], amended: [parsed] });
    expect(Plan.parse({ amended: [{ ...parsed, instead: 7 }], subtasks: [subtask()] }).amended).toEqual([{ ...parsed, instead: '' }]);
  });

  describe('a sub-task without criteria of its own', () => {
    const ofTask = subtask().success_criteria;
    test.each([
      ['has those of the task that are not given up, if it is the only one', [{ success_criteria: undefined }], [ofTask]],
      ['has those of the task, if its list is empty', [{ success_criteria: [] }], [ofTask]],
      ['has none, if there are others: that is for the rules to say', [{ success_criteria: [] }, {}], [[], ofTask]],
    ])('%s', (_, subtasks, criteria) => {
      const amended = [{ criterion: 'Notes.md exists.', instead: 'index.md exists', why: 'that is its name' }];
      const given = [...ofTask, { criterion: 'notes.md exists' }];
      const plan = Plan.parse({ task_criteria: given, amended, subtasks: subtasks.map((more) => ({ ...subtask(), ...more })) });
      expect(plan.subtasks.map(({ success_criteria }) => success_criteria)).toEqual(criteria);
    });
  });

  test.each<[string, unknown, number]>([
    ['missing', undefined, 0],
    ['null', null, 0],
    ['a word', 'first', 0],
    ['a number in quotes', '1', 1],
    ['a word', 'first', 0],
    ['between two numbers', 1.5, 0],
    ['beyond all numbers', Number.POSITIVE_INFINITY, 0],
    ['no number', Number.NaN, 0],
    ['larger than can be counted', 2 ** 60, 0],
    ['a list', [1], 0],
    ['below 0', -3, -3],
    ['0', 0, 0],
    ['7', 7, 7],
  ])('with a sequence that is %s, which is for the rules to judge', (_, sequence, read) => {
    expect(said({ sequence })?.sequence).toBe(read);
  });
});

describe('a criterion is read as it is meant', () => {
  test.each<[string, unknown, number]>([
    ['missing', undefined, 1],
    ['null', null, 1],
    ['a word', 'high', 1],
    ['a number in quotes', '4', 1],
    ['0', 0, 1],
    ['-5', -5, 1],
    ['0.2', 0.2, 1],
    ['2.5', 2.5, 3],
    ['5', 5, 5],
    ['6', 6, 5],
    ['1e300', 1e300, 5],
    ['infinite', Number.POSITIVE_INFINITY, 1],
    ['no number', Number.NaN, 1],
  ])('with a weight that is %s', (_, weight, read) => {
    expect(saidOf({ weight })?.weight).toBe(read);
  });

  test.each<[string, unknown, unknown, string]>([
    ['missing, with a check', undefined, exists, 'verifiable'],
    ['missing, without one', undefined, undefined, 'plausible'],
    ['unknown, with a check', 'sure', exists, 'verifiable'],
    ['unknown, without one', 'sure', null, 'plausible'],
    ['null', null, exists, 'verifiable'],
    ['plausible, with a check', 'plausible', exists, 'plausible'],
    ['verifiable, without one', 'verifiable', undefined, 'verifiable'],
  ])('with a mode that is %s', (_, mode, check, read) => {
    expect(saidOf({ mode, check })?.mode).toBe(read);
  });

  test.each<[string, unknown]>([
    ['by its kind', exists],
    ['by its type', { type: 'file_exists', path: 'index.md' }],
    ['by its check', { check: 'file_exists', path: 'index.md' }],
    ['as the one key of an object', { file_exists: { path: 'index.md' } }],
    ['twice, where the kind counts', { kind: 'file_exists', type: 'file', path: 'index.md' }],
    ['with more than it needs', { ...exists, reason: 'it must be there', weight: 3 }],
  ])('with a check that is named %s', (_, check) => {
    expect(saidOf({ check })?.check).toEqual(exists);
  });

  test.each<[Json]>([
    [{ kind: 'file_absent', path: 'a' }],
    [{ kind: 'file_contains', path: 'a', text: 't' }],
    [{ kind: 'file_matches', path: 'a', pattern: 'p' }],
    [{ kind: 'output_contains', text: 't' }],
    [{ kind: 'output_matches', pattern: 'p' }],
    [{ kind: 'exit_code', equals: 0 }],
    [{ kind: 'json_equals', pointer: '/a', equals: null }],
    [{ kind: 'json_equals', path: 'a', pointer: '', equals: [1] }],
    [{ kind: 'command', run: 'true', equals: 1 }],
  ])('with every check there is: %j', (check) => {
    expect(saidOf({ check })?.check).toEqual(check);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['missing', undefined],
  ])('without a check that is %s', (_, check) => {
    expect(saidOf({ check })).toEqual({ criterion: 'c', mode: 'plausible', weight: 1 });
  });

  test('however a model says it, so that it fits its message', () => {
    const loose = fc.record(
      { criterion: fc.constant('c'), mode: fc.anything(), weight: fc.anything(), check: fc.constantFrom(exists, null, undefined) },
      { requiredKeys: ['criterion'] },
    );
    fc.assert(
      fc.property(loose, (criterion) => {
        const read = saidOf(criterion);
        expect(Criterion.parse(read)).toEqual(read);
      }),
      { numRuns: 1000 / oneIn(10) },
    );
  });
});

describe('what is not a plan is not read as one', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a list', [subtask()]],
    ['no sub-tasks', {}],
    ['sub-tasks that are not a list', { subtasks: { 0: subtask() } }],
    ['a sub-task that is null', { subtasks: [null] }],
    ['a sub-task without an intent', { subtasks: [{ ...subtask(), intent: undefined }] }],
    ['an intent of blanks', { subtasks: [subtask({ intent: ' \n' })] }],
    ['tools that are not names', { subtasks: [{ ...subtask(), tools: [{ name: 'glob' }] }] }],
    ['criteria that are not a list', { subtasks: [{ ...subtask(), success_criteria: 'it works' }] }],
  ])('%s', (_, answer) => {
    expect(Plan.safeParse(answer).success).toBe(false);
  });

  test.each<[string, unknown]>([
    ['an empty criterion', { criterion: '' }],
    ['a criterion of blanks', { criterion: ' \n' }],
    ['a check that is a word', { criterion: 'c', check: 'file_exists' }],
    ['a check of no kind', { criterion: 'c', check: { path: 'a', text: 'b' } }],
    ['a check of an unknown kind', { criterion: 'c', check: { kind: 'hope', path: 'a' } }],
    ['a check without what it needs', { criterion: 'c', check: { kind: 'file_contains', path: 'a' } }],
    ['a check that is two at once', { criterion: 'c', check: { file_exists: { path: 'a' }, file_absent: { path: 'b' } } }],
    ['a check whose one key leads to a word', { criterion: 'c', check: { file_exists: 'index.md' } }],
    ['a check that is named after the prototype', { criterion: 'c', check: JSON.parse('{"__proto__":{"kind":"file_exists","path":"a"}}') }],
  ])('%s', (_, criterion) => {
    expect(Plan.safeParse({ subtasks: [{ ...subtask(), success_criteria: [criterion] }] }).success).toBe(false);
    expect(Plan.safeParse({ task_criteria: [criterion], subtasks: [subtask()] }).success).toBe(false);
  });
});

describe('a plan that means harm is read as data', () => {
  test('keys of the prototype are dropped', () => {
    const polluting = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    const criterion = `{${polluting},"criterion":"c","check":{${polluting},"type":"file_exists","path":"a"}}`;
    const plan = Plan.parse(
      JSON.parse(`{${polluting},"subtasks":[{${polluting},"intent":"i","success_criteria":[${criterion}],"sequence":1}]}`),
    );
    const [first] = plan.subtasks;
    for (const object of [plan, first, first?.success_criteria[0], first?.success_criteria[0]?.check, Object.prototype]) {
      expect(object).not.toHaveProperty('polluted');
      expect(object).not.toHaveProperty('constructor.prototype.polluted');
    }
    expect(first?.success_criteria[0]?.check).toEqual({ kind: 'file_exists', path: 'a' });
  });

  test('a megabyte in every field is kept as it is', () => {
    const long = { intent: megabyte, context: megabyte, tools: [megabyte], success_criteria: [{ criterion: megabyte }] };
    expect(said(long)).toMatchObject({ intent: megabyte, context: megabyte, tools: [megabyte] });
    expect(fingerprint(Plan.parse({ subtasks: [{ ...subtask(), ...long }] }))).toContain(megabyte);
  });
});

describe('two plans are the same plan', () => {
  const of = (...subtasks: readonly Partial<PlannedSubTask>[]) =>
    fingerprint({ task_criteria: [], amended: [], subtasks: subtasks.map(subtask) });
  const intent = (text: string) => of({ intent: text });

  test.each([
    ['whatever the order of their sub-tasks', of({ intent: 'a' }, { intent: 'b' }), of({ intent: 'b' }, { intent: 'a' })],
    ['whatever the order of their tools', of({ tools: ['glob', 'read_file'] }), of({ tools: ['read_file', 'glob'] })],
    ['however often they name a tool', of({ tools: ['glob', 'glob'] }), of({ tools: ['glob'] })],
    ['in another sequence', of({ sequence: 1 }), of({ sequence: 2 })],
    ['with other criteria, context and deadline', of({ context: 'x', success_criteria: [], deadline: '2026-01-01T00:00:00.000Z' }), of({})],
    ['in capitals', intent('Write Index.md'), intent('write index.MD')],
    ['in Greek capitals', intent('ΓΡΑΨΕ ΤΟ ΑΡΧΕΙΟ'), intent('γραψε το αρχειο')],
    ['in Cyrillic capitals', intent('НАПИШИ ФАЙЛ'), intent('напиши файл')],
    ['with other space', intent('write\n\t the   index'), intent('write the index')],
    ['with other space between Chinese words', intent('使用 glob 查找 文件'), intent('使用glob查找文件')],
    ['with other space between Thai words', intent('อ่าน ไฟล์ notes'), intent('อ่านไฟล์notes')],
    ['with other space in Japanese', intent('サーバー を 探す'), intent('サーバーを探す')],
    ['with other punctuation', intent('Write: "index", then stop.'), intent('write index then stop')],
    ['with Chinese punctuation', intent('读取文件，然后总结。'), intent('读取文件然后总结')],
    ['with Arabic punctuation', intent('اقرأ الملف، ثم لخصه؟'), intent('اقرأ الملف ثم لخصه')],
    ['with other forms of the same letters', intent('ｃａｆｅ\u0301'), intent('café')],
    ['with an emoji', intent('🎉 write index'), intent('write index')],
  ])('%s', (_, one, other) => {
    expect(one).toBe(other);
  });

  test.each([
    ['with another tool', of({ tools: ['glob'] }), of({ tools: ['read_file'] })],
    ['with one tool more', of({ tools: ['glob'] }), of({ tools: ['glob', 'read_file'] })],
    ['with no tool', of({ tools: ['glob'] }), of({ tools: [] })],
    ['with another intent', intent('a'), intent('b')],
    ['with another number', intent('read line 1'), intent('read line 2')],
    ['with other words in Chinese', intent('读取文件'), intent('删除文件')],
    ['with other vowels in Hindi', intent('दिन'), intent('दीन')],
    ['with words in another order', intent('copy a to b'), intent('copy b to a')],
    ['with words that are joined', intent('page 1 1'), intent('page 11')],
    ['with other signs, where there are no words', intent('🎉'), intent('🎈')],
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
  ])('but not %s', (_, one, other) => {
    expect(one).not.toBe(other);
  });

  test('exactly when they have the same pairs of tools and words', () => {
    const tools = fc.subarray(['glob', 'read_file', 'write_file']);
    const words = fc.array(fc.constantFrom('a', 'b', '1', 'é', '写', 'ك'), { minLength: 1, maxLength: 3 });
    const part = fc.record({ tools, words, mark: fc.constantFrom(' ', '  ', '. ', ' | ', ': ', '，', '\n') });
    const parts = fc.array(part, { minLength: 1, maxLength: 3 });
    type Part = { readonly tools: string[]; readonly words: string[]; readonly mark: string };
    const made = (list: readonly Part[]) => of(...list.map((each) => ({ tools: each.tools, intent: each.words.join(each.mark) })));
    const same = (list: readonly Part[]) =>
      JSON.stringify(
        list.map((each) => JSON.stringify([each.tools.toSorted(), each.words.join(' ').replaceAll(/ ?写 ?/g, '写')])).toSorted(),
      );
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        expect(made(one) === made(other)).toBe(same(one) === same(other));
        expect(made(one)).toBe(made(one.toReversed()));
      }),
      { numRuns: 2000 / oneIn(10) },
    );
  });
});

describe('what R2 may answer', () => {
  const some = { subtasks: [{ intent: 'Look', success_criteria: [{ criterion: 'c' }], sequence: 1 }] };
  const impossible = { impossible: 'there is none', partial_result: 'looked everywhere', next_moves: ['a', 'b', 'c', 'd'] };

  test.each<[string, object, object]>([
    ['a plan', some, { subtasks: [{ intent: 'Look' }], amended: [] }],
    ['a plan beside words about what is impossible', { ...impossible, ...some }, { subtasks: [{ intent: 'Look' }] }],
    ['a plan beside an empty word', { impossible: null, ...some }, { subtasks: [{ intent: 'Look' }] }],
    ['that it is impossible, with at most three moves', impossible, { ...impossible, next_moves: ['a', 'b', 'c'] }],
    ['that it is impossible, beside no sub-tasks', { ...impossible, task_criteria: [], subtasks: [] }, { impossible: 'there is none' }],
    ['that it is impossible, and nothing else', { impossible: 'no' }, { impossible: 'no', partial_result: '', next_moves: [] }],
    [
      'what it gives up, however loosely',
      { ...some, amended: [{ criterion: ' c ', instead: null }] },
      { amended: [{ criterion: 'c', instead: '', why: '' }] },
    ],
  ])('is %s', (_, answer, read) => {
    expect(Proposal.parse(answer)).toMatchObject(read);
  });

  test.each<[string, object, string]>([
    ['nothing', {}, 'subtasks'],
    ['an empty reason', { impossible: ' ' }, 'subtasks'],
    ['a sub-task without an intent', { subtasks: [{ sequence: 1 }] }, 'subtasks.0.intent'],
  ])('is not %s, and the fault is reported as that of a plan', (_, answer, path) => {
    expect(Proposal.safeParse(answer).error?.issues[0]?.path.join('.')).toBe(path);
  });
});
