import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { placeNew } from './place-new.ts';

/** A disk on which a second name for a file fails with this error. */
const refusing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

describe.each<[string, typeof linkSync]>([
  ['with hard links', linkSync],
  ...['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].map((code): [string, typeof linkSync] => [
    `that answers ${code}`,
    refusing(code),
  ]),
])('on a disk %s', (_, link) => {
  const files = () => {
    const folder = scratch();
    const [draft, path] = [join(folder, 'draft'), join(folder, 'placed')];
    writeFileSync(draft, 'whole');
    return { draft, path };
  };

  test('the same file has its new name alone', () => {
    const { draft, path } = files();
    const { ino } = statSync(draft);
    placeNew(draft, path, link);
    expect([readFileSync(path, 'utf8'), statSync(path).ino, existsSync(draft)]).toEqual(['whole', ino, false]);
  });

  test('a name that is taken stays with its file', () => {
    const { draft, path } = files();
    writeFileSync(path, 'earlier');
    expect(() => placeNew(draft, path, link)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    expect([readFileSync(path, 'utf8'), existsSync(draft)]).toEqual(['earlier', true]);
  });

  test('without a draft, nothing is left under the name', () => {
    const { draft, path } = files();
    rmSync(draft);
    expect(() => placeNew(draft, path, link)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(existsSync(path)).toBe(false);
  });
});

test('any other error is passed on, and nothing is placed', () => {
  const folder = scratch();
  writeFileSync(join(folder, 'draft'), 'whole');
  const place = () => placeNew(join(folder, 'draft'), join(folder, 'placed'), refusing('EIO'));
  expect(place).toThrow(expect.objectContaining({ code: 'EIO' }));
  expect(existsSync(join(folder, 'placed'))).toBe(false);
});
