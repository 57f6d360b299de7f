/** The rules of admissible.ts about criteria: there are some, and those that a model will judge can fail. */
import { describe, expect, test } from 'vitest';
import type { Criterion } from '../../contracts/criteria.ts';
import { objectionsTo, type Terms } from './admissible.ts';
import { reasonOf } from './objection.ts';
import type { Plan } from './plan.ts';

const judged = (criterion: string): Criterion => ({ criterion, mode: 'plausible', weight: 1 });
const checked = (criterion: string): Criterion => ({ ...judged(criterion), check: { kind: 'file_exists', path: 'index.md' } });
const seen = judged('each file has a line of its own');

type Given = { readonly intent?: string; readonly task?: readonly Criterion[]; readonly spec?: Partial<Terms['spec']> };

/** Why one sub-task with these criteria is not admissible. */
function against(criteria: readonly Criterion[], { intent = 'Write index.md', task = [seen], spec = {} }: Given = {}) {
  const part = { intent, success_criteria: [...criteria], context: '', tools: [], sequence: 1, deadline: null };
  const given = { intent: 'Make an index.', raw_input: 'an index, please', clarifications: [], ...spec };
  return objectionsTo(
    { task_criteria: [...task], amended: [], subtasks: [part] },
    { spec: given, tools: [], blocked: { tools: [], targets: [] }, mustNots: [], failed: [], directive: null, frozen: null },
  ).map(reasonOf);
}

describe('a plan has criteria', () => {
  const part = { intent: 'Write index.md', success_criteria: [seen], context: '', tools: [], sequence: 1, deadline: null };
  const terms: Terms = {
    spec: { intent: 'Make an index.', raw_input: 'an index, please', clarifications: [] },
    tools: [],
    blocked: { tools: [], targets: [] },
    mustNots: [],
    failed: [],
    directive: null,
    frozen: null,
  };

  test.each<[string, Plan, string[]]>([
    [
      'for each sub-task',
      { task_criteria: [seen], amended: [], subtasks: [part, { ...part, success_criteria: [] }] },
      ['sub-task 2 has no success criteria'],
    ],
    ['for what several sub-tasks give together', { task_criteria: [], amended: [], subtasks: [part, part] }, ['the task has no criteria']],
    [
      'for both',
      { task_criteria: [], amended: [], subtasks: [{ ...part, success_criteria: [] }, part] },
      ['the task has no criteria', 'sub-task 1'],
    ],
  ])('%s', (_, plan, named) => {
    expect(objectionsTo(plan, terms).map(reasonOf)).toEqual(named.map((name) => expect.stringContaining(name)));
  });

  test('also where one sub-task is all there is', () => {
    expect(objectionsTo({ task_criteria: [], amended: [], subtasks: [part] }, terms).map(reasonOf)).toEqual([
      expect.stringContaining('the task has no criteria'),
    ]);
  });
});

describe('a criterion does not just say its intent again', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

  test.each([
    ['the same words', 'Write index.md', 'Write index.md'],
    ['the same words in other letters, order and punctuation', 'Write "index.md"!', 'INDEX.MD, write'],
    ['4 of 5 words', words(5), words(4)],
    ['5 words where 4 would do', words(4), words(5)],
    ['8 of 10 words', words(10), words(8)],
    ['12 of 15 words', words(15), words(12)],
    ['all but one word each', `${words(8)} one`, `${words(8)} other`],
    ['the same in Chinese', '读取文件夹中的所有笔记', '读取文件夹中的所有笔记。'],
    ['nearly the same in Chinese', '读取文件夹中的所有笔记文件并且写出目录', '读取文件夹中的所有笔记文件并写出目录'],
    ['the same in Thai', 'อ่านไฟล์ทั้งหมดในโฟลเดอร์', 'อ่าน ไฟล์ ทั้งหมด ใน โฟลเดอร์'],
    ['the same in Arabic', 'اكتب فهرس الملفات في المجلد', 'اكتب فهرس الملفات، في المجلد.'],
    ['the same in wide letters', 'Ｗｒｉｔｅ ｉｎｄｅｘ', 'write index'],
  ])('%s', (_, intent, criterion) => {
    expect(against([seen, judged(criterion)], { intent })).toEqual([
      expect.stringMatching(/^the criterion ".*of sub-task 1 only restates its intent/),
    ]);
    expect(against([seen, checked(criterion)], { intent })).toEqual([]);
  });

  test.each([
    ['3 of 4 words', words(4), words(3)],
    ['19 of 24 words', words(24), words(19)],
    ['7 of 9 words', words(9), words(7)],
    ['all but one word each, of 8', `${words(7)} one`, `${words(7)} other`],
    ['what can be seen of it', 'Write index.md', 'index.md has a line for each note'],
    ['what can be seen of it in Chinese', '读取文件夹中的所有笔记', '输出列出每个笔记的标题'],
    ['what can be seen of it in Thai', 'อ่านไฟล์ทั้งหมดในโฟลเดอร์', 'ผลลัพธ์มีชื่อไฟล์ทุกไฟล์'],
    ['what can be seen of it in Arabic', 'اكتب فهرس الملفات في المجلد', 'في الفهرس سطر لكل ملف'],
  ])('but may say %s', (_, intent, criterion) => {
    expect(against([judged(criterion)], { intent })).toEqual([]);
  });

  test('nor the goal', () => {
    expect(against([judged('Sort my photos by year')], { spec: { raw_input: 'sort my photos by year!' } })).toEqual([
      expect.stringContaining('sub-task 1'),
    ]);
    expect(against([judged('Photos are sorted by year')], { spec: { intent: 'Photos, sorted by year, are.' } })).toEqual([
      expect.stringContaining('sub-task 1'),
    ]);
  });

  test('nor does one of the task say the goal', () => {
    const spec = { intent: 'Photos sorted by year', raw_input: 'sort my photos by year' };
    const task = [judged('sort my photos by year'), judged('photos sorted by year'), seen, checked('photos sorted by year')];
    const reasons = against([seen], { task, spec });
    expect(reasons).toEqual([
      expect.stringContaining('"sort my photos by year" of the task'),
      expect.stringContaining('"photos sorted by year" of the task'),
    ]);
  });

  test('while one of the task may say what the intent of a sub-task is', () => {
    expect(against([seen], { intent: 'List every photo', task: [judged('list every photo')] })).toEqual([]);
  });
});

describe('a criterion says what can be seen', () => {
  const vacant = ['works correctly', 'completed successfully', 'The script works as expected', 'everything is done', 'no errors', '🎉'];

  test.each(vacant)('and not only: %s', (criterion) => {
    expect(against([seen, judged(criterion)])).toEqual([expect.stringMatching(/of sub-task 1 says nothing that can be seen/)]);
    expect(against([seen], { task: [seen, judged(criterion)] })).toEqual([
      expect.stringMatching(/of the task says nothing that can be seen/),
    ]);
  });

  test.each(vacant)('unless it carries a check: %s', (criterion) => {
    expect(against([checked(criterion)], { task: [checked(criterion)] })).toEqual([]);
  });

  test.each([
    ['the output is valid JSON'],
    ['all required fields are present'],
    ['the status is "done"'],
    ['a success message is printed'],
    ['index.md was created successfully'],
  ])('as in: %s', (criterion) => {
    expect(against([judged(criterion)], { task: [judged(criterion)] })).toEqual([]);
  });

  test('and gets one reason at a time', () => {
    expect(against([judged('works correctly')], { intent: 'Works correctly' })).toHaveLength(1);
  });
});

describe('a check can be made', () => {
  const checkedBy = (check: NonNullable<Criterion['check']>) => against([{ ...judged('it is so'), check }]);

  test.each<[string, NonNullable<Criterion['check']>]>([
    ['a pattern that is none', { kind: 'output_matches', pattern: '(' }],
    ['a pattern that looks ahead, which takes more than linear time', { kind: 'file_matches', path: 'a', pattern: '(?=a)b' }],
    ['a pointer that is none', { kind: 'json_equals', pointer: 'a.b', equals: 1 }],
  ])('so %s is a reason', (_, check) => {
    expect(checkedBy(check)).toEqual([expect.stringContaining('cannot be made')]);
  });

  test.each<[string, NonNullable<Criterion['check']>]>([
    ['a pattern', { kind: 'output_matches', pattern: '^(a+)+$' }],
    ['the whole of a document', { kind: 'json_equals', pointer: '', equals: 1 }],
    ['a command, whatever it does', { kind: 'command', run: 'make test', equals: 0 }],
  ])('and %s is none', (_, check) => {
    expect(checkedBy(check)).toEqual([]);
  });
});

describe('a check can fail', () => {
  const checkedBy = (check: NonNullable<Criterion['check']>) => against([{ ...judged('it is so'), check }], { task: [seen] });

  test.each<[string, NonNullable<Criterion['check']>]>([
    ['a pattern that matches the empty text', { kind: 'output_matches', pattern: '.*' }],
    ['a command that does nothing', { kind: 'command', run: 'true', equals: 0 }],
    ['a command that hides its exit code', { kind: 'command', run: 'npm test || true', equals: 0 }],
  ])('so %s is a reason', (_, check) => {
    expect(checkedBy(check)).toEqual([expect.stringMatching(/^the check of the criterion "it is so" of sub-task 1 cannot fail: /)]);
  });

  test('of the task, too', () => {
    const task = [{ ...seen, check: { kind: 'command', run: ':', equals: 0 } as const }];
    expect(against([seen], { task })).toEqual([expect.stringContaining('of the task cannot fail')]);
  });
});

describe('a plan is bounded', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => checked(`criterion number ${at}`));

  test.each([
    ['more criteria of a sub-task than can be judged', many(21), {}],
    ['more criteria of the task than can be judged', [seen], { task: many(21) }],
    ['a criterion that is a text of its own', [checked('x'.repeat(2_001))], {}],
    ['an intent that is a text of its own', [seen], { intent: 'x'.repeat(2_001) }],
  ])('so %s are a reason', (_, criteria, given) => {
    expect(against(criteria, given)).toEqual([expect.stringMatching(/most|more than/)]);
  });

  test('and as many as that are none', () => {
    expect(against(many(20), { task: many(20) })).toEqual([]);
  });
});
