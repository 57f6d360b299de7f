/** The repository, the models and the settings of a team that is about to start work. */

import { roleModels } from '../../app/wiring/role-models.ts';
import type { Site } from '../../app/wiring/rooms.ts';
import { homeIn } from '../../config/folders.ts';
import { settle } from '../../config/settle.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { findTeam } from '../../team/find-team.ts';
import { refuseUnfit } from '../../team/git/unfit.ts';
import type { CalledPart } from '../command-parts.ts';
import { firstStart } from '../first-start.ts';

/** Throws `board_missing` if there is no team, `repository_unfit` if none can work here, `model_unset` if a model is needed and none is usable. */
export async function teamSite(
  { given, terminal, signal }: CalledPart,
  wantsModel = true,
): Promise<{ readonly root: string; readonly site: Site }> {
  const { env } = terminal;
  const root = findTeam(terminal.cwd);
  await refuseUnfit(root); // the repository may have changed since the team was set up
  if (wantsModel && !(await firstStart(terminal, { flags: given, cwd: root, before: 'task' })))
    throw new ArtooError('model_unset', 'no model is configured');
  const settled = await settle({ flags: given, env, cwd: root, home: homeIn(env), wantsModel, signal });
  for (const note of settled.notes) terminal.note(`artoo: ${note}`);
  if (settled.endpoints) return { root, site: { settings: settled, ...roleModels(settled.endpoints) } };
  if (wantsModel) throw new ArtooError('model_unset', 'no model is configured');
  return { root, site: { settings: settled, model: noModel, secrets: () => [] } };
}

/** If every agent is a program, no model is called. */
const noModel: Site['model'] = () => {
  throw new ArtooError('model_unset', 'no model is configured');
};
