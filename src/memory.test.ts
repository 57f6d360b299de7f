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

test('what fits gives what it gave', () => {
  expect(quantize('accept')).toEqual({ f: 0.9, sigma: 1, k: 0.05 });
  expect(quantize('rule', -1)).toEqual({ f: 1, sigma: -1, k: 0 });
  expect(potentials([megram], at)).toEqual({ attention: 0.9, decision: 0.9, action: 'Exploit' });
});

describe('what does not fit is refused, with its place', () => {
  test.each<[string, () => unknown, string]>([
    ['no state', () => quantize(undefined as never), 'state:'],
    ['a state that there is not', () => quantize('toString' as never), 'state:'],
    ['a sign that is no number', () => quantize('rule', Number.NaN), 'sigma:'],
    ['a sign beyond its range', () => quantize('rule', 2), 'sigma:'],
    ['no Megrams', () => potentials(undefined as never, at), 'megrams:'],
    ['a Megram that is none', () => potentials([{} as never], at), 'megrams[0].level:'],
    ['a strength that is no number', () => potentials([{ ...megram, f: Number.NaN }], at), 'megrams[0].f:'],
    ['a time of making that is none', () => potentials([{ ...megram, created_at: 'yesterday' }], at), 'megrams[0].created_at:'],
    ['no time', () => potentials([megram], undefined as never), 'at:'],
    ['a time that is none', () => potentials([megram], new Date(Number.NaN)), 'at:'],
  ])('%s', (_, call, message) => {
    expect(call).toThrow(
      expect.objectContaining({ name: 'ArtooError', code: 'memory_refused', message: expect.stringContaining(message) }),
    );
  });

  test.each<[string, readonly unknown[]]>([
    ['no folder', []],
    ['an empty folder', ['']],
    ['a clock that is no function', ['/nowhere', { clock: 5 }]],
    ['options that are none', ['/nowhere', null]],
  ])('by openMemory: %s', async (_, args) => {
    await expect(openMemory(...(args as [string]))).rejects.toMatchObject({ name: 'ArtooError', code: 'memory_refused' });
  });

  test('by what openMemory opens', async () => {
    await using memory = await openMemory(scratch());
    const good = { state: 'accept', space: 's', entity: 'e', content: 'c' } as const;
    const rows: readonly Promise<unknown>[] = [
      memory.write(undefined as never),
      memory.write([] as never),
      memory.write({ ...good, content: 5 } as never),
      memory.write({ ...good, space: '' }),
      memory.write({ ...good, f: Number.NaN }),
      memory.write({ ...good, sigma: 2 }),
      memory.write({ ...good, state: 'nothing' } as never),
      memory.potentials(undefined as never, 'e'),
      memory.rules('s', 5 as never),
      memory.recent('s', 'e', -1),
      memory.recent({} as never, 'e', 1),
      memory.dream({ distil: 'x' } as never),
    ];
    for (const refused of await Promise.allSettled(rows))
      expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'memory_refused' } });
    expect(await memory.write(good)).toMatchObject(good);
    expect(await memory.potentials('s', 'e')).toMatchObject({ action: 'Exploit' });
  });
});
