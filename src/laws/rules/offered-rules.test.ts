import { expect, test } from 'vitest';
import { isOffered } from './offered-rules.ts';

const changed = { path: '/home/me/a.txt', change: 'changed' } as const;
const edit = { tool: 'write_file', rule: 'write(./a.txt)', effects: [changed], more: 0, cwd: '/home/me' } as const;

test.each<[string, string, Parameters<typeof isOffered>[1], boolean]>([
  ['its own', 'write(./a.txt)', edit, true],
  ['the one of its folder', 'shell(* in ./build)', { ...edit, tool: 'shell', rule: null, folder: 'shell(* in ./build)' }, true],
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
