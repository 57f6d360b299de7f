/** The person approves the plan. */
import type { Performed } from '../../acts/perform.ts';
import type { Task } from '../../board/board.ts';
import { specHashes } from '../surroundings.ts';
import { doNow, type Team } from '../team.ts';

/** Makes all of these drafts available, or none. */
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
