/** `artoo team plan`: a planner plans once, and the person approves what it planned, or says what should be different. */
import { openTeam } from '../../app/team/open-team.ts';
import type { Board, Task } from '../../team/board/board.ts';
import { approveDrafts } from '../../team/supervisor/approve-drafts.ts';
import { refusePlan } from '../../team/supervisor/refuse-plan.ts';
import { planLines } from '../../view/team/plan-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { createPrompter, isYes } from '../terminal/prompter.ts';
import { tell } from '../terminal/report.ts';
import { findTty } from '../terminal/tty.ts';
import { namesIn, needsModel, runnersFor } from './runner-flags.ts';
import { teamSite } from './team-site.ts';
import { storyTeller } from './tell-story.ts';
import { unlessLocked } from './unless-locked.ts';

export const planTeamwork = unlessLocked(async (called) => {
  const { given, terminal, signal } = called;
  const names = namesIn(given);
  const hasModel = needsModel(['planner'], names);
  const { root, site } = await teamSite(called, hasModel);
  const runners = await runnersFor(called, { root, settings: site.settings, names, hasModel });
  const story = storyTeller(called);
  await using open = openTeam({ root, site, env: terminal.env, runners, onLine: story.tell, onAlert: story.alert });
  if (draftsIn(await open.file.read()).length === 0) await open.supervise({ agents: ['planner'], signal, maxWaitMs: 0 });
  if (signal.aborted) return exits.cancelled;
  const drafts = draftsIn(await open.file.read());
  tell(called, { drafts }, (columns) => planLines(drafts, columns));
  if (drafts.length === 0) return exits.notDone;
  const answer = given.yes === true ? 'yes' : await askedFor(called);
  if (answer === undefined) return exits.ok;
  if (answer !== 'yes') {
    await refusePlan(open.team, drafts, answer);
    terminal.note('The drafts are discarded. The planner reads what you said when you run artoo team plan again.');
    return exits.notDone;
  }
  const approved = await approveDrafts(open.team, drafts);
  if (!approved.ok) for (const why of approved.why) terminal.note(`artoo: ${why}`);
  else terminal.note('Approved. To start: artoo team run');
  return approved.ok ? exits.ok : exits.failed;
});

const draftsIn = ({ tasks }: Board): readonly Task[] => tasks.filter(({ status }) => status === 'DRAFT');

/** `yes`, what should be different, or nothing where there is no one to ask. */
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
