import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { originName, repositoryIdentity } from './repository-identity.ts';

const id = 'a'.repeat(40);

describe('a repository', () => {
  test.each([
    ['its origin and its first commit', { origin: 'https://host/team/app', firstCommit: id }, `host/team/app#${id}`],
    ['its origin, where its beginning is not known', { origin: 'https://host/team/app' }, 'host/team/app'],
    ['its first commit, where it has no origin', { firstCommit: id }, `commit:${id}`],
    ['its first commit, where its origin is a folder', { origin: '/work/app', firstCommit: id }, `commit:${id}`],
    ['nothing, where it has neither', {}, undefined],
    ['nothing, where its origin is empty', { origin: '' }, undefined],
  ])('is known by %s', (_, facts, expected) => {
    expect(repositoryIdentity(facts)).toBe(expected);
  });
});

describe('an origin', () => {
  test.each([
    'https://github.com/team/app.git',
    'https://github.com/team/app',
    'https://GitHub.com/team/app.git/',
    'https://github.com:443/team/app',
    'http://github.com/team/app',
    'https://ada@github.com/team/app',
    'https://ada:s3cret-token@github.com/team/app.git',
    'git@github.com:team/app.git',
    'git@github.com:/team/app.git',
    'ssh://git@github.com/team/app.git',
    'ssh://git@GITHUB.com:22/team/app',
    'git+ssh://git@github.com/team/app',
    'git://github.com/team/app',
    'github.com:team/app',
  ])('has one name, however it is written: %s', (origin) => {
    expect(originName(origin)).toBe('github.com/team/app');
  });

  test.each([
    ['another port', 'https://host:8443/app', 'host:8443/app'],
    ['the home of another user', 'ada@host:app.git', 'ada@host/app'],
    ['the home of another user, in a URL', 'ssh://ada:pw@host/app', 'ada@host/app'],
    ['an address', 'ssh://git@[::1]/app', '[::1]/app'],
  ])('keeps what distinguishes it from others: %s', (_, origin, expected) => {
    expect(originName(origin)).toBe(expected);
  });

  test.each([
    ...[
      '',
      '/work/app',
      './app',
      '../app',
      'app',
      'file:///work/app',
      'C:/work/app',
      'C:\\work\\app',
      'https://',
      'https://host',
      'https://host/.git',
    ],
    ...[
      'ext::sh -c evil',
      'ext::evil',
      'host:',
      ':path',
      'https://host/?p=app',
      'https://host/app#x',
      'host:a b',
      'host:a\nb',
      `host:app#${id}`,
    ],
    `https://host/${'x'.repeat(2_000)}`,
  ])('that is not a plain address has no name: %j', (origin) => {
    expect(originName(origin)).toBeUndefined();
  });
});

test('whatever is configured, the name is one bounded line that no folder and no commit has', () => {
  const start = fc.constantFrom('', 'git@', 'https://', 'ssh://ada@', 'commit', '/', 'https://host/', 'host:');
  const url = fc
    .tuple(start, fc.string({ unit: anyCharacter }), fc.constantFrom('', ':', '/', ':/', '://'), fc.string())
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(url, (origin) => {
      const name = originName(origin);
      if (name === undefined) return;
      expect(name).not.toMatch(/^\/|^commit:[^/]*$|[\s\p{Cc}#]/u);
      expect(name.length).toBeLessThan(4_096);
    }),
  );
});
