/** `artoo "goal"`: one task from beginning to end. */
import { resolve } from 'node:path';
import { type Artoo, createArtoo, type RunningTask } from '../app/artoo.ts';
import { attach } from '../app/attach.ts';
import type { Flags, Given } from '../app/config-layers.ts';
import { homeIn } from '../app/folders.ts';
import { type Settled, settle } from '../app/settle.ts';
import { ArtooError } from '../contracts/errors.ts';
import { newTaskId } from '../contracts/ids.ts';
import { type Cassette, readCassette } from '../effects/cassette.ts';
import { createRecorder, type Recorder } from '../effects/record.ts';
import { mostOfGoal } from '../roles/head-and-tail.ts';
import { openChanges } from '../tools/changes/store.ts';
import { atTerminal } from './at-terminal.ts';
import { exits, type Terminal } from './command.ts';
import { existingFolder } from './existing-folder.ts';
import { exitOf } from './exit-code.ts';
import { taskFlags } from './flag-table.ts';
import { parseFlags } from './flags.ts';
import { flagHelp } from './help.ts';
import { questionsFor } from './questions.ts';
import { recoverFirst } from './recover.ts';
import { type Showing, showResult, showTask } from './show-task.ts';
import { type Input, readInput } from './stdin.ts';
import { findTty, type Tty } from './tty.ts';
import { createWaiting } from './view/waiting.ts';

export async function runGoal(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = args.slice(0, [...args, '--'].indexOf('--'));
  if (options.includes('--help') || options.includes('-h')) {
    terminal.print(`artoo [options] "goal in plain words"\n\n${flagHelp(taskFlags)}`);
    return exits.ok;
  }
  const { goal, patient, cwd, record, replay, flags } = read(args, terminal);
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const place = { cwd: await existingFolder(cwd), home: homeIn(terminal.env) };
  const settled = await settle({ flags, env: terminal.env, ...place, wantsModel: replay === undefined, signal });
  const cassette = replay === undefined ? undefined : await readCassette(replay);
  const input = await inputOf(terminal, patient, signal);
  using tty = findTty(terminal, input.data !== undefined);
  if (settled.options.review && !tty) throw new ArtooError('usage', '--plan shows the plan to a person, and nobody is at a terminal here');
  await recoverFirst(openChanges(settled.data), terminal, signal);
  using recorder = record === undefined ? undefined : createRecorder(record); // last of all: what is wrong before leaves no empty file
  signal.throwIfAborted();
  const how = flags.json ? 'json' : settled.quiet ? 'quiet' : 'progress';
  return await carryOut({ goal, cwd, how, settled, cassette, replay, recorder, input, tty }, terminal); // or what it uses would be let go of before it ends
}

/** What the arguments say. Files and folders count from where the person stands, not from where the task works. */
function read(args: readonly string[], terminal: Terminal) {
  const { flags, words } = parseFlags(args, taskFlags);
  const at = (path: Given | undefined) => (typeof path === 'string' ? resolve(terminal.cwd, path) : undefined);
  const folder = (path: Given | undefined) => (typeof path === 'string' && path.startsWith('~') ? path : at(path));
  const goal = words.filter((word) => word !== '-').join(' ');
  if (goal.trim() === '') throw new ArtooError('goal_empty', 'there is no goal');
  const settings: Flags = { ...flags, data: folder(flags.data), workspace: folder(flags.workspace) };
  return {
    goal,
    patient: words.includes('-'),
    cwd: at(flags.cwd) ?? terminal.cwd,
    record: at(flags.record),
    replay: at(flags.replay),
    flags: settings,
  };
}

type Errand = {
  readonly goal: string;
  readonly cwd: string;
  readonly how: Showing['how'];
  readonly settled: Settled;
  readonly cassette: Cassette | undefined;
  readonly replay: string | undefined;
  readonly recorder: Recorder | undefined;
  readonly input: Input;
  readonly tty: Tty | undefined;
};

/** Runs the task and shows it. The exit code. */
async function carryOut({ goal, cwd, how, settled, cassette, replay, recorder, input, tty }: Errand, terminal: Terminal): Promise<number> {
  const waiting = how === 'progress' ? createWaiting(terminal) : undefined;
  const showing: Showing = { how, home: cwd, asks: tty !== undefined, waiting };
  for (const note of [...settled.notes, ...tooLong(goal)]) terminal.note(`artoo: ${note}`);
  const task_id = newTaskId(new Date());
  const data = input.data && (await attach(input.data, settled.workspace, task_id));
  const model = cassette ?? settled.model;
  const over = new AbortController();
  await using artoo = createArtoo({
    ...settled.options,
    ...(model && { model }),
    rules: settled.rules,
    secrets: () => settled.secrets,
    data: settled.data,
    workspace: settled.workspace,
    env: terminal.env,
    recorder,
    answers: tty ? questionsFor(atTerminal(tty, terminal, settled, over.signal)) : {},
    ...(waiting && { onText: waiting.onText }),
  });
  const task = artoo.run(goal, { cwd, task_id, ...(data && { data }) });
  const ending = task.result.finally(() => over.abort());
  ending.catch(() => {}); // how it ends is seen below
  stopWith(terminal, artoo, task, input, over.signal);
  if (how === 'progress') terminal.note(`${task.id}  ${replay === undefined ? settled.who : `answers from ${replay}`}`);
  await showTask(task, showing, terminal);
  const result = await ending;
  showResult(result, task.journal, showing, terminal);
  if (cassette) warnOf(cassette, replay ?? '', terminal);
  return input.late.aborted ? cameLate(terminal) : exitOf(result, settled.strict);
}

const tooLong = ({ length }: string): readonly string[] =>
  length <= mostOfGoal
    ? []
    : [`the goal has ${length} characters, of which models see the first and last ${mostOfGoal / 2}; pipe long texts in as data`];

async function inputOf({ input, note }: Terminal, patient: boolean, signal: AbortSignal): Promise<Input> {
  if (!input) return { data: undefined, late: new AbortController().signal };
  return readInput({ stream: input, patient, note, signal });
}

/** Ctrl+C ends the task, a request to terminate leaves it as it is, and data that comes too late to be used ends it too. */
function stopWith({ cancel, terminate }: Terminal, artoo: Artoo, task: RunningTask, { late }: Input, over: AbortSignal): void {
  const when = (signal: AbortSignal, act: () => void) => {
    if (signal.aborted) act();
    else signal.addEventListener('abort', act, { once: true, signal: over });
  };
  when(cancel, () => task.cancel());
  when(late, () => task.cancel('data came on standard input after it was given up on'));
  when(terminate, () => void artoo.close());
}

function warnOf({ drifted, unused }: Cassette, file: string, { note }: Terminal): void {
  const [first] = drifted;
  if (first) note(`artoo: the prompts of ${drifted.length} steps are not those that ${file} was recorded with (the first is ${first})`);
  const left = unused.filter(({ repeat }) => !repeat).length;
  if (left > 0) note(`artoo: ${left} answers of ${file} were not asked for`);
}

function cameLate({ note }: Terminal): number {
  note('artoo: data came on standard input after it was given up on, so the task was stopped; run it again with a lone - to wait for it');
  return exits.usage;
}
