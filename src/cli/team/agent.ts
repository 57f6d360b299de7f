/** `artoo team agent <role>`: one agent in this terminal, beside those of other processes. */
import { openTeam } from '../../app/team/open-team.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { readRole, roleOf, roles } from '../../team/board/ids.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { teamSite } from './team-site.ts';
import { storyTeller } from './tell-story.ts';

export async function runAgent(called: CalledPart): Promise<number> {
  const { words, terminal, signal } = called;
  const [name = ''] = words;
  const role = readRole(name === 'reviewer' ? 'code_reviewer' : name);
  if (!role) throw new ArtooError('usage', `there is no role ${name.slice(0, 40)}; there are ${roles.join(', ')}`);
  const id = terminal.env.LIZA_AGENT_ID;
  if (id !== undefined && roleOf(id) !== role) {
    terminal.note(`artoo: LIZA_AGENT_ID is ${id.slice(0, 60)}, which is not the id of a ${role.replace('_', ' ')}`);
    return exits.failed;
  }
  const { root, site } = await teamSite(called);
  const story = storyTeller(called);
  await using team = openTeam({ root, site, env: terminal.env, onLine: story.tell, onAlert: story.alert });
  const end = await team.supervise({ agents: [role], signal, ...(id === undefined ? {} : { id }) });
  return signal.aborted ? exits.cancelled : end === 'failed' ? exits.failed : exits.ok;
}
