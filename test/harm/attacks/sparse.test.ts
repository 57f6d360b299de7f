/** Files that claim to be huge and contain nothing (D2): judging, applying and undoing them takes only as long as it takes for their real content. */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lawful } from '../../support/lawful.ts';
import { workedMs } from '../../support/worked-ms.ts';

const { signal } = new AbortController();
const gibibyte = 1024 ** 3;
/** The system copies a little more than the written content. */
const mostHeld = 16 * 1024 ** 2;
/** Reading thirty gibibytes of zeros takes many times as long. */
const maxWorkedMs = 8_000;

test('new files with holes of 15 GiB are judged, applied and taken back at once, and keep their holes', { timeout: 60_000 }, async () => {
  const world = lawful();
  const since = workedMs();
  const result = await world.run('truncate -s 15G a b; printf x | dd of=b bs=1 seek=12G conv=notrunc status=none');
  expect(result).toMatchObject({ ok: true });
  expect(result.changed?.map(({ change }) => change)).toEqual(['created', 'created']);
  for (const name of ['a', 'b']) {
    const { size, blocks } = lstatSync(join(world.cwd, name));
    expect(size).toBe(15 * gibibyte);
    expect(blocks * 512).toBeLessThan(mostHeld);
  }
  const plan = await world.assembled.changes.planUndo('task');
  expect(plan && (await world.assembled.changes.undo(plan, signal))).toMatchObject({ undone: true });
  expect(existsSync(join(world.cwd, 'a'))).toBe(false);
  expect(workedMs() - since).toBeLessThan(maxWorkedMs);
});

test('space that is only reserved is not read', { timeout: 60_000 }, async () => {
  const world = lawful();
  const since = workedMs();
  expect(await world.run('fallocate -l 2G reserved')).toMatchObject({ ok: true, changed: [{ change: 'created' }] });
  expect(lstatSync(join(world.cwd, 'reserved')).size).toBe(2 * gibibyte);
  expect(workedMs() - since).toBeLessThan(maxWorkedMs / 4);
});

test('a change of one byte in an existing file with holes is seen, and rewriting it unchanged does not count as a change', {
  timeout: 60_000,
}, async () => {
  const world = lawful();
  const path = join(world.cwd, 'disk.img');
  execFileSync('sh', ['-c', `truncate -s 15G ${path}; printf x | dd of=${path} bs=1 seek=8G conv=notrunc status=none`]);
  const since = workedMs();
  const write = (byte: string) => `printf ${byte} | dd of=disk.img bs=1 seek=8G conv=notrunc status=none`;
  const same = await world.run(write('x'));
  expect(same).toMatchObject({ ok: true, changed: [{ change: 'metadata' }] });
  const other = await world.run(write('y'));
  expect(other.harm?.effects).toMatchObject([{ change: 'changed', path }]);
  expect(await world.run(write('y'), { approved: other.harm?.hash ?? '' })).toMatchObject({ ok: true });
  expect(lstatSync(path).blocks * 512).toBeLessThan(mostHeld);
  expect(workedMs() - since).toBeLessThan(maxWorkedMs);
});
