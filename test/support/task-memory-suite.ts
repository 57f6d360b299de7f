/** What holds for every memory of a task, whatever stores it: the contract of src/roles/r5-memory/task-memory.ts. */
import { describe, expect, test } from 'vitest';
import { type Megram, MemoryRecall } from '../../src/contracts/memory.ts';
import { quantize } from '../../src/memory/fading/quantize.ts';
import type { TaskMemory } from '../../src/roles/r5-memory/task-memory.ts';

export type TaskMemoryAdapter = {
  readonly name: string;
  /** Opens a new, empty memory. Called within a test, which closes it. */
  open(): Promise<TaskMemory>;
  /** Whether it keeps what it is given. If not, `missing` says why. */
  readonly keeps: boolean;
};

const tag = { space: 'intent:find_files', entity: 'tool:glob' };
const person = { space: 'global', entity: 'user' };
const created_at = '2026-03-01T00:00:00.000Z';
const megram = (id: string): Megram => ({
  id,
  level: 'M',
  created_at,
  ...tag,
  content: `what ${id} taught`,
  state: 'accept',
  ...quantize('accept'),
});

/** Runs the suite on an adapter. */
export function taskMemorySuite({ name, open, keeps }: TaskMemoryAdapter): void {
  describe(`${name} is a memory that`, () => {
    test('has nothing in the beginning', async () => {
      const recalled = await (await open()).recall({ tags: [tag, person] });
      expect(MemoryRecall.parse(recalled)).toEqual(recalled);
      expect(recalled).toMatchObject({ rules: [], recent: [], potentials: [] });
      expect(recalled.missing === null).toBe(keeps);
    });

    test(`${keeps ? 'tells' : 'keeps nothing of'} what it was handed before it settled`, async () => {
      const memory = await open();
      memory.write(megram('one-m01'));
      memory.write(megram('two-m01'));
      memory.remember({ id: 'said', content: 'I prefer tabs', created_at });
      await memory.settled();
      const { potentials, rules } = await memory.recall({ tags: [tag, person] });
      expect(potentials.map(({ count }) => count)).toEqual(keeps ? [2] : []);
      expect(rules.map(({ content }) => content)).toEqual(keeps ? ['I prefer tabs'] : []);
    });

    test('counts what it was handed twice once', async () => {
      const memory = await open();
      for (let times = 0; times < 2; times += 1) {
        memory.write(megram('one-m01'));
        memory.remember({ id: 'said', content: 'I prefer tabs', created_at });
        await memory.settled();
      }
      const { potentials, rules } = await memory.recall({ tags: [tag, person] });
      expect([potentials.map(({ count }) => count), rules.length]).toEqual(keeps ? [[1], 1] : [[], 0]);
    });

    test.each([true, false])('forgets what it is told to forget (purge: %s), also twice, also what it never knew', async (purge) => {
      const memory = await open();
      memory.remember({ id: 'said', content: 'I prefer tabs', created_at });
      memory.remember({ id: 'stays', content: 'I prefer tea', created_at });
      await memory.settled();
      for (const id of ['said', 'said', 'unheard-of']) memory.forget({ id, purge });
      await memory.settled();
      const { rules } = await memory.recall({ tags: [person] });
      expect(rules.map(({ id }) => id)).toEqual(keeps ? ['stays'] : []);
    });

    test('neither throws nor rejects, whatever it is handed, and continues', async () => {
      const memory = await open();
      memory.write({ ...megram('one-m01'), f: 7 });
      memory.write({ ...megram(''), space: '' });
      memory.forget({ id: '', purge: true });
      await memory.settled();
      expect(MemoryRecall.parse(await memory.recall({ tags: [] }))).toMatchObject({ rules: [], potentials: [] });
      memory.write(megram('two-m01'));
      await memory.settled();
      expect((await memory.recall({ tags: [tag] })).potentials.map(({ count }) => count)).toEqual(keeps ? [1] : []);
    });

    test('has settled when it was handed nothing', async () => {
      const memory = await open();
      await memory.settled();
      await memory.settled();
      expect((await memory.recall({ tags: [tag] })).potentials).toEqual([]);
    });
  });
}
