/** Runs artoo at a terminal of its own, with a person who types. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { inject, onTestFinished } from 'vitest';
import type { Home } from './command.ts';

const bin = fileURLToPath(new URL('../../bin/artoo.cjs', import.meta.url));

/** Starts artoo on a terminal of its own, 80 columns wide (made by `script`). */
export function atTerminal(args: readonly string[], { home, cwd }: Home, env: Readonly<Record<string, string>> = {}) {
  const command = ['stty cols 80;', 'exec', process.execPath, bin, ...args]
    .map((word, at) => (at < 2 ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: home, TERM: 'xterm', SHELL: '/bin/sh', NODE_COMPILE_CACHE: inject('compileCache'), ...env },
    stdio: 'pipe',
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    type: (text: string) => void child.stdin.write(text),
    screen: () => stripVTControlCharacters(shown).replaceAll('\r', ''),
    /** Everything that was written to the terminal. */
    written: () => shown,
    ended,
    /** Closes the terminal, like closing its window. */
    hangUp: () => void child.kill('SIGKILL'),
    async shows(text: string, times = 1): Promise<void> {
      const over = ended.then((code) => Promise.reject(new Error(`it ended with ${code} without "${text}":\n${shown}`)));
      while (stripVTControlCharacters(shown).split(text).length <= times) await Promise.race([once(child.stdout, 'data'), over]);
      over.catch(() => {}); // the text was shown: how artoo ends does not matter here
    },
  };
}
