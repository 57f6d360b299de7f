/** Carries out a task that is started, resumed or forked: shows it as it goes, asks the person, and ends with its exit code. */
import { type Artoo, openArtoo, type RunningTask } from '../../app/open-artoo.ts';
import type { RoleModels } from '../../app/role-models.ts';
import type { Flags } from '../../config/config-layers.ts';
import type { Settled } from '../../config/settle.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Cassette } from '../../effects/cassette.ts';
import type { Recorder } from '../../effects/record.ts';
import { createWaiting } from '../../view/waiting.ts';
import type { Terminal } from '../command.ts';
import { exitOf } from '../exit-code.ts';
import { atTerminal } from '../terminal/at-terminal.ts';
import { questionsFor } from '../terminal/questions.ts';
import type { Tty } from '../terminal/tty.ts';
import { makeRulesAfter } from './rules-after-task.ts';
import { type Showing, showResult, showTask } from './show-task.ts';

/** A cassette in place of models, and its file; `isWhole` when the task asks for all of it. */
type ScriptedAnswers = { readonly cassette: Cassette; readonly file: string; readonly isWhole: boolean };

export type Errand = {
  /** Starts the task, or goes on with it. */
  readonly begin: (artoo: Artoo) => RunningTask | Promise<RunningTask>;
  /** Where it works. */
  readonly cwd: string;
  readonly how: Showing['how'];
  readonly settled: Settled;
  readonly answers: ScriptedAnswers | undefined;
  readonly recorder: Recorder | undefined;
  /** Fires when data comes that can no longer be used. */
  readonly late?: AbortSignal;
  readonly tty: Tty | undefined;
};

export const howToShow = ({ json }: Flags, { quiet }: Pick<Settled, 'quiet'>): Showing['how'] =>
  json ? 'json' : quiet ? 'quiet' : 'progress';

/** The exit code. */
export async function runTask(errand: Errand, terminal: Terminal): Promise<number> {
  const { begin, cwd, how, settled, answers, recorder, tty } = errand;
  const waiting = how === 'progress' ? createWaiting(terminal) : undefined;
  const showing: Showing = { how, home: cwd, asks: tty !== undefined, waiting };
  const over = new AbortController();
  const site = { settings: settled, ...(await modelsFor(errand)) };
  await using artoo = openArtoo({
    data: settled.data,
    siteOf: () => site,
    onNotice: (text) => terminal.note(`artoo: ${text}`),
    ...(how === 'progress' && { onRulesDue: (count: number) => terminal.note(rulesDue(count)) }),
    env: terminal.env,
    recorder,
    answers: tty ? questionsFor(atTerminal(tty, terminal, settled, over.signal)) : {},
    ...(waiting && { onText: waiting.onText }),
  });
  const starting = new AbortController();
  for (const signal of [terminal.cancel, terminal.terminate]) listen(signal, () => void artoo.close(), starting.signal);
  const task = await begin(artoo);
  starting.abort();
  const ending = task.result.finally(() => over.abort());
  ending.catch(() => {}); // how it ends is seen below
  stopWith(terminal, artoo, task, errand.late, over.signal);
  if (how === 'progress') terminal.note(`${task.id}  ${answers ? `answers from ${answers.file}` : settled.who}`);
  const epsilon = await showTask(task, showing, terminal);
  const result = await ending;
  showResult(result, task.journal, { how, epsilon }, terminal);
  if (answers) warnOf(answers, terminal);
  else if (tty && how === 'progress') await makeRulesAfter(artoo, tty, terminal);
  return exitOf(result, settled.strict);
}

/** The cassette in place of models, or those of the endpoints. */
async function modelsFor({ answers, settled: { endpoints } }: Errand): Promise<RoleModels> {
  if (answers) return { model: answers.cassette, secrets: () => [] };
  if (!endpoints) throw new ArtooError('model_unset', 'no model is configured');
  const { roleModels } = await import('../../app/role-models.ts'); // where no model is asked, nothing of them is loaded
  return roleModels(endpoints);
}

const rulesDue = (count: number): string =>
  `memory   ${count === 1 ? 'one lesson has proved itself often enough to become a rule' : `${count} lessons have proved themselves often enough to become rules`}: artoo memory dream`;

/** Ctrl+C ends the task, a request to terminate leaves it as it is, and data that comes too late to be used ends it too. */
function stopWith(
  { cancel, terminate, note }: Terminal,
  artoo: Artoo,
  task: RunningTask,
  late: AbortSignal | undefined,
  over: AbortSignal,
): void {
  listen(cancel, () => task.cancel(), over);
  if (late) listen(late, () => task.cancel('data arrived on standard input after artoo had stopped waiting for it'), over);
  const stop = () => {
    note(`artoo: stopped; artoo resume ${task.id} goes on with it`);
    void artoo.close();
  };
  listen(terminate, stop, over);
}

/** Calls back when the signal fires, or has fired, as long as it matters. */
function listen(signal: AbortSignal, act: () => void, over: AbortSignal): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true, signal: over });
}

function warnOf({ cassette: { drifted, unused }, file, isWhole }: ScriptedAnswers, { note }: Terminal): void {
  const [first] = drifted;
  if (first) note(`artoo: the prompts of ${drifted.length} steps are not those that ${file} was recorded with (the first is ${first})`);
  const left = isWhole ? unused.filter(({ repeat }) => !repeat).length : 0;
  if (left > 0) note(`artoo: ${left} answers of ${file} were not asked for`);
}
