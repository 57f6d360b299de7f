/** The runner for agents that are separate programs: a turn is one run of the program, which communicates by letters in its outbox. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { asArtooError } from '../../contracts/errors.ts';
import { removeTree } from '../../tools/containment/remove-tree.ts';
import { openOutbox } from '../letters/outbox.ts';
import { lettersByCommand } from '../prompts/letters-by-command.ts';
import { attendOutbox } from './attend-outbox.ts';
import { handOver, watchContext } from './hand-over.ts';
import { commandOf, type ProgramRunner } from './known.ts';
import { endProgram, noteProgram, runMark } from './left-programs.ts';
import { createUsageReader } from './read-usage.ts';
import type { Runner, Turn, TurnEnd } from './runner.ts';
import type { ProgramEnd, RunProgram } from './start-program.ts';
import { openTurnFiles } from './turn-files.ts';

export type CliRunnerOptions = {
  readonly name: string;
  readonly program: ProgramRunner;
  /** The repository. */
  readonly root: string;
  readonly host: string;
  /** Starts the program, fenced or not. */
  readonly runProgram: RunProgram;
  /** The environment of every program: PATH, HOME and the like. */
  readonly env: Readonly<Record<string, string>>;
  /** The variables of this process; the program gets those of them that it is known to need. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** A program that runs this version of artoo, for sending letters. */
  readonly artoo: string;
  readonly now?: () => Date;
  /** How long a program may continue after the letter that ended its turn, and after all agents have been told to wait. */
  readonly lingerMs?: number;
  readonly graceMs?: number;
};

/** The exit code of a program that asks to begin again with a fresh context. */
const againExit = 42;
/** How long to wait, once the turn has to stop, for a letter that is being answered. */
const stopMs = 5_000;

export function createCliRunner(options: CliRunnerOptions): Runner {
  const { name, program, root, host, runProgram, artoo, now = () => new Date(), lingerMs = 60_000, graceMs = 60_000 } = options;
  const windows = new Map<string, number>();

  async function run(turn: Turn, post: Parameters<Runner['run']>[1], signal: AbortSignal): Promise<TurnEnd> {
    if (signal.aborted) return ended('stopped', 'it continues later');
    await removeTree(outboxAt(root, turn.agent)); // removes what an earlier turn left
    const outbox = openOutbox(root, turn.agent);
    using files = openTurnFiles(root, turn.agent, `${turn.prompt}\n\n${lettersByCommand(turn.role)}\n`, now());
    const stop = new AbortController();
    let linger: NodeJS.Timeout | undefined;
    const stopAfter = (ms: number): void => {
      clearTimeout(linger);
      linger = setTimeout(() => stop.abort(), ms);
      linger.unref();
    };
    const letters = attendOutbox({ root, outbox, turn, post }, (came) => stopAfter(came === 'lost' ? 0 : lingerMs));
    const context = watchContext(() => stopAfter(lingerMs)); // the program was told to hand over on its own
    const usage = createUsageReader(program.reports, windows, (used) => context.note(used?.contextPercent));
    try {
      const end = await runProgram(
        {
          argv: commandOf(program, `Read ${files.prompt} and follow it.`),
          cwd: turn.folder,
          env: environmentOf(turn, outbox),
          writable: [...(turn.role === 'planner' ? [] : [turn.folder]), outbox],
          shown: [files.prompt],
        },
        {
          timeoutMs: turn.maxMinutes * 60_000,
          signal: AbortSignal.any([signal, stop.signal]),
          onOutput(text, stream) {
            files.print(text);
            if (stream === 'stdout') usage.take(text); // a warning may come in the middle of a report
          },
          onStarted: (pid) => noteProgram(root, turn.agent, { pid, host, run: turn.run }),
        },
      ).catch((error: unknown): ProgramEnd => ({ exit: null, killedBy: asArtooError(error, 'handler_failed').message }));
      const closed = letters.close();
      await (signal.aborted ? Promise.race([closed.catch(() => {}), delay(stopMs)]) : closed);
      const isFull = context.isFull() && !signal.aborted;
      const came = letters.came() ?? (isFull ? await handOver(turn, post, context.percent()) : undefined);
      const ended = endOf(turn, program, end, { came, isFull, isStopped: signal.aborted, output: files.output });
      const used = usage.used();
      return used ? { ...ended, used } : ended;
    } finally {
      clearTimeout(linger);
      endProgram(root, turn.agent, turn.run);
      if (!signal.aborted) await removeTree(outbox);
    }
  }

  const environmentOf = ({ run: id, agent, role, task, fencing }: Turn, outbox: string): Readonly<Record<string, string>> => ({
    ...options.env,
    ...Object.fromEntries(
      program.variables.flatMap((variable) => (options.variables[variable] ? [[variable, options.variables[variable]]] : [])),
    ),
    ...program.env,
    ...{ LIZA_AGENT_ID: agent, LIZA_ROLE: role, LIZA_TASK: task ?? '', LIZA_FENCING: String(fencing), LIZA_OUTBOX: outbox },
    ...{ ARTOO: artoo, [runMark]: id },
  });

  return { name, graceMs, run, async [Symbol.asyncDispose]() {} };
}

const outboxAt = (root: string, agent: string): string => join(root, '.liza', 'outbox', agent);

const ended = (end: TurnEnd['end'], detail: string): TurnEnd => ({ end, detail });

type Circumstances = {
  readonly came: 'done' | 'lost' | undefined;
  readonly isFull: boolean;
  readonly isStopped: boolean;
  readonly output: string;
};

/** How the turn ended; a letter counts for more than an exit code. */
function endOf(
  { maxMinutes }: Turn,
  { owns42 }: ProgramRunner,
  { exit, killedBy }: ProgramEnd,
  { came, isFull, isStopped, output }: Circumstances,
): TurnEnd {
  if (came === 'done') return ended('done', 'a letter ended it');
  if (came === 'lost') return ended('lost', 'its claim has ended');
  if (isStopped) return ended('stopped', 'it continues later');
  if (isFull) return ended('again', 'its context is used up: the turn begins again with a fresh context');
  if (exit === againExit && !owns42) return ended('again', 'the turn begins again with a fresh context');
  const how =
    killedBy === 'timeout'
      ? `the program did not end within ${maxMinutes} minutes`
      : exit === 0
        ? 'the program ended without a letter'
        : killedBy === null
          ? `the program exited with ${exit ?? 'a signal'}`
          : `the program was stopped: ${killedBy}`;
  return ended('failed', `${how}; what it printed is in ${output}`);
}
