/** `artoo team plan`: a planner plans once, and the person approves the plan, or asks for changes. */
import { type OpenTeam, openTeam } from '../../app/team/open-team.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { type Board, type Task, taskOf } from '../../team/board/board.ts';
import { openBoardFile } from '../../team/board/file.ts';
import { findTeam } from '../../team/find-team.ts';
import { isPlanAsked, isUnheard } from '../../team/notes.ts';
import { approveDrafts } from '../../team/supervisor/plan/approve-drafts.ts';
import { refusePlan } from '../../team/supervisor/plan/refuse-plan.ts';
import { doNow, type Team } from '../../team/supervisor/team.ts';
import { nothingPlanned, planLines } from '../../view/team/plan-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { createPrompter, isYes } from '../terminal/prompter.ts';
import { tell } from '../terminal/report.ts';
import { findTty } from '../terminal/tty.ts';
import { asTask } from './as-task.ts';
import { noModel } from './no-model.ts';
import { namesIn, needsModel, runnersFor } from './runner-flags.ts';
import { teamSite } from './team-site.ts';
import { storyTeller } from './tell-story.ts';

export const planTeamwork = asTask(async (called) => {
  const names = namesIn(called.given);
  if (await isReviewOnly(called)) {
    const exit = await withTeam(called, { names, hasModel: false }, (open) => review(called, open));
    if (exit !== undefined) return exit;
  }
  return withTeam(called, { names, hasModel: needsModel(['planner'], names) }, (open) => plan(called, open));
});

/** Whether drafts wait for the person, and a planner has nothing to do first: approving drafts does not need a model. Throws `board_missing`. */
async function isReviewOnly({ words, terminal: { cwd, env } }: CalledPart): Promise<boolean> {
  await using file = openBoardFile({ root: findTeam(cwd), env });
  const board = await file.read();
  return words[0] === undefined && draftsIn(board).length > 0 && !(board.human_notes ?? []).some(isUnheard);
}

type Site = Pick<Parameters<typeof runnersFor>[1], 'names' | 'hasModel'>;

async function withTeam<T>(called: CalledPart, { names, hasModel }: Site, work: (open: OpenTeam) => Promise<T>): Promise<T> {
  const { root, site } = await teamSite(called, hasModel);
  const runners = await runnersFor(called, { root, settings: site.settings, names, hasModel });
  const story = storyTeller(called);
  await using open = openTeam({ root, site, env: called.terminal.env, runners, onLine: story.tell, onAlert: story.alert });
  return await work(open);
}

/** A planner plans until the person approves, or says nothing more. */
async function plan(called: CalledPart, open: OpenTeam): Promise<number> {
  await ask(open.team, called.words[0]);
  for (;;) {
    const before = await open.file.read();
    const isAsked = draftsIn(before).length === 0 || isPlanAsked(before);
    if (isAsked) await open.supervise({ agents: ['planner'], signal: called.signal, maxWaitMs: 0 });
    if (called.signal.aborted) return exits.cancelled;
    const board = await open.file.read();
    const isEmpty = draftsIn(board).length === 0;
    const away = isEmpty && !isMore(before, board) ? open.modelAway() : undefined;
    if (away) throw noModel(away);
    if (isEmpty) {
      tell(called, { drafts: [] }, () => nothingPlanned(before, board));
      return isMore(before, board) ? exits.ok : exits.notDone;
    }
    const exit = await review(called, open);
    if (exit !== undefined) return exit;
  }
}

/** Shows the drafts. Undefined if the person wants a different plan, and has said so on the board. */
async function review(called: CalledPart, { team, file }: OpenTeam): Promise<number | undefined> {
  const drafts = draftsIn(await file.read());
  tell(called, { drafts }, (columns) => planLines(drafts, columns));
  const answer = called.given.yes === true ? 'yes' : await askedFor(called);
  if (answer === undefined) return exits.ok;
  if (answer === 'yes') return approve(called, team, drafts);
  await refusePlan(team, drafts, answer);
  called.terminal.note('These drafts are discarded. The planner plans again with what you said.');
  return undefined;
}

/** What the person wants planned, or the notes that no planner has read yet. Throws `board_refused` if the team was aborted. */
async function ask(team: Team, wanted: string | undefined): Promise<void> {
  const message = wanted?.trim();
  if (message === '') throw new ArtooError('usage', 'say what is missing: artoo team plan "what is missing"');
  const asked = await doNow(team, 'human', { act: 'ask_plan', ...(message === undefined ? {} : { message }) });
  if (!asked.ok) throw new ArtooError('board_refused', asked.why.join('; '));
}

async function approve({ terminal }: CalledPart, team: Team, drafts: readonly Task[]): Promise<number> {
  const approved = await approveDrafts(team, drafts);
  if (!approved.ok) for (const why of approved.why) terminal.note(`artoo: ${why}`);
  else terminal.note('Approved. To start: artoo team run');
  return approved.ok ? exits.ok : exits.failed;
}

const draftsIn = ({ tasks }: Board): readonly Task[] => tasks.filter(({ status }) => status === 'DRAFT');

/** Whether the planner added tasks that need no approval (`plan_review: false`). */
const isMore = (before: Board, { tasks }: Board): boolean => tasks.some(({ id }) => !taskOf(before, id));

/** `yes`, or what should be different; undefined if the person cannot be asked. */
async function askedFor({ terminal, signal, json }: CalledPart): Promise<'yes' | string | undefined> {
  using tty = json ? undefined : findTty(terminal, false);
  if (!tty) {
    terminal.note('To approve it: artoo team plan --yes. To change it, edit the drafts in .liza/state.yaml first.');
    return undefined;
  }
  const prompter = createPrompter(tty.input, terminal, signal);
  const answer = (await prompter.ask([], 'Approve this plan? [y/N, or say what should be different] '))?.trim() ?? '';
  if (isYes(answer)) return 'yes';
  return answer === '' || /^no?$/i.test(answer) ? undefined : answer;
}
