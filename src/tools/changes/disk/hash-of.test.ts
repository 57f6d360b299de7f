import { hash } from 'node:crypto';
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../../../test/support/scratch.ts';
import { createDisk } from './disk.ts';
import { createContentHash, hashOf, hashOfBytes } from './hash-of.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 * mebibyte;

/** A file of the given size, with these pieces at their positions and holes between them. */
async function sparse(size: number, pieces: Readonly<Record<number, string>> = {}): Promise<string> {
  const path = join(scratch(), 'file');
  await using file = await open(path, 'w');
  await file.truncate(size);
  for (const [at, text] of Object.entries(pieces)) await file.write(text, Number(at));
  return path;
}

test.each([0, 1, 256 * 1024, 256 * 1024 + 1, 3 * mebibyte + 7])('a file of %i bytes has its SHA-256', async (size) => {
  const content = Buffer.alloc(size, 'some text ');
  const path = join(scratch(), 'file');
  writeFileSync(path, content);
  expect(await hashOf(path)).toBe(hash('sha256', content));
});

describe('a file with holes', () => {
  test('up to 64 MiB it has the hash of its bytes', async () => {
    const path = await sparse(8 * mebibyte, { 5000000: 'x' });
    expect(await hashOf(path)).toBe(hash('sha256', readFileSync(path)));
  });

  test('it has the hash of the same content without holes', async () => {
    const path = await sparse(80 * mebibyte, { 0: 'a', 70000001: 'b' });
    const whole = join(scratch(), 'whole');
    writeFileSync(whole, readFileSync(path));
    expect(lstatSync(whole).blocks).toBeGreaterThan(lstatSync(path).blocks);
    expect(await hashOf(whole)).toBe(await hashOf(path));
  });

  test.each([3, 80])('%i MiB that come piece by piece, or are in memory, have the same hash', async (size) => {
    const path = await sparse(size * mebibyte + 9, { 0: 'a', 2000001: 'b', [size * mebibyte]: 'end' });
    const content = readFileSync(path);
    const digest = createContentHash(content.length);
    for (let at = 0; at < content.length; at += 100_001) digest.update(content.subarray(at, at + 100_001));
    expect([digest.digest(), hashOfBytes(content)]).toEqual([await hashOf(path), await hashOf(path)]);
  });

  test('every byte, its place and the size count, also far after what 32 bits can say', async () => {
    const size = 15 * gibibyte;
    const hashes = [
      await hashOf(await sparse(size)),
      await hashOf(await sparse(size, { [12 * gibibyte]: 'x' })),
      await hashOf(await sparse(size, { [12 * gibibyte]: 'y' })),
      await hashOf(await sparse(size, { [12 * gibibyte + 1]: 'x' })),
      await hashOf(await sparse(size, { [8 * gibibyte]: 'x' })),
      await hashOf(await sparse(size, { [size - 1]: 'x' })),
      await hashOf(await sparse(size - 1)),
      await hashOf(await sparse(size, { 0: 'x', [12 * gibibyte]: 'x' })),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(await hashOf(await sparse(size, { [12 * gibibyte]: 'x' }))).toBe(hashes[1]);
  });

  test('a signal ends the reading', async () => {
    await expect(hashOf(await sparse(gibibyte, { 5: 'x' }), AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });

  test.runIf(existsSync('/dev/shm'))('its holes are not copied', async () => {
    const path = await sparse(15 * gibibyte, { 7: 'near', [9 * gibibyte]: 'far' });
    const folder = mkdtempSync('/dev/shm/artoo-test-');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const copy = join(folder, 'copy');
    await createDisk().copy(path, copy);
    expect(lstatSync(copy)).toMatchObject({ size: 15 * gibibyte });
    expect(lstatSync(copy).blocks * 512).toBeLessThan(8 * mebibyte);
    expect(await hashOf(copy)).toBe(await hashOf(path));
    truncateSync(copy, 0);
  });
});
