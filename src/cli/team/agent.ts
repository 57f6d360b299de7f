/** `artoo team agent <role> [task]`: one agent in this terminal, alongside those of other processes. */
import { openTeam } from '../../app/team/open-team.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { type Identity, identify } from '../../team/agents/identity.ts';
import { livingNow } from '../../team/agents/living.ts';
import { openBoardFile } from '../../team/board/file.ts';
import { readRole, roles, type TeamRole } from '../../team/board/ids.ts';
import { findTeam } from '../../team/find-team.ts';
import { refuseUnfit } from '../../team/git/unfit.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { shown } from '../flags/flags.ts';
import { noModel } from './no-model.ts';
import { namedFor, needsModel, runnersFor } from './runner-flags.ts';
import { teamSite } from './team-site.ts';
import { storyTeller } from './tell-story.ts';

export async function runAgent(called: CalledPart): Promise<number> {
  const { words, terminal, signal } = called;
  const [name = '', task] = words;
  const role = readRole(name === 'reviewer' ? 'code_reviewer' : name);
  if (!role) throw new ArtooError('usage', `there is no role ${shown(name)}; there are ${roles.join(', ')}`);
  const who = await identityOf(called, role, task);
  if (!who.ok) {
    terminal.note(`artoo: ${who.why}`);
    return exits.failed;
  }
  const { runner } = called.given;
  const names = namedFor(role, runner);
  const hasModel = needsModel([role], names);
  const { root, site } = await teamSite(called, hasModel);
  const runners = await runnersFor(called, { root, settings: site.settings, names, hasModel });
  const story = storyTeller(called);
  await using team = openTeam({ root, site, env: terminal.env, runners, onLine: story.tell, onAlert: story.alert });
  const end = await team.supervise({ agents: [role], id: who.id, signal, ...(task === undefined ? {} : { task }) });
  const away = end === 'failed' || end === 'idle' ? team.modelAway() : undefined;
  if (away && !signal.aborted) throw noModel(away);
  return signal.aborted ? exits.cancelled : end === 'failed' ? exits.failed : exits.ok;
}

async function identityOf({ terminal: { env, cwd } }: CalledPart, role: TeamRole, task: string | undefined): Promise<Identity> {
  const root = findTeam(cwd);
  await refuseUnfit(root);
  await using file = openBoardFile({ root, env });
  const board = await file.read();
  return identify(board, { id: env.LIZA_AGENT_ID, role, task }, livingNow(root, board));
}
