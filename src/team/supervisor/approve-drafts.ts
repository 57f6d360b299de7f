/** The person approves what was planned. */
import type { Performed } from '../acts/perform.ts';
import type { Task } from '../board/board.ts';
import { specHashes } from './surroundings.ts';
import { doNow, type Team } from './team.ts';

/** All of these drafts can be worked on, or none. */
export const approveDrafts = (team: Team, drafts: readonly Task[]): Promise<Performed> =>
  doNow(
    team,
    'human',
    { act: 'finalize', tasks: drafts.map(({ id }) => id) },
    {
      specs: specHashes(
        team.root,
        drafts.map(({ spec_ref }) => spec_ref),
      ),
    },
  );
