/** `artoo team pause`, `resume`, `checkpoint`, `abort`: the person stops the team, and lets it continue. */
import { writeSummary } from '../../app/team/team-report.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import { type Decision, decisions } from '../../team/acts/decisions.ts';
import { openBoardFile } from '../../team/board/file.ts';
import { placeControl, removeControl } from '../../team/control-files.ts';
import { findTeam } from '../../team/find-team.ts';
import { stopAtCheckpoint } from '../../team/sprint/checkpoint.ts';
import { controlFiles } from '../../team/supervisor/surroundings.ts';
import { line } from '../../view/style/line.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { shown } from '../flags/flags.ts';
import { report } from '../terminal/report.ts';
import { act, tryAct } from './act.ts';
import { isAgreed } from './agree.ts';

/** Stops all agents where they are. It is not a decision, so the board stays as it is. */
export async function pause(called: CalledPart): Promise<number> {
  const root = findTeam(called.terminal.cwd);
  placeControl(root, 'PAUSE', new Date(), called.words[0] ?? '');
  return report(called, { paused: true }, () => ['Paused: no agent starts anything new. To continue: artoo team resume']);
}

export async function checkpoint(called: CalledPart): Promise<number> {
  const [why = 'a person asked for it'] = called.words;
  const root = findTeam(called.terminal.cwd);
  if (controlFiles(root).checkpoint)
    throw new ArtooError('board_refused', 'the team is already at a checkpoint; to continue: artoo team resume');
  const stopped = await stopAtCheckpoint({ root, now: new Date(), why }, () => tryAct(called, { act: 'checkpoint', why }));
  if (!stopped.ok) throw new ArtooError('board_refused', stopped.why.join('; '));
  await summarize(called, root);
  const next = 'artoo team resume --decision CONTINUE --because "looks good"';
  return report(called, { checkpoint: why }, () => [`The team stops at a checkpoint. To continue: ${next}`]);
}

export async function resume(called: CalledPart): Promise<number> {
  const root = findTeam(called.terminal.cwd);
  const control = controlFiles(root);
  if (control.abort) throw new ArtooError('board_refused', 'the team was aborted and cannot continue');
  const { sprint } = await boardOf(called, root);
  const isAtCheckpoint = control.checkpoint || sprint.status === 'CHECKPOINT';
  const { decision, because } = decisionOf(called);
  if (!isAtCheckpoint && called.given.decision !== undefined)
    throw new ArtooError('board_refused', 'the team is not at a checkpoint: there is nothing to decide');
  if (!isAtCheckpoint && !control.pause) throw new ArtooError('board_refused', 'the team is neither paused nor at a checkpoint');
  if (decision === 'PIVOT') await summarize(called, root); // a summary of the sprint that PIVOT ends
  if (isAtCheckpoint) await continueFromCheckpoint(called, decision, because, sprint.status === 'CHECKPOINT');
  if (decision === 'STOP') {
    placeControl(root, 'ABORT', new Date(), because);
    await summarize(called, root);
  }
  removeControl(root, 'CHECKPOINT');
  removeControl(root, 'PAUSE');
  const said = decision === 'STOP' ? 'The team has been stopped for good.' : 'The team may continue. If it is not running: artoo team run';
  return report(called, { resumed: decision !== 'STOP', decision: isAtCheckpoint ? decision : null }, () => [said]);
}

const summarize = ({ data, terminal: { env } }: CalledPart, root: string): Promise<void> => writeSummary({ root, data, env });

/** If a script made a checkpoint by only creating the file, it is first noted on the board. */
async function continueFromCheckpoint(called: CalledPart, decision: Decision, because: string, isNoted: boolean): Promise<void> {
  if (!isNoted) await act(called, { act: 'checkpoint', why: 'the file .liza/CHECKPOINT exists' });
  await act(called, { act: 'go_on', decision, because });
}

function decisionOf({ given }: CalledPart): { readonly decision: Decision; readonly because: string } {
  const said = String(given.decision ?? 'CONTINUE').toUpperCase();
  const decision = decisions.find((each) => each === said);
  const close = nearest(said, decisions);
  if (!decision)
    throw new ArtooError(
      'usage',
      `there is no decision ${shown(said)}; ${close ? `did you mean ${close}?` : `there are ${decisions.join(', ')}`}`,
    );
  if (decision !== 'CONTINUE' && given.because === undefined)
    throw new ArtooError('usage', `${decision} needs a reason for the agents to read: --because "…"`);
  return { decision, because: String(given.because ?? 'no reason given') };
}

async function boardOf({ terminal: { env } }: CalledPart, root: string) {
  await using file = openBoardFile({ root, env });
  return await file.read();
}

export async function abort(called: CalledPart): Promise<number> {
  const root = findTeam(called.terminal.cwd);
  const lines = [line('This ends the sprint and the goal, and all agents stop. Worktrees and branches stay for you to look at.')];
  if (!(await isAgreed(called, lines, 'Abort the team?'))) {
    called.terminal.note('Not aborted.');
    return exits.failed;
  }
  placeControl(root, 'ABORT', new Date(), called.words[0] ?? '');
  await act(called, { act: 'abort' });
  await summarize(called, root);
  return report(called, { aborted: true }, () => ['Aborted. git worktree list shows what the agents left.']);
}
