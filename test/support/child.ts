/** A real process, started from a TypeScript file in test/support/children. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';

export type Child = {
  readonly process: ChildProcess;
  /** Everything that it has printed, line by line. */
  readonly lines: readonly string[];
  /** The first line that starts with `text`, once it is printed. Rejects when the process ends without it. */
  line(text: string): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
};

type ChildOptions = {
  readonly fileLimitKiB?: number;
  /** A module of test/support that is loaded before it. */
  readonly before?: string;
  readonly env?: Readonly<Record<string, string>>;
};

export async function startChild(file: string, args: readonly string[], options: ChildOptions = {}): Promise<Child> {
  const { fileLimitKiB, before, env } = options;
  const loaded = before === undefined ? [] : ['--import', fileURLToPath(new URL(before, import.meta.url))];
  const script = fileURLToPath(new URL(`children/${file}`, import.meta.url));
  const limit = fileLimitKiB === undefined ? '' : `ulimit -f ${fileLimitKiB};`;
  const child = spawn('bash', ['-c', `${limit} exec "$@"`, 'bash', process.execPath, ...loaded, script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: inject('compileCache'), ...env },
  });
  const lines: string[] = [];
  const errors: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  child.stderr.setEncoding('utf8').on('data', (text) => errors.push(text));
  const ended = once(child, 'close').then(([code, signal]) => signal ?? code);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    process: child,
    lines,
    ended,
    async line(text) {
      const found = () => lines.find((line) => line.startsWith(text));
      const over = ended.then(
        (how) => found() ?? Promise.reject(new Error(`${file} ended (${how}) without "${text}": ${lines.join('\n')}${errors.join('')}`)),
      );
      while (!found()) await Promise.race([once(reader, 'line'), over]);
      over.catch(() => {}); // it printed the line: how it ends does not matter here
      return found() ?? '';
    },
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
