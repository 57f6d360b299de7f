/** `artoo team run`: a planner, coders and reviewers at work; what they do is reported line by line. */
import { openTeam } from '../../app/team/open-team.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { livingNow } from '../../team/agents/living.ts';
import type { TeamRole } from '../../team/board/ids.ts';
import type { TeamEnd } from '../../team/supervisor/loop.ts';
import { missingRoles } from '../../team/supervisor/missing-roles.ts';
import { endLines } from '../../view/team/end-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { printJson } from '../terminal/print-json.ts';
import { asTask } from './as-task.ts';
import { noModel } from './no-model.ts';
import { namesIn, needsModel, runnersFor } from './runner-flags.ts';
import { teamSite } from './team-site.ts';
import { storyTeller } from './tell-story.ts';

const maxAgents = 16;

export const runTeam = asTask(async (called) => {
  const { given, terminal, signal, json } = called;
  const agents = agentsIn(given);
  const until = untilIn(given.until);
  const names = namesIn(given);
  const hasModel = needsModel(agents, names);
  const { root, site } = await teamSite(called, hasModel);
  const runners = await runnersFor(called, { root, settings: site.settings, names, hasModel });
  const maxUsd = given['max-cost'] === undefined ? null : site.settings.task.caps.usd;
  const story = storyTeller(called);
  await using team = openTeam({ root, site, env: terminal.env, maxUsd, runners, onLine: story.tell, onAlert: story.alert });
  const end = await team.supervise({ agents, until, signal });
  const board = await team.file.read();
  const lacks = missingRoles(board, livingNow(root, board));
  if (json) printJson({ kind: 'end', end, tasks: board.tasks.map(({ id, status }) => ({ id, status })), lacks }, terminal);
  else terminal.show(endLines(board, { end, lacks }));
  const away = isCutShort(end) ? team.modelAway() : undefined;
  if (away && !signal.aborted) throw noModel(away);
  return exitOf(end, signal);
});

/** Whether nothing was left that an agent could do. */
const isCutShort = (end: TeamEnd): boolean => end === 'failed' || end === 'idle';

/** 0 when everything planned is done, 2 when it is not, 130 when the person stopped the team. */
function exitOf(end: TeamEnd, signal: AbortSignal): number {
  if (end === 'done') return exits.ok;
  return signal.aborted ? exits.cancelled : exits.notDone;
}

function agentsIn(given: CalledPart['given']): readonly TeamRole[] {
  const coders = countIn(given.coders, 'coders', 2);
  const reviewers = countIn(given.reviewers, 'reviewers', 1);
  return [
    'planner',
    ...Array.from({ length: coders }, () => 'coder' as const),
    ...Array.from({ length: reviewers }, () => 'code_reviewer' as const),
  ];
}

function countIn(text: unknown, name: string, otherwise: number): number {
  if (text === undefined) return otherwise;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= maxAgents) return count;
  throw new ArtooError('usage', `--${name} must be a number from 1 to ${maxAgents}, not ${String(text).slice(0, 40)}`);
}

function untilIn(text: unknown): 'done' | 'checkpoint' {
  if (text === undefined || text === 'done') return 'done';
  if (text === 'checkpoint') return 'checkpoint';
  throw new ArtooError('usage', `--until must be done or checkpoint, not ${String(text).slice(0, 40)}`);
}
