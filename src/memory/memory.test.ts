/** The memory as a library: the names of SPEC §16. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { quantize } from './fading/quantize.ts';
import { type Memory, openMemory } from './memory.ts';
import type { NewMegram } from './memory-input.ts';
import { potentials } from './recall/potentials.ts';

const tag = { space: 'intent:find_files', entity: 'tool:glob' };
const event = (state: NewMegram['state'], content = 'It was tried.'): NewMegram => ({ ...tag, state, content });
const at = [tag.space, tag.entity] as const;
const dayMs = 86_400_000;

/** With a clock that the test sets. */
async function opened(folder = scratch()): Promise<{ memory: Memory; pass: (ms: number) => void }> {
  let now = Date.parse('2026-03-01T00:00:00.000Z');
  const memory = await openMemory(folder, { clock: () => new Date(now), onNotice: (text) => expect.fail(text) });
  return {
    memory,
    pass(ms) {
      now += ms;
    },
  };
}

test('a written memory counts, fades, and gets the missing fields from its state', async () => {
  const { memory, pass } = await opened();
  const written = await memory.write(event('accept', 'glob found it.'));
  expect(written).toMatchObject({ level: 'M', created_at: '2026-03-01T00:00:00.000Z', content: 'glob found it.', ...quantize('accept') });
  expect(await memory.write({ ...event('declared'), sigma: -0.5 })).toMatchObject({ level: 'C', f: 1, sigma: -0.5, k: 0 });
  pass(10 * dayMs);
  const now = await memory.potentials(...at);
  expect(now).toEqual(potentials([written], new Date('2026-03-11T00:00:00.000Z')));
  expect(now.attention).toBeCloseTo(0.9 * Math.exp(-0.5), 12);
  expect(await memory.potentials('a space', 'of nothing')).toEqual({ attention: 0, decision: 0, action: 'Ignore' });
  expect(await memory.recent(...at, 5)).toEqual([written]);
  expect(await memory.recent(...at, 0)).toEqual([]);
  expect(await memory.rules(...at)).toMatchObject([{ state: 'declared' }]);
  await memory.close();
});

test('a dream makes rules with the given function, forgets and demotes', async () => {
  const { memory, pass } = await opened();
  for (let times = 0; times < 6; times += 1) await memory.write(event('accept'));
  expect(await memory.dream()).toEqual({ forgotten: 0, demoted: 0, promoted: 0 });
  expect(await memory.dream({ distil: () => Promise.reject(new Error('no words')) })).toMatchObject({ promoted: 0 });
  expect(await memory.dream({ distil: async ({ count, entity }) => `${entity} worked ${count} times.` })).toMatchObject({ promoted: 1 });
  expect(await memory.rules(...at)).toMatchObject([{ level: 'C', content: 'tool:glob worked 6 times.' }]);
  for (let times = 0; times < 8; times += 1) await memory.write(event('abandon'));
  expect(await memory.dream()).toMatchObject({ demoted: 1 });
  expect(await memory.rules(...at)).toEqual([]);
  pass(100 * dayMs);
  expect(await memory.dream()).toMatchObject({ forgotten: 15 });
  await memory.close();
});

test('two users in one process share a memory, and it outlives both', async () => {
  const folder = scratch();
  const [one, two] = [await opened(folder), await opened(folder)];
  await one.memory.write(event('accept'));
  await two.memory.write(event('accept'));
  await one.memory.close();
  expect((await two.memory.potentials(...at)).attention).toBeCloseTo(1.8, 12);
  await two.memory.close();
  await using again = (await opened(folder)).memory;
  expect((await again.potentials(...at)).attention).toBeCloseTo(1.8, 12);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'remember this'],
  ['an unknown state', { ...event('accept'), state: 'glad' }],
  ['no content', { ...tag, state: 'accept' }],
  ['a weight out of range', { ...event('accept'), f: 2 }],
  ['no number', { ...event('accept'), sigma: Number.NaN }],
  ['an endless rate', { ...event('accept'), k: Number.POSITIVE_INFINITY }],
  ['a law', { ...event('accept'), level: 'T' }],
])('%s is refused', async (_, wrong) => {
  const { memory } = await opened();
  await expect(memory.write(wrong as NewMegram)).rejects.toMatchObject({ code: 'memory_refused' });
  expect(await memory.recent(...at, 5)).toEqual([]);
  await memory.close();
});

test('a memory that cannot be opened or has been closed says so', async () => {
  const file = join(scratch(), 'file');
  writeFileSync(file, '');
  await expect(openMemory('')).rejects.toMatchObject({ code: 'memory_refused' });
  await expect(openMemory(file)).rejects.toMatchObject({ code: 'memory_unavailable' });
  const { memory } = await opened();
  await memory.close();
  await expect(memory.write(event('accept'))).rejects.toMatchObject({ code: 'memory_unavailable' });
  await expect(memory.recent(...at, -1)).rejects.toMatchObject({ code: 'memory_refused' });
});
