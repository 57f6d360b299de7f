import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { tryOut } from './try.ts';

const { signal } = new AbortController();

test('nobody takes up a command that was tried: no mark of it is left', async () => {
  const home = scratch();
  const [data, cwd] = [join(home, 'data'), join(home, 'project')];
  mkdirSync(cwd);
  const marks = join(data, 'begun');
  const line = 'curl -sS http://127.0.0.1:1/';
  const out: string[] = [];
  const terminal = {
    print: (text: string) => void out.push(text),
    note: () => {},
    env: { ...process.env, HOME: home },
    cwd,
    cancel: signal,
    terminate: signal,
  };
  await tryOut.run(['--auto', '--json', '--data', data, '--allow', `shell(${line})`, '--', line], terminal);
  expect(JSON.parse(out.join(''))).toMatchObject({ exit_code: 7, refused: false }); // it ran, and found nobody there
  expect(readdirSync(marks)).toEqual([]);
});
