import { lstatSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errnoOf } from '../contracts/errno.ts';
import { failedBy } from './failed-by.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: what the system says`), { code, errno: -1, syscall: 'open' });

describe('a system error becomes a failure of its class', () => {
  test.each([
    ['ENOENT', 'not_found'],
    ['ENOTDIR', 'not_found'],
    ['EACCES', 'permission'],
    ['EPERM', 'permission'],
    ['EROFS', 'permission'],
    ['EEXIST', 'exists'],
    ['ETIMEDOUT', 'timeout'],
    ['EISDIR', 'invalid_input'],
    ['ELOOP', 'invalid_input'],
    ['ENAMETOOLONG', 'invalid_input'],
    ['ENOSPC', 'failed'],
    ['EIO', 'failed'],
  ])('%s: %s', (code, errorClass) => {
    expect(failedBy(systemError(code), 'cannot')).toMatchObject({ ok: false, error: { class: errorClass } });
  });

  test.each([
    ['/nowhere/at/all', 'not_found'],
    ['/etc/passwd/x', 'not_found'],
    ['a\0b', 'invalid_input'],
    ['x'.repeat(5_000), 'invalid_input'],
  ])('as the system throws it for %j', (path, errorClass) => {
    expect(failure(() => lstatSync(path))).toMatchObject({ ok: false, error: { class: errorClass } });
  });
});

test.each([
  ['an error without a code', new Error('no')],
  ['an abort', new DOMException('aborted', 'AbortError')],
  ["Node's abort", Object.assign(new Error('aborted'), { name: 'AbortError', code: 'ABORT_ERR' })],
  ['a text', 'ENOENT'],
  ['nothing', undefined],
])('%s is thrown on', (_, thrown) => {
  expect(errnoOf(thrown)).toBeUndefined();
  expect(caught(() => failedBy(thrown, 'cannot'))).toBe(thrown);
});

const failure = (act: () => unknown) => failedBy(caught(act), 'cannot');

function caught(act: () => unknown): unknown {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
  return expect.unreachable();
}
