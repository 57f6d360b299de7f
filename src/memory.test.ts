import { describe, expect, test } from 'vitest';
import { scratch } from '../test/support/scratch.ts';
import { type Megram, openMemory, potentials, quantize } from './memory.ts';

const megram: Megram = {
  id: 'm',
  level: 'M',
  created_at: '2026-01-01T00:00:00.000Z',
  space: 's',
  entity: 'e',
  content: 'c',
  state: 'accept',
  ...quantize('accept'),
};
const at = new Date('2026-01-01T00:00:00.000Z');

test('valid input gives the same result as the inner functions', () => {
  expect(quantize('accept')).toEqual({ f: 0.9, sigma: 1, k: 0.05 });
  expect(quantize('rule', -1)).toEqual({ f: 1, sigma: -1, k: 0 });
  expect(potentials([megram], at)).toEqual({ attention: 0.9, decision: 0.9, action: 'Exploit' });
});

/** The message begins with the full path of the field. */
const startsWith = (place: string) => expect.toSatisfy((message: string) => message.startsWith(`${place} `));

describe('invalid input is refused, and the message says where it is', () => {
  test.each<[string, () => unknown, string]>([
    ['no state', () => quantize(undefined as never), 'state'],
    ['a state that there is not', () => quantize('toString' as never), 'state'],
    ['a sign that is not a number', () => quantize('rule', Number.NaN), 'sigma'],
    ['a sign beyond its range', () => quantize('rule', 2), 'sigma'],
    ['no Megrams', () => potentials(undefined as never, at), 'megrams'],
    ['a Megram that is none', () => potentials([{} as never], at), 'megrams[0].level'],
    ['a strength that is not a number', () => potentials([{ ...megram, f: Number.NaN }], at), 'megrams[0].f'],
    ['a time of making that is none', () => potentials([{ ...megram, created_at: 'yesterday' }], at), 'megrams[0].created_at'],
    ['a strength above 1', () => potentials([{ ...megram, f: 1.1 }], at), 'megrams[0].f'],
    ['a sign below its range', () => potentials([{ ...megram, sigma: -1.1 }], at), 'megrams[0].sigma'],
    ['an endless rate', () => potentials([{ ...megram, k: Number.POSITIVE_INFINITY }], at), 'megrams[0].k'],
    ['no time', () => potentials([megram], undefined as never), 'at'],
    ['a time that is none', () => potentials([megram], new Date(Number.NaN)), 'at'],
  ])('%s', (_, call, message) => {
    expect(call).toThrow(expect.objectContaining({ name: 'ArtooError', code: 'memory_refused', message: startsWith(message) }));
  });

  test.each<[string, (folder: string) => readonly unknown[], string]>([
    ['no folder', () => [], 'path'],
    ['an empty folder', () => [''], 'path'],
    ['a clock that is not a function', (folder) => [folder, { clock: 5 }], 'options.clock'],
    ['an option that there is not', (folder) => [folder, { clok: () => at }], 'options has an unknown key, clok'],
    ['options that are none', (folder) => [folder, null], 'options'],
  ])('by openMemory: %s', async (_, args, message) => {
    await expect(openMemory(...(args(scratch()) as [string]))).rejects.toMatchObject({
      name: 'ArtooError',
      code: 'memory_refused',
      message: startsWith(message),
    });
  });

  test('by what openMemory opens', async () => {
    await using memory = await openMemory(scratch());
    const good = { state: 'accept', space: 's', entity: 'e', content: 'c' } as const;
    const half = '\ud800';
    const rows: readonly (readonly [Promise<unknown>, string])[] = [
      [memory.write(undefined as never), 'the argument'],
      [memory.write([] as never), 'the argument'],
      [memory.write({ ...good, content: 5 } as never), 'content'],
      [memory.write({ ...good, space: '' }), 'space'],
      [memory.write({ ...good, f: Number.NaN }), 'f'],
      [memory.write({ ...good, sigma: 2 }), 'sigma'],
      [memory.write({ ...good, state: 'nothing' } as never), 'state'],
      [memory.write({ ...good, state: undefined } as never), 'state is missing; pass one of'],
      [memory.write({ ...good, state: undefined, sate: 'accept' } as never), 'the argument has an unknown key, sate'],
      [memory.write({ ...good, id: 'mine' } as never), 'the argument has an unknown key, id'],
      [memory.write({ ...good, created_at: megram.created_at } as never), 'the argument has an unknown key, created_at'],
      [memory.write({ ...good, space: half }), 'space'],
      [memory.write({ ...good, entity: half }), 'entity'],
      [memory.write({ ...good, content: half }), 'content'],
      [memory.potentials(undefined as never, 'e'), 'space'],
      [memory.potentials('s', half), 'entity'],
      [memory.rules('s', 5 as never), 'entity'],
      [memory.recent('s', 'e', -1), 'n must be a whole number'],
      [memory.recent('s', 'e', 0.5), 'n must be a whole number'],
      [memory.recent({} as never, 'e', 1), 'space'],
      [memory.dream({ distil: 'x' } as never), 'options.distil'],
      [memory.dream({ distill: async () => 'x' } as never), 'options has an unknown key, distill'],
    ];
    for (const [refused, message] of rows)
      await expect(refused).rejects.toMatchObject({ code: 'memory_refused', message: startsWith(message) });
    expect(await memory.write(good)).toMatchObject(good);
    expect(await memory.potentials('s', 'e')).toMatchObject({ action: 'Exploit' });
  });

  test.each<[string, () => unknown]>([
    ['a number', () => 5],
    ['nothing', () => undefined],
    ['no valid time', () => new Date(Number.NaN)],
  ])('by a memory whose clock returns %s', async (_, clock) => {
    await using memory = await openMemory(scratch(), { clock: clock as () => Date });
    const written = memory.write({ state: 'accept', space: 's', entity: 'e', content: 'c' });
    await expect(written).rejects.toMatchObject({ code: 'memory_refused', message: expect.stringContaining('clock') });
  });
});
