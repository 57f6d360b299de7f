/** Which runner each role of a team has: the built-in one, or a program, which is fenced unless the person says otherwise. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TeamRole } from '../../team/board/ids.ts';
import { createCliRunner } from '../../team/runners/cli.ts';
import { findProgram } from '../../team/runners/find-program.ts';
import { builtIn, type ProgramRunner, runnerNamed } from '../../team/runners/known.ts';
import type { Runner } from '../../team/runners/runner.ts';
import { runUnfenced } from '../../team/runners/start-program.ts';
import { thisHost } from '../../team/supervisor/surroundings.ts';
import type { Outside } from '../../tools/network/outside.ts';
import { scrubbed } from '../../tools/running/environment.ts';
import { callOnce } from '../call-once.ts';
import { ownPackage } from '../own-package.ts';
import { containmentIn } from '../wiring/assemble-tools.ts';
import { createFencedRun, whyNoFence } from './run-fenced.ts';

/** What the person chose. */
export type RunnerChoice = {
  /** Runners by role, in order of preference; `built-in` if none is named. */
  readonly names?: Partial<Readonly<Record<TeamRole, readonly string[]>>>;
  /** The programs in the person's own configuration. */
  readonly own?: Readonly<Record<string, ProgramRunner>>;
  readonly isUnfenced?: boolean;
  /** How to reach other machines; by default over this machine's network. */
  readonly outside?: Outside;
};

export type ChooseRunnersOptions = RunnerChoice & {
  readonly root: string;
  readonly data: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The built-in runner is only named here: it needs a model, so it is made where the model is known. */
export type ChosenRunners = Partial<Readonly<Record<TeamRole, readonly (Runner | typeof builtIn)[]>>>;

/** Throws `usage` for an unknown runner, `runner_missing` for one that is not installed, `containment_failed` if it cannot be fenced. */
export async function chooseRunners(options: ChooseRunnersOptions): Promise<ChosenRunners> {
  const { root, data, env, names = {}, own = {}, isUnfenced = false, outside } = options;
  const containment = callOnce(() => containmentIn(env, data, new AbortController().signal));
  const known = new Map<string, Runner>();
  const chosen: Partial<Record<TeamRole, (Runner | typeof builtIn)[]>> = {};
  // these are the keys of the record
  for (const [role, wanted] of Object.entries(names) as readonly (readonly [TeamRole, readonly string[]])[]) {
    const own: (Runner | typeof builtIn)[] = [];
    for (const name of new Set(wanted)) own.push(await named(name));
    chosen[role] = own;
  }
  return chosen;

  async function named(name: string): Promise<Runner | typeof builtIn> {
    const program = runnerNamed(name, own);
    if (program === builtIn) return builtIn;
    if ('unknown' in program) throw new ArtooError('usage', `there is no runner ${name.slice(0, 40)}; ${program.unknown}`);
    const runner = known.get(name) ?? (await runnerOf(name, program));
    known.set(name, runner);
    return runner;
  }

  async function runnerOf(name: string, program: ProgramRunner): Promise<Runner> {
    const [word = '', ...rest] = program.command;
    const found = findProgram(word, env.PATH ?? '', root);
    if (!found) throw new ArtooError('runner_missing', `${name} needs the program ${word}, which is not on your PATH`);
    if (!isUnfenced) {
      const { fence, detail } = await containment();
      if (!fence) throw new ArtooError('containment_failed', whyNoFence(detail));
    }
    const places = [root, found.place, dirname(found.path), ownPackage, dirname(dirname(process.execPath))];
    const home = homeIn(env);
    return createCliRunner({
      ...{ name, root, host: thisHost(), env: scrubbed(env), variables: env, artoo: placeArtoo(root) },
      program: { ...program, command: [found.path, ...rest] },
      runProgram: isUnfenced ? runUnfenced : createFencedRun({ program, containment, home, places, ...(outside && { outside }) }),
    });
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Writes a program into `.liza` that starts this same version of artoo on this same Node: letters are sent with it. */
function placeArtoo(root: string): string {
  const path = join(root, '.liza', 'artoo');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(join(ownPackage, 'bin/artoo.cjs'))} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}
