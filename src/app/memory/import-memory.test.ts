import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { event } from '../../../test/support/stocked-memory.ts';
import { createLocalKeeper } from '../../memory/local-keeper.ts';
import { createInMemoryStore } from '../../store/in-memory.ts';
import { exportPages, headerLine } from './export-format.ts';
import { type Importing, importMemory } from './import-memory.ts';

async function imported(lines: readonly string[], given: Partial<Importing> = {}) {
  const path = join(scratch(), 'file');
  writeFileSync(path, [headerLine, ...lines].join('\n'));
  await using file = await open(path);
  const keeper = createLocalKeeper(createInMemoryStore(), { clock: () => new Date(), onNotice: () => {} });
  const outcome = importMemory(file, { keeper, onProgress: () => {}, signal: new AbortController().signal, ...given });
  const result = await outcome.catch((error) => error);
  const kept: string[] = [];
  for await (const page of exportPages(keeper)) kept.push(...page);
  return { result, kept };
}

const many = (count: number, content = 'x') =>
  Array.from({ length: count }, (_, at) => {
    const id = `m${String(at).padStart(6, '0')}`;
    return JSON.stringify({ id, megram: { ...event(id, 1), content } });
  });

test('memories that were purged on the other machine are erased here, after everything is imported', async () => {
  const store = createInMemoryStore();
  let erased = 0;
  const counting = {
    ...store,
    async erase() {
      erased += 1;
    },
  };
  const keeper = createLocalKeeper(counting, { clock: () => new Date(), onNotice: () => {} });
  await keeper.write({ megrams: [event('m000000', 1), event('m000001', 1)] });
  const forgotten = { at: new Date().toISOString(), purged: true };
  const lines = ['m000000', 'm000001'].map((id) => JSON.stringify({ id, megram: null, forgotten }));
  expect((await imported(lines, { keeper })).result).toEqual({ added: 0, known: 2 });
  expect(erased).toBe(1);
});

test('an import that is stopped during its check imports nothing', async () => {
  const stop = new AbortController();
  const { result, kept } = await imported(many(1_200), { signal: stop.signal, onProgress: () => stop.abort() });
  expect([result, kept]).toEqual([
    expect.objectContaining({ code: 'cancelled', message: 'the import was stopped; nothing was imported' }),
    [],
  ]);
});

test('an import that is stopped later says how far it got, and the same file continues from there', async () => {
  const stop = new AbortController();
  const lines = many(1_200);
  const { result, kept } = await imported(lines, {
    signal: stop.signal,
    onProgress: (doing) => doing === 'imported' && stop.abort(),
  });
  expect([result, kept]).toEqual([
    expect.objectContaining({ message: 'the import was stopped; 500 lines had been imported; import the same file again to continue' }),
    lines.slice(0, 500),
  ]);
});

test('progress is reported page by page, and pages of long memories are shorter', async () => {
  const told: string[] = [];
  const { result, kept } = await imported(many(5, 'x'.repeat(3_000_000)), {
    onProgress: (doing, count) => void told.push(`${doing} ${count}`),
  });
  expect([result, kept.length]).toEqual([{ added: 5, known: 0 }, 5]);
  expect(told).toEqual(['checked 2', 'checked 4', 'checked 5', 'imported 2', 'imported 4', 'imported 5']);
});

test('a line that is far too long is refused', async () => {
  const { result, kept } = await imported([...many(1), ...many(2, 'x'.repeat(9_000_000)).slice(1)]);
  expect([result, kept]).toEqual([expect.objectContaining({ code: 'memory_refused', message: expect.stringMatching(/^line 3: /) }), []]);
});
