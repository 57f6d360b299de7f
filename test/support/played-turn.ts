/** Plays turns of an agent that is the fake program, without a board; another user can also run it, because it does not need the test runner. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFencedRun } from '../../src/app/team/run-fenced.ts';
import { containmentIn } from '../../src/app/wiring/assemble-tools.ts';
import { readLetter } from '../../src/team/letters/letter.ts';
import { type CliRunnerOptions, createCliRunner } from '../../src/team/runners/cli.ts';
import type { ProgramRunner } from '../../src/team/runners/known.ts';
import type { Post, Runner, Turn, TurnEnd } from '../../src/team/runners/runner.ts';
import { type RunProgram, runUnfenced } from '../../src/team/runners/start-program.ts';
import { receiptOf } from '../../src/team/supervisor/team.ts';

export type Played = { readonly runner: Runner; readonly root: string; readonly folder: string };

/** What the program does (its first argument), and how its runner is made; data, so that it can be sent to another process. */
export type Play = Partial<Pick<ProgramRunner, 'owns42' | 'reports'> & Pick<CliRunnerOptions, 'lingerMs'>> & {
  readonly behaviour: string;
  readonly isFenced: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly turn?: Partial<Turn>;
  /** Whether the agent's claim is lost. */
  readonly isStale?: boolean;
  /** The program is stopped once it has printed this; at once if this is empty. */
  readonly stopAt?: string;
};

export type Told = TurnEnd & {
  /** The kinds of the program's letters. */
  readonly said: readonly string[];
  readonly printed: string;
  readonly prompt: { readonly text: string; readonly mode: number } | null;
  /** Whether the next supervisor would search for its program. */
  readonly isNoted: boolean;
};

export const aTurn = ({ folder }: Pick<Played, 'folder'>, more: Partial<Turn> = {}): Turn => ({
  ...{ run: '20261118-100000-abcdef', agent: 'coder-1', role: 'coder', task: 't1', fencing: 3, folder, prompt: 'Greet.', maxMinutes: 1 },
  ...more,
});

/** Admits and records everything that has the form of a letter; a submit ends the turn. */
export function postIn(root: string, isStale = false): { readonly post: Post; readonly said: string[] } {
  const said: string[] = [];
  const post: Post = async (turn, { id, kind, body }) => {
    if (isStale) return { ok: false, code: 'stale', why: ['its claim went to coder-2'] };
    const read = readLetter({ id, kind, body, agent: turn.agent, fencing: turn.fencing });
    const isWrong = !read.ok || (read.letter.kind === 'submit' && read.letter.body.message === 'wrong');
    said.push(isWrong ? `refused ${kind}` : kind);
    if (isWrong) return { ok: false, code: 'refused', why: ['mend it'] };
    if (kind === 'submit') {
      mkdirSync(dirname(receiptOf(root, turn)), { recursive: true });
      writeFileSync(receiptOf(root, turn), '{}');
    }
    return { ok: true, ends: kind === 'submit' || kind === 'handoff' };
  };
  return { post, said };
}

/** A worktree in an empty folder. */
export function worktreeIn(root: string): string {
  const folder = join(root, '.worktrees/t1');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Plays one turn in an empty folder. */
export async function playTurn(place: string, { turn, isStale, stopAt, ...play }: Play): Promise<Told> {
  const agent = programIn(place, play);
  const { post, said } = postIn(agent.root, isStale);
  const stop = new AbortController();
  if (stopAt === '') stop.abort();
  const looking = stopAt && setInterval(() => printedIn(agent.root).includes(stopAt) && stop.abort(), 20);
  const ended = await agent.runner.run(aTurn(agent, turn), post, stop.signal).finally(() => clearInterval(looking || undefined));
  const printed = printedIn(agent.root);
  const path = /sentence Read (.*) and follow it\./.exec(printed)?.[1];
  const prompt = path === undefined ? null : { text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777 };
  return { ...ended, said, printed, prompt, isNoted: existsSync(join(agent.root, '.liza/locks/program-coder-1.json')) };
}

/** The fake program as an agent. */
export function programIn(
  place: string,
  { behaviour, isFenced, env = {}, reports, owns42, lingerMs }: Play,
  runProgram?: RunProgram,
): Played {
  const [root, data, home] = ['project', 'data', 'home'].map((name) => join(place, name)) as [string, string, string]; // three names, three folders
  for (const folder of [root, data, home]) mkdirSync(folder);
  const folder = worktreeIn(root);
  const path = join(root, 'fake-agent'); // the repository is visible to every program
  copyFileSync(new URL('fake-agent.sh', import.meta.url), path);
  chmodSync(path, 0o755);
  const program: ProgramRunner = {
    ...{ command: [path, behaviour, '{task}'], folders: [], settings: [], variables: ['KEY'], env: {}, hosts: [] },
    ...(reports && { reports }),
    ...(owns42 && { owns42 }),
  };
  const containment = () => containmentIn(process.env, data, new AbortController().signal);
  const fenced = () => createFencedRun({ program, containment, home, places: [root] });
  const runner = createCliRunner({
    ...{ name: 'fake', program, root, host: 'here', artoo: '/bin/false', env: { PATH: '/usr/bin:/bin', ...env } },
    variables: { KEY: 'mine\n of two lines', OTHER: 'not mine' },
    runProgram: runProgram ?? (isFenced ? fenced() : runUnfenced),
    ...(lingerMs !== undefined && { lingerMs }),
  });
  return { root, folder, runner };
}

/** Everything that its turns printed. */
export function printedIn(root: string): string {
  const kept = join(root, '.liza/agent-output');
  if (!existsSync(kept)) return '';
  return readdirSync(kept)
    .map((name) => readFileSync(join(kept, name), 'utf8'))
    .join('');
}
