/** The built command in a process of its own, in a home of its own, with only the test's configuration. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { scratch } from './scratch.ts';

/** What is run. */
export const bin = fileURLToPath(new URL('../../bin/artoo.cjs', import.meta.url));

export type Home = { readonly home: string; readonly cwd: string; readonly data: string };

/** A home with a project in it; `config` is what the person has configured. */
export function newHome(config?: string): Home {
  const at = homeIn(scratch());
  for (const folder of [at.cwd, at.data]) mkdirSync(folder);
  if (config !== undefined) writeFileSync(join(at.data, 'config.yaml'), config);
  return at;
}

/** The places in a home. */
export const homeIn = (home: string): Home => ({ home, cwd: join(home, 'project'), data: join(home, '.artoo') });

export type Running = {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
};
export type Ended = { readonly out: string; readonly err: string; readonly code: number | NodeJS.Signals };

export type StartOptions = {
  readonly at: Home;
  readonly env?: Readonly<Record<string, string>>;
  /** The piped input; by default, there is none. */
  readonly input?: string | Buffer | 'open';
};

export function startArtoo(args: readonly string[], { at: { home, cwd }, env = {}, input }: StartOptions): Running {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: home, NODE_COMPILE_CACHE: inject('compileCache'), ...env },
    stdio: 'pipe',
  });
  if (input === undefined) child.stdin.end();
  if (input !== undefined && input !== 'open') child.stdin.on('error', () => {}).end(input); // it may not read its input
  const ended = Promise.all([text(child.stdout).catch(() => ''), text(child.stderr), once(child, 'close')]).then(
    ([out, err, [code, signal]]) => ({
      out,
      err,
      code: signal ?? code,
    }),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { process: child, ended };
}

/** The built command, run to its end in a process of its own: for tests about processes, signals or the build. */
export const artoo = (args: readonly string[], options: StartOptions): Promise<Ended> => startArtoo(args, options).ended;
