/** `artoo "goal"`: one task from beginning to end. Progress goes to stderr, the result to stdout. */
import { open, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { ReadStream } from 'node:tty';
import { type Artoo, createArtoo, type RunningTask } from '../app/artoo.ts';
import { attach } from '../app/attach.ts';
import { settle } from '../app/settle.ts';
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import { newTaskId } from '../contracts/ids.ts';
import type { PayloadOf } from '../contracts/messages.ts';
import { replies } from '../contracts/routes.ts';
import { type Cassette, readCassette } from '../effects/cassette.ts';
import { createRecorder } from '../effects/record.ts';
import type { Entry } from '../journal/entry.ts';
import type { Answers } from '../roles/person.ts';
import { exits, type Terminal } from './command.ts';
import { editText } from './editor.ts';
import { exitOf } from './exit-code.ts';
import { taskFlags } from './flag-table.ts';
import { type Flags, parseFlags } from './flags.ts';
import { flagHelp } from './help.ts';
import { createPrompter } from './prompter.ts';
import { questionsFor } from './questions.ts';
import { type Input, readInput } from './stdin.ts';
import { followLines } from './view/follow.ts';
import { account, fit, headline, outputOf, telling, visible } from './view/story.ts';
import { createWaiting } from './view/waiting.ts';

export async function runGoal(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    terminal.print(`artoo [options] "goal in plain words"\n\n${flagHelp(taskFlags)}`);
    return exits.ok;
  }
  const { flags, words } = parseFlags(args, taskFlags);
  const goal = words.filter((word) => word !== '-').join(' ');
  if (goal.trim() === '') throw new ArtooError('goal_empty', 'there is no goal');
  const cwd = await folderAt(resolve(terminal.cwd, textOf(flags.cwd) ?? '.'));
  const settled = await settle({
    flags,
    env: terminal.env,
    cwd,
    home: homedir(),
    wantsModel: flags.replay === undefined,
    signal: terminal.cancel,
  });
  for (const note of settled.notes) terminal.note(`artoo: ${note}`);
  const cassette = flags.replay === undefined ? undefined : await readCassette(resolve(terminal.cwd, String(flags.replay)));
  using recorder = flags.record === undefined ? undefined : createRecorder(resolve(terminal.cwd, String(flags.record)));

  const over = new AbortController();
  const input = await inputOf(terminal, words.includes('-'));
  const tty = await ttyOf(terminal, input);
  if (settled.review && !tty) throw new ArtooError('usage', '--plan shows the plan to a person, and nobody is at a terminal here');
  const task_id = newTaskId(new Date());
  const data = input.data ? await attach(input.data, settled.workspace, task_id) : undefined;
  const waiting = createWaiting(flags.json || flags.quiet ? undefined : terminal);
  await using artoo = createArtoo({
    ...settled.options,
    ...(cassette ? { model: cassette } : {}),
    recorder,
    answers: tty ? answersOf(tty, terminal, over.signal) : {},
    ...(waiting ? { onText: waiting.onText } : {}),
  });
  const task = artoo.run(goal, { cwd, task_id, ...(data ? { data } : {}) });
  const ending = task.result.finally(() => over.abort());
  ending.catch(() => {}); // how it ends is seen below
  stopWith(terminal, artoo, task, input, over.signal);
  if (!flags.json && !flags.quiet) terminal.note(`${task.id}  ${cassette ? `answers from ${flags.replay}` : settled.who}`);
  await show(task, flags, terminal, { home: cwd, asks: tty !== undefined, waiting });
  const result = await ending;
  if (!flags.json) conclude(result, task, flags, terminal);
  if (cassette) warnOf(cassette, String(flags.replay), terminal);
  if (input.late.aborted) {
    terminal.note(
      'artoo: data came on standard input after it was given up on, so the task was stopped; run it again with a lone - to wait for it',
    );
    return exits.usage;
  }
  return exitOf(result, settled.strict);
}

const textOf = (flag: string | true | undefined): string | undefined => (typeof flag === 'string' ? flag : undefined);

async function folderAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw new ArtooError('folder_missing', `there is no folder ${visible(path)}`);
  return path;
}

async function inputOf({ input, note, cancel }: Terminal, patient: boolean): Promise<Input> {
  if (!input) return { data: undefined, late: new AbortController().signal };
  return readInput({ stream: input, patient, note, signal: cancel });
}

type Tty = typeof process.stdin;

/** Where a person can answer: the terminal they look at. Where standard input was data, the terminal itself is opened. */
async function ttyOf({ input, width }: Terminal, { data }: Input): Promise<Tty | undefined> {
  if (width === undefined) return undefined;
  if (input?.isTTY) return input;
  if (!data) return undefined;
  try {
    const { fd } = await open('/dev/tty', 'r');
    return Object.assign(new ReadStream(fd), { fd: 0 as const }); // the type of process.stdin names its number
  } catch {
    return undefined; // there is none
  }
}

function answersOf(tty: Tty, { note, env, interrupt }: Terminal, signal: AbortSignal): Answers {
  const prompter = createPrompter({ input: tty, output: process.stderr, signal, onInterrupt: () => interrupt?.() });
  return questionsFor({ prompter, note, edit: (plan) => editPlan(plan, env) });
}

async function editPlan(plan: PayloadOf<'PlanReview'>, env: Terminal['env']) {
  const { planText, readPlanText } = await import('../app/plan-text.ts'); // few edit a plan, and wait for no parser until they do
  const text = await editText(planText(plan), env);
  return text === undefined ? undefined : readPlanText(text);
}

/** Ctrl+C ends the task, a request to terminate leaves it as it is, and so does data that comes too late to be used. */
function stopWith({ cancel, terminate }: Terminal, artoo: Artoo, task: RunningTask, { late }: Input, over: AbortSignal): void {
  const when = (signal: AbortSignal, act: () => void) => {
    if (signal.aborted) act();
    else signal.addEventListener('abort', act, { once: true, signal: over });
  };
  when(cancel, () => task.cancel());
  when(late, () => task.cancel('data came on standard input after it was given up on'));
  when(terminate, () => void artoo.close());
}

type Waiting = ReturnType<typeof createWaiting>;

/** `asks`: questions are put to the person, who need not read them twice. */
type Showing = { readonly home: string; readonly asks: boolean; readonly waiting: Waiting };

async function show(task: RunningTask, flags: Flags, terminal: Terminal, { home, asks, waiting }: Showing): Promise<void> {
  if (flags.json) {
    for await (const lines of followLines(task.journal, task.entries())) terminal.print(lines);
    return;
  }
  for await (const seen of task.entries()) {
    if (flags.quiet) continue;
    if ('lost' in seen) terminal.note(`      (${seen.lost} entries were not shown)`);
    else {
      if (!(asks && isQuestion(seen.entry))) for (const line of telling(seen.entry, { home, width: terminal.width })) terminal.note(line);
      waiting?.see(seen.entry);
    }
  }
  waiting?.end();
}

const isQuestion = (entry: Entry): boolean => entry.kind === 'message' && entry.to === 'User' && Object.hasOwn(replies, entry.type);

/** What came of it. A result with gaps is never shown without them, however quiet it is. */
function conclude(result: FinalResult, { journal }: RunningTask, { quiet }: Flags, { print, note, width }: Terminal): void {
  const silent = quiet && result.directive === 'accept';
  if (!silent) for (const line of fit(['', headline(result), ''], width)) note(line);
  const output = outputOf(result);
  if (output !== '') print(process.stdout.isTTY ? output.split('\n').map(visible).join('\n') : output);
  if (!silent) for (const line of fit([...account(result), `journal  ${journal}`], width)) note(line);
}

function warnOf({ drifted, unused }: Cassette, file: string, { note }: Terminal): void {
  if (drifted.length > 0)
    note(`artoo: the prompts of ${drifted.length} steps are not those that ${file} was recorded with (the first is ${drifted[0]})`);
  const left = unused.filter(({ repeat }) => !repeat).length;
  if (left > 0) note(`artoo: ${left} answers of ${file} were not asked for`);
}
