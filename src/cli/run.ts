/** `artoo "goal"`: one task from beginning to end. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Artoo, createArtoo, type RunningTask } from '../app/artoo.ts';
import { attach } from '../app/attach.ts';
import { homeIn } from '../app/folders.ts';
import { settle } from '../app/settle.ts';
import { ArtooError } from '../contracts/errors.ts';
import { newTaskId } from '../contracts/ids.ts';
import { visible } from '../contracts/visible.ts';
import { type Cassette, readCassette } from '../effects/cassette.ts';
import { createRecorder } from '../effects/record.ts';
import { mostOfGoal } from '../roles/head-and-tail.ts';
import type { Answers } from '../roles/person.ts';
import { exits, type Terminal } from './command.ts';
import { editPlan } from './editor.ts';
import { exitOf } from './exit-code.ts';
import { taskFlags } from './flag-table.ts';
import { type Flags, parseFlags } from './flags.ts';
import { flagHelp } from './help.ts';
import { createPrompter } from './prompter.ts';
import { questionsFor } from './questions.ts';
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
  const { flags, words } = parseFlags(args, taskFlags);
  const goal = words.filter((word) => word !== '-').join(' ');
  if (goal.trim() === '') throw new ArtooError('goal_empty', 'there is no goal');
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const at = (path: string | true | undefined) => (typeof path === 'string' ? resolve(terminal.cwd, path) : undefined);
  const cwd = await existing(at(flags.cwd) ?? terminal.cwd);
  const [recording, replaying] = [at(flags.record), at(flags.replay)];
  const named = { ...flags, data: here(flags.data, at), workspace: here(flags.workspace, at) };
  const settled = await settle({ flags: named, env: terminal.env, cwd, home: homeIn(terminal.env), wantsModel: !replaying, signal });
  const cassette = replaying === undefined ? undefined : await readCassette(replaying);
  const input = await inputOf(terminal, words.includes('-'), signal);
  using tty = findTty(terminal, input.data !== undefined);
  if (settled.options.review && !tty) throw new ArtooError('usage', '--plan shows the plan to a person, and nobody is at a terminal here');

  using recorder = recording === undefined ? undefined : createRecorder(recording); // nothing can be wrong from here on
  const how = flags.json ? 'json' : settled.quiet ? 'quiet' : 'progress';
  const waiting = how === 'progress' ? createWaiting(terminal) : undefined;
  const showing: Showing = { how, home: cwd, asks: tty !== undefined, waiting };
  if (goal.length > mostOfGoal)
    terminal.note(
      `artoo: the goal has ${goal.length} characters, of which models see the first and last ${mostOfGoal / 2}; pipe long texts in as data`,
    );
  for (const note of settled.notes) terminal.note(`artoo: ${note}`);
  const task_id = newTaskId(new Date());
  const data = input.data && (await attach(input.data, settled.workspace, task_id));
  const over = new AbortController();
  await using artoo = createArtoo({
    ...settled.options,
    ...(cassette ? { model: cassette } : settled.model && { model: settled.model }),
    secrets: () => settled.secrets,
    data: settled.data,
    workspace: settled.workspace,
    env: terminal.env,
    recorder,
    answers: tty ? answersOf(tty, terminal, over.signal) : {},
    ...(waiting && { onText: waiting.onText }),
  });
  signal.throwIfAborted();
  const task = artoo.run(goal, { cwd, task_id, ...(data && { data }) });
  const ending = task.result.finally(() => over.abort());
  ending.catch(() => {}); // how it ends is seen below
  stopWith(terminal, artoo, task, input, over.signal);
  if (how === 'progress') terminal.note(`${task.id}  ${replaying === undefined ? settled.who : `answers from ${replaying}`}`);
  await showTask(task, showing, terminal);
  const result = await ending;
  showResult(result, task.journal, showing, terminal);
  if (cassette) warnOf(cassette, flags, terminal);
  return input.late.aborted ? cameLate(terminal) : exitOf(result, settled.strict);
}

/** A folder that is named in a flag counts from where the person stands, not from where the task works. */
const here = (flag: string | true | undefined, at: (path: string | true | undefined) => string | undefined): string | true | undefined =>
  typeof flag === 'string' && !flag.startsWith('~') ? at(flag) : flag;

async function existing(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw new ArtooError('folder_missing', `there is no folder ${visible(path)}`);
  return path;
}

async function inputOf({ input, note }: Terminal, patient: boolean, signal: AbortSignal): Promise<Input> {
  if (!input) return { data: undefined, late: new AbortController().signal };
  return readInput({ stream: input, patient, note, signal });
}

function answersOf({ input, fd }: Tty, terminal: Terminal, signal: AbortSignal): Answers {
  const { env, interrupt, hold } = terminal;
  const prompter = createPrompter({ input, output: process.stderr, signal, onInterrupt: () => interrupt?.(), ...(hold && { hold }) });
  return questionsFor({ prompter, width: () => terminal.width, edit: (plan, draft) => editPlan(plan, draft, { env, fd, signal }) });
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

function warnOf({ drifted, unused }: Cassette, { replay }: Flags, { note }: Terminal): void {
  const [first] = drifted;
  if (first) note(`artoo: the prompts of ${drifted.length} steps are not those that ${replay} was recorded with (the first is ${first})`);
  const left = unused.filter(({ repeat }) => !repeat).length;
  if (left > 0) note(`artoo: ${left} answers of ${replay} were not asked for`);
}

function cameLate({ note }: Terminal): number {
  note('artoo: data came on standard input after it was given up on, so the task was stopped; run it again with a lone - to wait for it');
  return exits.usage;
}
