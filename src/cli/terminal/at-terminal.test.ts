import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { settingsFor } from '../../../test/support/settings.ts';
import { atTerminal } from './at-terminal.ts';

test('nothing is drawn while an editor is open', async () => {
  const folder = scratch();
  const held = join(folder, 'held');
  const never = new AbortController().signal;
  const questions = atTerminal(
    { input: process.stdin, fd: 0, [Symbol.dispose]() {} },
    {
      print() {},
      note() {},
      show() {},
      hold() {
        writeFileSync(held, '');
        return { [Symbol.dispose]: () => rmSync(held) };
      },
      env: { PATH: process.env.PATH, EDITOR: `test -e ${held} && sed -i s/rm/ls/` },
      cwd: folder,
      cancel: never,
      terminate: never,
    },
    settingsFor({ data: folder, workspace: folder }),
    never,
  );
  expect(await questions.editCommand('rm a')).toBe('ls a');
  expect(existsSync(held)).toBe(false);
});
