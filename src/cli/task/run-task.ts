/** Runs a task that is started, resumed or forked: shows its progress, asks the person, and returns its exit code. */

import { openArtoo } from '../../app/open-artoo.ts';
import type { Artoo, RunningTask } from '../../app/tasks.ts';
import type { RoleModels } from '../../app/wiring/role-models.ts';
import type { Flags } from '../../config/config-layers.ts';
import type { Settled } from '../../config/settle.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Cassette } from '../../effects/cassette.ts';
import type { Recorder } from '../../effects/record.ts';
import type { Answers } from '../../engine/person.ts';
import { continuationAfter } from '../../history/replay/resume-place.ts';
import type { Entry } from '../../journal/entry.ts';
import type { ModelWait } from '../../models/model.ts';
import { foundLine } from '../../view/audit/found-line.ts';
import { counted } from '../../view/pages.ts';
import { fitted, type LedLine, labelled } from '../../view/picture/layout.ts';
import { createPicture, type Picture } from '../../view/picture/picture.ts';
import { createProgress } from '../../view/picture/progress.ts';
import { createShownReasons } from '../../view/picture/shown-reasons.ts';
import { span } from '../../view/style/line.ts';
import type { Terminal } from '../command.ts';
import { exitOf } from '../exit-code.ts';
import { alertWhenUnanswered } from '../terminal/asking/alert-when-unanswered.ts';
import { askingAfter } from '../terminal/asking/asking-after.ts';
import { type AboutOf, questionsFor } from '../terminal/asking/questions.ts';
import { atTerminal } from '../terminal/at-terminal.ts';
import { onAbort } from '../terminal/on-abort.ts';
import { tellSilence } from '../terminal/tell-silence.ts';
import type { Tty } from '../terminal/tty.ts';
import { type QuietInput, quietInput } from '../terminal/typing/quiet-input.ts';
import { withInput } from '../terminal/typing/with-input.ts';
import { findingsInTime } from './findings-in-time.ts';
import { makeRulesAfter } from './rules-after-task.ts';
import { type Showing, showResult, showTask } from './show-task.ts';
import { watchTask } from './watch-task.ts';

/** A cassette in place of models, and its file. `isWhole`: the task should use all of it. */
type ScriptedAnswers = { readonly cassette: Cassette; readonly file: string; readonly isWhole: boolean };

export type TaskRun = {
  /** Starts or continues the task. */
  readonly begin: (artoo: Artoo) => RunningTask | Promise<RunningTask>;
  /** What a continued task has done so far. */
  readonly past?: AsyncIterable<Entry>;
  readonly cwd: string;
  readonly how: HowToShow;
  readonly settled: Settled;
  readonly answers: ScriptedAnswers | undefined;
  readonly recorder: Recorder | undefined;
  /** Fires when data arrives too late to be used. */
  readonly late?: AbortSignal;
  readonly tty: Tty | undefined;
  /** Keeps typed text off the screen. */
  readonly quiet: QuietInput | undefined;
};

export type HowToShow = Pick<Showing, 'how' | 'verbose'> & {
  /** Whether nothing is redrawn on the screen. */
  readonly isPlain: boolean;
};

export const howToShow = ({ json, verbose, plain }: Flags, { quiet }: Pick<Settled, 'quiet'>): HowToShow => ({
  how: json ? 'json' : quiet ? 'quiet' : 'progress',
  verbose: verbose === true,
  isPlain: plain === true,
});

/** From now on, typed text is not shown; undefined if nothing is drawn. */
export const quietly = (tty: Tty | undefined, { live, interrupt }: Terminal, { json, quiet, plain }: Flags): QuietInput | undefined =>
  tty && live && !json && !quiet && !plain ? quietInput(tty.input, { interrupt, onSuspend: () => live.suspend() }) : undefined;

/** Returns the exit code. */
export async function runTask(run: TaskRun, terminal: Terminal): Promise<number> {
  const { begin, cwd, how: shown, settled, answers, recorder, tty, quiet } = run;
  const { how, verbose, isPlain } = shown;
  const picture = createPicture({ cwd, verbose });
  using watch = how === 'progress' && !isPlain ? watchTask(picture, terminal) : undefined;
  using silence = how === 'progress' && !watch ? tellSilence(picture, terminal.show, () => terminal.width) : undefined;
  const tellWait = ({ key }: { readonly key: string }, wait: ModelWait): void => {
    picture.hear({ key, kind: 'wait', wait });
    silence?.waits(wait);
  };
  const over = new AbortController();
  const begun = Promise.withResolvers<void>(); // the heading of the task is shown
  const site = { settings: settled, ...(await modelsFor(run)) };
  await using artoo = openArtoo({
    data: settled.data,
    siteOf: () => site,
    onNotice: (text) => terminal.note(`artoo: ${text}`),
    ...(how === 'progress' && { onRulesDue: (count: number) => terminal.note(rulesDue(count)) }),
    env: terminal.env,
    recorder,
    answers: tty ? askingAfter(begun.promise, answersAt(tty, run, terminal, { over: over.signal, aboutOf: picture.aboutOf })) : {},
    onText: watch?.onText,
    onWait: watch?.onWait ?? (silence && tellWait),
    onOutput: watch?.onOutput,
  });
  const progress = run.past ? await progressIn(run.past, picture) : []; // before the task continues and its journal grows
  const starting = new AbortController();
  for (const signal of [terminal.cancel, terminal.terminate]) onAbort(signal, () => void artoo.close(), starting.signal);
  const task = await begin(artoo);
  starting.abort();
  const ending = task.result.finally(() => over.abort());
  ending.catch(() => {}); // a failure is thrown below
  stopWith(terminal, artoo, task, run.late, over.signal);
  if (how === 'progress') {
    const who = answers ? `answers from ${answers.file}` : settled.who;
    terminal.show(fitted([headOf(task.id, who), ...progress], terminal.width));
  }
  begun.resolve();
  const epsilon = await showTask(task, { how, verbose, picture, isAtTerminal: tty !== undefined, watch }, terminal);
  const result = await ending;
  watch?.[Symbol.dispose]();
  quiet?.[Symbol.dispose]();
  const ended = {
    ...{
      how,
      cwd,
      found: picture.found,
      aims: picture.state.aims,
      dropped: picture.state.dropped,
      sent: picture.sent,
      estimated: picture.state.spent.estimated,
    },
    continuation: how === 'json' ? undefined : await continuationAfter(result, { task_id: task.id, path: task.journal }),
    told: how === 'progress' && !verbose ? picture.told : createShownReasons(),
    verbose: verbose ? { journal: task.journal, epsilon } : undefined,
  };
  await showResult(result, ended, terminal);
  if (how === 'progress' && result.audited === true)
    terminal.show(fitted(foundLine(await findingsInTime(artoo.audit(task.id))), terminal.width));
  if (answers) warnOf(answers, terminal);
  else if (tty && how === 'progress') await makeRulesAfter(artoo, tty, terminal);
  return exitOf(result, settled.strict);
}

/** Questions at the terminal, which alert the person unless that is switched off. */
function answersAt(
  tty: Tty,
  { how, settled, quiet }: TaskRun,
  terminal: Terminal,
  { over, aboutOf }: { readonly over: AbortSignal; readonly aboutOf: AboutOf },
): Required<Answers> {
  const answers = questionsFor(withInput(atTerminal(tty, terminal, settled, over), quiet), aboutOf);
  const { alert } = terminal;
  return alert && settled.notify && !how.isPlain ? alertWhenUnanswered(answers, { alert, input: tty.input }) : answers;
}

/** Known entries are not shown again; a line shows how far the task got. */
async function progressIn(past: AsyncIterable<Entry>, picture: Picture): Promise<readonly LedLine[]> {
  const progress = createProgress();
  try {
    for await (const entry of past) {
      picture.see(entry);
      progress.see(entry);
    }
  } catch {
    return []; // the task itself reports errors in its journal
  }
  return progress.lines(picture.state);
}

/** The cassette, or the models of the endpoints. */
async function modelsFor({ answers, settled: { endpoints } }: TaskRun): Promise<RoleModels> {
  if (answers) return { model: answers.cassette, secrets: () => [] };
  if (!endpoints) throw new ArtooError('model_unset', 'no model is configured');
  const { roleModels } = await import('../../app/wiring/role-models.ts'); // loaded only if a model is asked
  return roleModels(endpoints);
}

/** The task, and the models that answer. */
const headOf = (id: string, who: string): LedLine => labelled('task', span(`${shortId(id)}  ${visible(who)}`, 'muted'));

const rulesDue = (count: number): string =>
  `memory   ${count === 1 ? 'one lesson can become a rule' : `${count} lessons can become rules`} now: artoo memory dream`;

/** Ctrl+C and late data cancel the task; a request to terminate leaves it unfinished. */
function stopWith(
  { cancel, terminate, note }: Terminal,
  artoo: Artoo,
  task: RunningTask,
  late: AbortSignal | undefined,
  over: AbortSignal,
): void {
  onAbort(cancel, () => task.cancel(), over);
  if (late) onAbort(late, () => task.cancel('the data on standard input arrived after artoo had stopped waiting for it'), over);
  const stop = () => {
    note(`artoo: stopped; artoo resume ${shortId(task.id)} continues it`);
    void artoo.close();
  };
  onAbort(terminate, stop, over);
}

function warnOf({ cassette: { drifted, unused }, file, isWhole }: ScriptedAnswers, { note }: Terminal): void {
  const [first] = drifted;
  if (first) note(`artoo: ${file} was recorded with different prompts in ${counted(drifted.length, 'step')} (the first is ${first})`);
  const left = isWhole ? unused.filter(({ repeat }) => !repeat).length : 0;
  if (left > 0) note(`artoo: ${counted(left, 'answer')} in ${file} ${left === 1 ? 'was' : 'were'} not used`);
}
