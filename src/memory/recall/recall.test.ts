import { expect, test } from 'vitest';
import { day, newMemory } from '../../../test/support/memory.ts';
import type { Megram } from '../../contracts/memory.ts';
import { dream } from '../fading/dreamer.ts';

const intent = 'intent:find_largest_files';
const asked = (slug: string, ...entities: string[]) => ({ tags: entities.map((entity) => ({ space: `intent:${slug}`, entity })) });

test('a task is treated as the nearest known kind, the newest of equals', async () => {
  await using memory = await newMemory();
  await memory.write('accept', { space: intent, entity: 'env:local' });
  memory.pass(day);
  await memory.write('accept', { space: 'intent:find_files', entity: 'env:local' });
  const spaceOf = async (slug: string) => (await memory.keeper.recall(asked(slug, 'env:local'))).space;
  expect(await spaceOf('find_largest_files')).toBe(intent);
  expect(await spaceOf('find_the_largest_files')).toBe(intent);
  expect(await spaceOf('Largest-Files_FIND')).toBe(intent);
  expect(await spaceOf('find_my_files')).toBe('intent:find_files');
  expect(await spaceOf('find_small_files')).toBe('intent:find_files'); // nearer than the longer name
  expect(await spaceOf('write_a_poem')).toBeNull();
  await memory.write('accept', { space: 'intent:文件_查找', entity: 'env:local' });
  expect(await spaceOf('查找文件')).toBe('intent:文件_查找');
  await memory.write('accept', { space: 'intent:🦊', entity: 'env:local' });
  expect(await spaceOf('🦊')).toBe('intent:🦊');
});

test('of two kinds of task that are equally similar to the requested one, the one remembered last counts', async () => {
  await using memory = await newMemory();
  const at = (slug: string) => ({ space: `intent:${slug}`, entity: 'env:local' });
  const nearest = async () => (await memory.keeper.recall(asked('convert_photos_folder', 'env:local'))).space;
  for (const slug of ['convert_photos_weekly', 'convert_photos_nightly', 'convert_photos_weekly']) {
    await memory.write('accept', at(slug));
    memory.pass(day);
    expect(await nearest()).toBe(null); // only two words in common, out of four
  }
  for (const slug of ['convert_photos_folder_weekly', 'convert_photos_folder_nightly', 'convert_photos_folder_weekly']) {
    await memory.write('accept', at(slug));
    memory.pass(day);
    expect(await nearest()).toBe(`intent:${slug}`);
  }
});

test('a kind of task is known as long as something is remembered about it', async () => {
  await using memory = await newMemory();
  const id = await memory.write('accept', { space: intent, entity: 'env:local' });
  await memory.keeper.forget({ id, purge: false });
  expect((await memory.keeper.recall(asked('find_largest_files', 'env:local'))).space).toBeNull();
});

test('the shell stands for the programs that are known there', async () => {
  await using memory = await newMemory();
  await memory.write('accept', { space: intent, entity: 'tool:shell:du' });
  await memory.write('change_approach', { space: intent, entity: 'tool:shell:find' });
  await memory.write('accept', { space: intent, entity: 'tool:glob' });
  const { potentials } = await memory.keeper.recall(asked('find_largest_files', 'tool:shell'));
  expect(potentials.map(({ entity, action }) => [entity, action])).toEqual([
    ['tool:shell:du', 'Exploit'],
    ['tool:shell:find', 'Avoid'],
  ]);
});

test('a potential names the memories that point its way and counts their tasks', async () => {
  await using memory = await newMemory();
  const tag = { space: intent, entity: 'tool:shell:find' };
  for (const id of ['monday-m01', 'monday-m02', 'monday-m03', 'tuesday-m01']) await memory.write('change_approach', tag, { id });
  for (const id of ['wednesday-m01', 'thursday-m01']) await memory.write('accept', tag, { id });
  const { potentials, recent } = await memory.keeper.recall({ tags: [tag] });
  expect(potentials).toMatchObject([{ action: 'Avoid', count: 6, tasks: 2, megrams: ['tuesday-m01', 'monday-m03', 'monday-m02'] }]);
  expect(recent.map(({ id }) => id)).toEqual(['tuesday-m01']);
});

test('a second task is found after the many memories of the first', async () => {
  await using memory = await newMemory();
  const tag = { space: intent, entity: 'tool:shell:find' };
  await memory.write('change_approach', tag, { id: 'a-first-m01' });
  for (let times = 10; times < 40; times += 1) await memory.write('change_approach', tag, { id: `b-second-m${times}` });
  expect((await memory.keeper.recall({ tags: [tag] })).potentials).toMatchObject([{ action: 'Avoid', tasks: 2 }]);
});

test('fresh evidence against a rule wins, but a dissonance does not count as evidence', async () => {
  await using memory = await newMemory();
  const tag = { space: intent, entity: 'tool:glob' };
  for (let times = 0; times < 6; times += 1) await memory.write('accept', tag);
  const { rules } = await dream(memory.keeper, { distil: async () => 'Use glob.' });
  const at = async () => memory.keeper.recall({ tags: [tag] });
  expect(await at()).toMatchObject({ rules: [{ id: rules[0] }], dissonances: [], potentials: [{ action: 'Exploit' }] });
  await memory.write('dissonance', tag, { sigma: -1 });
  expect((await at()).dissonances).toEqual([]);
  const against = await memory.write('change_approach', tag);
  expect(await at()).toMatchObject({
    dissonances: [{ rule_id: rules[0], evidence_id: against }],
    potentials: [{ action: 'Avoid', decision: -0.85 }],
  });
});

test('a mere remark about a rule does not count as a second task, and one bad day stays one', async () => {
  await using memory = await newMemory();
  const tag = { space: intent, entity: 'tool:shell:find' };
  await memory.write('rule', tag, { id: 'rule' });
  await memory.write('change_approach', tag, { id: 'a-m01' });
  await memory.write('dissonance', tag, { id: 'b-m01', sigma: -1 });
  expect((await memory.keeper.recall({ tags: [tag] })).potentials).toMatchObject([{ action: 'Avoid', tasks: 1, megrams: ['a-m01'] }]);
});

test('the evidence against a rule is the newest experience, not a later remark about the rule', async () => {
  await using memory = await newMemory();
  const tag = { space: intent, entity: 'tool:shell:find' };
  await memory.write('rule', tag, { id: 'rule' });
  await memory.write('change_approach', tag, { id: 'a-m01' });
  memory.pass(1_000);
  await memory.write('dissonance', tag, { id: 'b-m01', sigma: -1 });
  expect((await memory.keeper.recall({ tags: [tag] })).dissonances).toEqual([{ rule_id: 'rule', evidence_id: 'a-m01' }]);
});

test.each<[string, Partial<Megram>]>([
  ['what was said about a rule', { state: 'dissonance' }],
  ['what was a rule', { level: 'K' }],
])('without a rule, %s counts, but not as a task that failed', async (_, more) => {
  await using memory = await newMemory();
  const tag = { space: intent, entity: 'tool:shell:find' };
  const tasks = async () => (await memory.keeper.recall({ tags: [tag] })).potentials.map((each) => [each.action, each.count, each.tasks]);
  await memory.write('change_approach', tag, { id: 'a-m01' });
  memory.pass(1_000);
  for (const id of ['b-m01', 'b-m02', 'c-m01', 'c-m02']) await memory.write('change_approach', tag, { id, ...more });
  expect(await tasks()).toEqual([['Avoid', 5, 1]]); // even if it is older than everything that the tag lists
  await memory.write('change_approach', tag, { id: 'd-m01' });
  expect(await tasks()).toEqual([['Avoid', 6, 2]]);
});

test('a rule is not among the memories that a potential names', async () => {
  await using memory = await newMemory();
  const tag = { space: intent, entity: 'tool:shell:find' };
  await memory.write('rule', tag, { id: 'rule', sigma: -1 });
  for (let times = 10; times < 20; times += 1) await memory.write('change_approach', tag, { id: `a-m${times}` });
  const [potential] = (await memory.keeper.recall({ tags: [tag] })).potentials;
  expect(potential).toMatchObject({ action: 'Avoid', count: 10, tasks: 1 });
  expect(potential?.megrams).toHaveLength(4);
  expect(potential?.megrams).not.toContain('rule');
});

test('when the memories that a tag names are forgotten, older ones are named', async () => {
  await using memory = await newMemory();
  const tag = { space: intent, entity: 'tool:glob' };
  const ids: string[] = [];
  for (let times = 0; times < 10; times += 1) {
    ids.push(await memory.write('accept', tag, { id: `task${times}-m01` }));
    memory.pass(1_000);
  }
  for (const id of ids.slice(-4)) await memory.keeper.forget({ id, purge: false });
  const { potentials, recent } = await memory.keeper.recall({ tags: [tag] });
  expect(potentials).toMatchObject([{ count: 6, tasks: 4, megrams: ['task5-m01', 'task4-m01', 'task3-m01', 'task2-m01'] }]);
  expect(recent).toMatchObject([{ id: 'task5-m01' }]);
});

test('recalled memories are marked: a rule, and a former rule, which starts to fade again', async () => {
  await using memory = await newMemory();
  const tag = { space: intent, entity: 'tool:glob' };
  await memory.write('rule', tag, { id: 'rule' });
  await memory.write('rule', tag, { id: 'was', level: 'K', k: 0.05 });
  memory.pass(20 * day);
  const faded = await memory.keeper.potentials(tag);
  expect(faded.attention).toBeCloseTo(Math.exp(-1), 9);
  await memory.keeper.recall({ tags: [tag] });
  await memory.reopen();
  expect((await memory.keeper.potentials(tag)).attention).toBeCloseTo(1, 9);
  expect((await memory.keeper.find({ id: 'rule' })).kept?.recalled_at).toBe('2026-03-21T12:00:00.000Z');
});

test('memories that were made or recalled within the last minute are fresh and not marked', async () => {
  await using memory = await newMemory();
  const tag = { space: intent, entity: 'tool:glob' };
  await memory.write('rule', tag, { id: 'rule' });
  const markAfter = async (ms: number) => {
    memory.pass(ms);
    await memory.keeper.recall({ tags: [tag] });
    await memory.reopen();
    return (await memory.keeper.find({ id: 'rule' })).kept?.recalled_at;
  };
  expect(await markAfter(59_999)).toBe(undefined);
  expect(await markAfter(1)).toBe('2026-03-01T12:01:00.000Z');
  expect(await markAfter(59_999)).toBe('2026-03-01T12:01:00.000Z');
  expect(await markAfter(1)).toBe('2026-03-01T12:02:00.000Z');
});

test('tags without memories are left out', async () => {
  await using memory = await newMemory();
  expect(await memory.keeper.recall(asked('find_files', 'env:local', 'tool:shell'))).toEqual({
    space: null,
    rules: [],
    potentials: [],
    recent: [],
    dissonances: [],
    missing: null,
  });
});
