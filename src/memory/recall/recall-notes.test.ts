/** How a store treats the place where a memory was learnt, notes of a folder, and memories without a sign. */
import { describe, expect, test } from 'vitest';
import { day, newMemory } from '../../../test/support/memory.ts';
import { dream } from '../fading/dreamer.ts';
import { notesTag, refusalsTag } from './project.ts';

const [here, elsewhere] = ['/work/app', '/work/other'];
const tag = { space: 'intent:find_files', entity: 'tool:glob' };
const path = { space: 'tool:read_file', entity: 'path:a.txt' };
const note = { level: 'K', sigma: 0, learnt_in: here } as const;

describe('where a memory was learnt', () => {
  test('is kept, exported and imported, and gone when it is purged', async () => {
    await using memory = await newMemory();
    await using other = await newMemory();
    const id = await memory.write('accept', tag, { learnt_in: here });
    await memory.reopen();
    expect((await memory.keeper.find({ id })).kept?.megram).toMatchObject({ learnt_in: here });
    const { kept } = await memory.keeper.exportFrom({ after: null, limit: 10 });
    await other.keeper.importAll({ kept, check: false });
    expect((await other.keeper.find({ id })).kept?.megram).toMatchObject({ learnt_in: here });
    await other.keeper.forget({ id, purge: true });
    expect((await other.keeper.find({ id })).kept).toMatchObject({ megram: null });
  });

  test.each<[string, readonly (string | undefined)[], string | undefined]>([
    ['one place', Array(6).fill(here), here],
    ['several', [...Array(5).fill(here), elsewhere], undefined],
    ['one that is not known', Array(6).fill(undefined), undefined],
  ])('of a rule is where all of its memories were learnt: %s', async (_, places, expected) => {
    await using memory = await newMemory();
    for (const learnt_in of places) await memory.write('change_approach', tag, learnt_in === undefined ? {} : { learnt_in });
    expect(await dream(memory.keeper, { distil: async () => 'Avoid it.' })).toMatchObject({ promoted: 1 });
    const [rule] = (await memory.keeper.rules(tag)).megrams;
    expect(rule?.learnt_in).toBe(expected);
  });

  test.each<[string, readonly string[], number]>([
    ['two tasks here', [here, here], 2],
    ['one here, one elsewhere', [here, elsewhere], 1],
    ['none here', [elsewhere, elsewhere], 0],
    ['two here, behind many elsewhere', [here, here, ...Array(10).fill(elsewhere)], 2],
  ])('is counted for what should be avoided: %s', async (_, places, tasks_here) => {
    await using memory = await newMemory();
    for (const learnt_in of places) {
      await memory.write('change_approach', tag, { learnt_in });
      memory.pass(1_000);
    }
    const [potential] = (await memory.keeper.recall({ tags: [tag], learnt_in: here })).potentials;
    expect(potential).toMatchObject({ action: 'Avoid', tasks_here });
    expect((await memory.keeper.recall({ tags: [tag] })).potentials[0]).not.toHaveProperty('tasks_here');
  });

  test.each<[string, readonly string[], number]>([
    ['here', [here, here], 2],
    ['elsewhere', [elsewhere, elsewhere], 0],
  ])('is counted for a mixed record: %s', async (_, places, tasks_here) => {
    await using memory = await newMemory();
    for (const [at, learnt_in] of places.entries()) await memory.write(at === 0 ? 'change_approach' : 'accept', tag, { learnt_in });
    const [potential] = (await memory.keeper.recall({ tags: [tag], learnt_in: here })).potentials;
    expect(potential).toMatchObject({ action: 'Caution', tasks_here });
  });

  test('decides which rule a newer one replaces', async () => {
    await using memory = await newMemory();
    for (const learnt_in of [here, elsewhere, here]) {
      for (let times = 0; times < 6; times += 1) await memory.write('change_approach', tag, { learnt_in });
      memory.pass(1_000);
      expect(await dream(memory.keeper, { distil: async () => 'Avoid it.' })).toMatchObject({ promoted: 1 });
      memory.pass(1_000);
    }
    const { megrams } = await memory.keeper.rules(tag);
    expect(megrams.map(({ learnt_in }) => learnt_in).sort()).toEqual([here, elsewhere]);
  });
});

describe('notes of a folder', () => {
  const asked = { tags: [notesTag(here)] };

  test('are returned newest first, at most eight, and are not a potential', async () => {
    await using memory = await newMemory();
    for (let at = 0; at < 30; at += 1) {
      await memory.write('accept', notesTag(here), { ...note, id: `t${Math.floor(at / 5)}-m${String(at).padStart(2, '0')}` });
      memory.pass(1_000);
    }
    const { notes = [], potentials, recent } = await memory.keeper.recall(asked);
    expect(notes.map(({ id }) => id.slice(-2))).toEqual(['29', '28', '27', '26', '25', '24', '23', '22']);
    expect([potentials, recent]).toEqual([[], []]);
    expect(await memory.keeper.recall({ tags: [notesTag(elsewhere)] })).not.toHaveProperty('notes');
  });

  test('do not crowd out what the person said no to there', async () => {
    await using memory = await newMemory();
    const said = await memory.write('accept', refusalsTag(here), { ...note, id: 't-m01' });
    for (let at = 0; at < 30; at += 1) {
      await memory.write('accept', notesTag(here), { ...note, id: `u${at}-m01`, content: `${at}` });
      memory.pass(1_000);
    }
    const { notes = [] } = await memory.keeper.recall({ tags: [refusalsTag(here), notesTag(here)] });
    expect([notes.length, notes[0]?.id]).toEqual([9, said]);
  });

  test('with the same words are returned once: the newest', async () => {
    await using memory = await newMemory();
    for (const [id, content] of Object.entries({ a1: 'one', b1: 'two', a2: 'one', b2: 'two', c: 'three' })) {
      await memory.write('accept', notesTag(here), { ...note, id, content });
      memory.pass(1_000);
    }
    expect((await memory.keeper.recall(asked)).notes?.map(({ id }) => id)).toEqual(['c', 'b2', 'a2']);
  });

  test('never become a rule, and are forgotten in time unless they are recalled', async () => {
    await using memory = await newMemory();
    for (let times = 0; times < 10; times += 1) await memory.write('accept', notesTag(here), note);
    expect(await dream(memory.keeper, { distil: async () => expect.fail('there is nothing to distil') })).toMatchObject({ promoted: 0 });
    memory.pass(40 * day);
    const recalled = (await memory.keeper.recall(asked)).notes ?? [];
    memory.pass(40 * day);
    await dream(memory.keeper);
    const { notes = [] } = await memory.keeper.recall(asked);
    expect(notes.map(({ id }) => id)).toEqual(recalled.map(({ id }) => id));
    expect((await memory.keeper.overview({ strongest: 1 })).levels.K).toBe(recalled.length);
    memory.pass(50 * day);
    await dream(memory.keeper);
    expect(await memory.keeper.recall(asked)).not.toHaveProperty('notes');
  });

  test('keep their sums right, as a thorough look confirms', async () => {
    await using memory = await newMemory();
    const ids = [];
    for (let times = 0; times < 12; times += 1) ids.push(await memory.write('accept', notesTag(here), note));
    await memory.keeper.recall(asked);
    for (const id of ids.slice(6)) await memory.keeper.forget({ id, purge: false });
    expect(await dream(memory.keeper, { extent: 'thorough' })).toMatchObject({ rebuilt: 0 });
    expect(memory.notices).toEqual([]);
  });
});

describe('a memory without a sign', () => {
  const potentialAt = async (write: readonly (readonly ['change_path' | 'refine' | 'accept' | 'change_approach', number])[]) => {
    await using memory = await newMemory();
    for (const [state, sigma] of write) await memory.write(state, path, { sigma });
    return (await memory.keeper.recall({ tags: [path] })).potentials[0];
  };

  test('is reported as such, however often it was tried', async () => {
    expect(await potentialAt(Array(5).fill(['change_path', 0]))).toMatchObject({ action: 'Caution', decision: 0, unsigned: true });
  });

  test.each([
    [
      [
        ['change_path', 0],
        ['accept', 1],
      ] as const,
    ],
    [
      [
        ['accept', 1],
        ['change_approach', -1],
        ['change_path', 0],
      ] as const,
    ],
  ])('is not one that has a sign: %j', async (write) => {
    expect(await potentialAt(write)).not.toHaveProperty('unsigned');
  });
});
