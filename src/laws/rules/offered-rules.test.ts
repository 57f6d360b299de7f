import { expect, test } from 'vitest';
import { isOffered } from './offered-rules.ts';

const changed = { path: '/home/me/a.txt', change: 'changed' } as const;
const edit = { tool: 'write_file', action: 'write a.txt', rule: 'write(./a.txt)', effects: [changed], more: 0, cwd: '/home/me' } as const;

test.each<[string, string, Parameters<typeof isOffered>[1], boolean]>([
  ['its own', 'write(./a.txt)', edit, true],
  ['its own, for a command', 'shell(rm a.txt)', { ...edit, tool: 'shell', action: 'rm a.txt', rule: 'shell(rm a.txt)' }, true],
  ['a wider one that it claims to offer', 'write(/**)', { ...edit, rule: 'write(/**)' }, false],
  ['a wider one, for a command', 'shell(rm*)', { ...edit, tool: 'shell', action: 'rm a.txt', rule: 'shell(rm*)' }, false],
  ['one for commands, for an edit', 'shell(rm a.txt)', { ...edit, rule: 'shell(rm a.txt)' }, false],
  ['the one of its folder', 'folder(~/.cache/pip)', { ...edit, tool: 'shell', rule: null, folder: 'folder(~/.cache/pip)' }, true],
  ['another in place of that of its folder', 'shell(*)', { ...edit, tool: 'shell', rule: null, folder: 'shell(*)' }, false],
  ['all edits, for an edit', 'write(./**)', edit, true],
  ['all edits, for a command', 'write(./**)', { ...edit, tool: 'shell' }, false],
  ['all edits, for a deletion', 'write(./**)', { ...edit, effects: [{ ...changed, change: 'deleted' }] }, false],
  ['all edits, for one elsewhere', 'write(./**)', { ...edit, effects: [{ ...changed, path: '/home/meg/a.txt' }] }, false],
  ['all edits, where not every effect is listed', 'write(./**)', { ...edit, more: 1 }, false],
  ['all edits, where no rule may allow it', 'write(./**)', { ...edit, rule: null }, false],
  ['another', 'write(/**)', edit, false],
  ['any, for a caution', 'write(./a.txt)', { ...edit, caution: true }, false],
])('of the rules that a question offers: %s', (_, rule, asked, offered) => {
  expect(isOffered(rule, asked)).toBe(offered);
});
