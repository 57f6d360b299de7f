import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithin } from '../../../laws/places/posix-path.ts';
import { type CloneProfile, cloneProfile } from './clone-profile.ts';

const folder = (path: string) => ({ path, isFolder: true });
const file = (path: string) => ({ path, isFolder: false });

const given: CloneProfile = {
  shown: [folder('/usr'), folder('/System'), folder('/Users/a'), file('/srv/notes.txt')],
  closed: [
    folder('/Users/a/.ssh'),
    file('/Users/a/project/.env'),
    folder('/private/var/tmp/artoo-501'),
    file('/private/var/tmp/artoo-501/1/clone-0/.env'),
  ],
  writable: ['/private/var/tmp/artoo-501/1/clone-0', '/private/var/tmp/artoo-501/1/tmp'],
};
const clone = '/private/var/tmp/artoo-501/1/clone-0';

type Expression = string | { readonly quoted: string } | readonly Expression[];

/** Parses a profile: lists, words, and strings with escapes. */
function parsed(text: string): readonly Expression[] {
  const tokens = [...text.matchAll(/\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))/gsy)];
  expect(tokens.map(([all]) => all).join('')).toBe(text.trimEnd());
  const stack: Expression[][] = [[]];
  for (const [, bracket, quoted, word] of tokens) {
    if (bracket === '(') stack.push([]);
    else if (bracket === ')') {
      const done = stack.pop() ?? [];
      stack.at(-1)?.push(done);
    } else
      stack
        .at(-1)
        ?.push(
          quoted === undefined
            ? (word ?? '')
            : { quoted: quoted.replaceAll(/\\(.)/gs, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter] ?? letter) },
        );
  }
  expect(stack).toHaveLength(1);
  return stack[0] ?? [];
}

/** The decision of the last rule that matches. */
function verdict(profile: string, operation: string, on: string): string {
  let last = 'deny';
  for (const expression of parsed(profile)) {
    const [action, ...rest] = expression as readonly Expression[];
    if (action !== 'allow' && action !== 'deny') continue;
    const operations = rest.filter((part) => typeof part === 'string');
    const filters = rest.filter((part) => Array.isArray(part));
    const isMeant = operations.some(
      (name) => name === 'default' || name === operation || (name.endsWith('*') && operation.startsWith(name.slice(0, -1))),
    );
    if (isMeant && (filters.length === 0 || filters.some((filter) => matches(filter, on)))) last = action;
  }
  return last;
}

function matches([kind, value]: readonly Expression[], on: string): boolean {
  if (kind === 'target') return on === value;
  const { quoted } = value as { readonly quoted: string };
  return kind === 'subpath' ? isWithin(quoted, on) : quoted === on;
}

describe('what a profile says', () => {
  test.each<[operation: string, on: string, says: 'allow' | 'deny']>([
    ['file-read-data', '/usr/bin/git', 'allow'],
    ['process-exec', '/usr/bin/git', 'allow'],
    ['file-read-data', '/Users/a/notes', 'allow'],
    ['file-read-data', '/srv/notes.txt', 'allow'],
    ['file-read-data', '/srv/notes.txt/below', 'deny'],
    ['file-read-data', '/srv/other', 'deny'],
    ['file-read-data', '/Users/b/notes', 'deny'],
    ['file-read-data', '/Users/a/.ssh', 'deny'],
    ['file-read-data', '/Users/a/.ssh/id', 'deny'],
    ['file-read-data', '/Users/a/.sshx', 'allow'],
    ['file-read-metadata', '/Users/a/.ssh', 'allow'],
    ['process-exec', '/Users/a/.ssh/run', 'deny'],
    ['file-read-data', '/Users/a/project/.env', 'deny'],
    ['file-read-data', `${clone}/.env`, 'deny'],
    ['file-write-data', `${clone}/.env`, 'deny'],
    ['file-read-data', `${clone}/a.txt`, 'allow'],
    ['file-write-create', `${clone}/new`, 'allow'],
    ['file-write-data', '/private/var/tmp/artoo-501/1/tmp/x', 'allow'],
    ['file-read-data', '/private/var/tmp/artoo-501/2/clone-0/x', 'deny'],
    ['file-write-data', '/private/var/tmp/artoo-501/1/profile', 'deny'],
    ['file-write-data', '/Users/a/project/a.txt', 'deny'],
    ['file-write-mode', '/Users/a/project/a.txt', 'deny'],
    ['file-read-data', '/System/Library/x', 'allow'],
    ['file-read-data', '/System/Volumes/Data/Users/a/.ssh/id', 'deny'],
    ['file-link', `${clone}/a.txt`, 'deny'],
    ['signal', 'same-sandbox', 'allow'],
    ['signal', 'others', 'deny'],
    ['network-outbound', '', 'deny'],
    ['appleevent-send', '', 'deny'],
    ['mach-lookup', 'com.apple.SecurityServer', 'deny'],
    ['mach-lookup', 'com.apple.pasteboard.1', 'deny'],
    ['mach-lookup', 'com.apple.trustd', 'deny'],
    ['mach-lookup', 'com.example.anything', 'deny'],
    ['iokit-open', '', 'deny'],
  ])('%s of %s: %s', (operation, on, says) => {
    expect(verdict(cloneProfile(given), operation, on)).toBe(says);
  });

  test('where nothing is shown or writable, there is no rule that holds for everything', () => {
    const profile = cloneProfile({ shown: [], closed: [], writable: [] });
    expect(verdict(profile, 'file-read-data', '/Users/a/x')).toBe('deny');
    expect(verdict(profile, 'file-write-data', '/Users/a/x')).toBe('deny');
  });
});

describe('hostile names', () => {
  const plain = cloneProfile({ ...given, shown: [folder('/Users/a')] });

  test.each([
    '/Users/a/quote"x',
    '/Users/a/back\\slash',
    '/Users/a/end\\',
    '/Users/a/end\\"',
    '/Users/a/")) (allow default) ((subpath "/',
    '/Users/a/new\nline',
    '/Users/a/tab\tand\rreturn',
    '/Users/a/; comment',
    '/Users/a/#|block|#',
    '/Users/a/#"regex"',
    '/Users/a/ünïcödé 🦊',
    '/Users/a/$(x)`y`',
    "/Users/a/it's",
  ])('%j is a name and nothing else', (path) => {
    const profile = cloneProfile({ ...given, shown: [folder('/Users/a')], closed: [...given.closed, folder(path)] });
    expect(parsed(profile)).toHaveLength(parsed(plain).length);
    expect(verdict(profile, 'file-read-data', `${path}/x`)).toBe('deny');
    expect(verdict(profile, 'file-read-data', '/Users/a/beside')).toBe('allow');
    expect(verdict(profile, 'file-write-data', '/Users/a/beside')).toBe('deny');
  });

  test.each(['/Users/a/\u0000', '/Users/a/\u001b[2J', '/Users/a/\u007f', '/Users/a/\ud800', '/Users/a/\ufffd'])(
    '%j cannot be named: nothing is run',
    (path) => {
      expect(() => cloneProfile({ ...given, closed: [folder(path)] })).toThrow(expect.objectContaining({ code: 'containment_failed' }));
    },
  );

  test('whatever its name, a closed place is closed and nothing else changes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', '(', ')', '\n', ';', ' ', '#', '|', 'a', "'"), minLength: 1, maxLength: 20 }),
        (name) => {
          const path = `/Users/a/${name}`;
          const profile = cloneProfile({ ...given, shown: [folder('/Users/a')], closed: [...given.closed, folder(path)] });
          expect(parsed(profile)).toHaveLength(parsed(plain).length);
          expect(verdict(profile, 'file-read-data', path)).toBe('deny');
          expect(verdict(profile, 'network-outbound', '')).toBe('deny');
        },
      ),
    );
  });
});
