import { expect, test } from 'vitest';
import type { Entry } from '../../tools/changes/change.ts';
import { isPath, whyNoEntry } from './possible-entry.ts';

const owner = { uid: 1_000, gid: 1_000 };
const hash = 'a'.repeat(64);
const file = (more: Partial<Extract<Entry, { kind: 'file' }>> = {}): Entry => ({
  ...{ kind: 'file', mode: 0o644, ...owner, size: 1, mtime_ms: 1, hash },
  ...more,
});
const link = (target: string, bytes?: Buffer): Entry => ({
  ...{ kind: 'link', target, ...owner },
  ...(bytes && { target_base64: bytes.toString('base64') }),
});
const attribute = (name: string, value = 'eA=='): Entry => file({ attributes: { [name]: value } });
const noText = Buffer.from([0x61, 0xff]);

test.each(['/', '/a', '/a/.git/hooks/pre-commit', '/a b\n/\u001b[2J', `/${'x'.repeat(255)}`, '/\u{1f600}'])('%j is a path', (path) => {
  expect(isPath(path)).toBe(true);
});

test.each(['', 'a', '/a/', '//a', '/a//b', '/./a', '/a/..', '/a\0', '/a\ud800', `/${'x'.repeat(256)}`, `/${'x/'.repeat(2_100)}y`])(
  '%j is not a path',
  (path) => {
    expect(isPath(path)).toBe(false);
  },
);

test.each<readonly [string, Entry | null]>([
  ['nothing', null],
  ['a file', file()],
  ['a file whose mode alone changed', file({ mode: 0o755 })],
  ['another content of another size', file({ hash: 'b'.repeat(64), size: 2 })],
  ['a link', link('../elsewhere')],
  ['a link whose target is not text', link(noText.toString(), noText)],
  ['attributes of programs', attribute('user.comment')],
  ['an access list', attribute('system.posix_acl_access')],
])('a command can leave %s', (_, after) => {
  expect(whyNoEntry(after, file())).toBeUndefined();
});

test.each<readonly [string, Entry]>([
  ['a time that does not exist', file({ mtime_ms: 1e300 })],
  ['a hash that names other subjects', file({ hash: 'a.*.>' })],
  ['a new size of the same content', file({ size: 9 })],
  ['a link that shows another target than it has', link('./notes.txt', Buffer.from('/etc/shadow'))],
  ['a link whose bytes are text', link('a', Buffer.from('a'))],
  ['a link to nothing', link('')],
  ['a link with a zero byte', link('a\0b')],
  ['a link that is too long', link('x'.repeat(5_000))],
  ['capabilities', attribute('security.capability')],
  ['what an overlay reads', attribute('user.overlay.opaque')],
  ['an attribute with a zero byte in its name', attribute('user.a\0b')],
  ['an attribute that is not in base64', attribute('user.a', '!')],
  ['more attributes than fit', attribute('user.a', 'eHh4'.repeat(30_000))],
])('but not %s', (_, after) => {
  expect(whyNoEntry(after, file())).toBeDefined();
});
