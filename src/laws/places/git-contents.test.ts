import { describe, expect, test } from 'vitest';
import { idIn, idsIn, isHead, isLogEntries, isOnlyText, isPlainTodo, isRefName, lastLogged, namesLike } from './git-contents.ts';

const id = '0123456789abcdef0123456789abcdef01234567';
const other = 'f'.repeat(40);

test.each([
  [`${id}\n`, id],
  [`${'a'.repeat(64)}\n`, 'a'.repeat(64)],
  [id, undefined],
  [`${id}\n\n`, undefined],
  [`ref: refs/heads/x\n`, undefined],
  ['', undefined],
])('the id in %j', (text, expected) => {
  expect(idIn(text)).toBe(expected);
});

test.each<[string, readonly string[] | undefined]>([
  [`${id}\n`, [id]],
  ['', []],
  [`${id}\t\tbranch 'x' of ../other\n${other}\tnot-for-merge\ttag 'y'\n`, [id, other]],
  [`${id}`, undefined],
  [`${id}\nnoise\n`, undefined],
])('the ids in %j', (text, expected) => {
  expect(idsIn(text)).toEqual(expected);
});

test.each([
  ['A message\n', true],
  ['# comment', true],
  ['', true],
  [`${id}\n`, false],
  ['ref: refs/heads/x\n', false],
])('%j is only text: %s', (text, expected) => {
  expect(isOnlyText(text)).toBe(expected);
});

test.each([
  ['ref: refs/heads/main\n', true],
  ['ref: refs/heads/a/b-c\n', true],
  [`${id}\n`, true],
  ['ref: refs/tags/x\n', false],
  ['ref: refs/heads/../../x\n', false],
  ['ref: refs/heads/x', false],
  ['ref: refs/heads/a\nb\n', false],
])('%j is a head: %s', (text, expected) => {
  expect(isHead(text)).toBe(expected);
});

describe('a log', () => {
  const entry = `${id} ${other} A <a@example.org> 1700000000 +0100\tcommit: x\n`;
  test.each([
    ['', true],
    [entry, true],
    [entry + entry, true],
    [`${id} ${other} A B <> 1 -0000\n`, true],
    [entry.trimEnd(), false],
    ['noise\n', false],
    [`${entry}\n`, false],
  ])('%j holds entries: %s', (text, expected) => {
    expect(isLogEntries(text)).toBe(expected);
  });

  test('ends with an id', () => {
    expect([lastLogged(entry + entry), lastLogged('')]).toEqual([other, undefined]);
  });
});

test.each([
  [`pick ${id} x\n# comment\n\nfixup -C ${id}\nlabel onto\nupdate-ref refs/heads/x\n`, true],
  ['p 1\ns 2\nbreak\nnoop\n', true],
  ['exec make\n', false],
  ['x make\n', false],
  [`pick ${id}\n  exec make\n`, false],
  ['picks\n', false],
])('%j runs nothing: %s', (text, expected) => {
  expect(isPlainTodo(text)).toBe(expected);
});

test.each([
  ...['refs/heads/main', 'refs/heads/a/b', 'refs/tags/v1.0', 'refs/remotes/origin/x', 'refs/stash', 'refs/heads/ünï'].map(
    (name) => [name, true] as const,
  ),
  ...['refs/heads/-f', 'refs/heads/a..b', 'refs/heads/.x', 'refs/heads/a b', 'refs/heads/x.lock', 'refs/heads/HEAD', 'refs/heads/@'].map(
    (name) => [name, false] as const,
  ),
  ...['refs/heads/0123456', `refs/tags/${id}`, 'refs/heads/a@{b', 'refs/heads/a\n', 'refs/heads/a:b', 'refs/heads/a.'].map(
    (name) => [name, false] as const,
  ),
])('%s may be a ref: %s', (name, expected) => {
  expect(isRefName(name)).toBe(expected);
});

test('a tag could be taken for a branch of the same name', () => {
  expect(namesLike('refs/tags/x')).toEqual(expect.arrayContaining(['refs/heads/x', 'refs/remotes/x', 'refs/remotes/x/HEAD', 'refs/x']));
  expect(namesLike('refs/heads/origin/x')).toContain('refs/remotes/origin/x');
  expect(namesLike('refs/heads/x')).not.toContain('refs/heads/x');
});
