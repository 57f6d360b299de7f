/** Performs an act of the person on the board of the team that this folder belongs to. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Act, ActFacts } from '../../team/acts/act.ts';
import { actOn } from '../../team/acts/act-on.ts';
import type { Performed } from '../../team/acts/perform.ts';
import { livingNow } from '../../team/agents/living.ts';
import type { Board } from '../../team/board/board.ts';
import { openBoardFile } from '../../team/board/file.ts';
import { findTeam } from '../../team/find-team.ts';
import { actFacts, specHashes } from '../../team/supervisor/surroundings.ts';
import type { CalledPart } from '../command-parts.ts';

type WithoutFacts<T> = T extends unknown ? Omit<T, 'facts'> : never;
export type PersonsAct = WithoutFacts<Act>;

type Make = PersonsAct | ((board: Board) => PersonsAct);

/** The board afterwards. `make` gets the current board. Throws `board_refused` with the reasons. */
export async function act(called: CalledPart, make: Make): Promise<{ readonly root: string; readonly board: Board }> {
  const performed = await tryAct(called, make);
  if (!performed.ok) throw new ArtooError('board_refused', performed.why.join('; '));
  return { root: findTeam(called.terminal.cwd), board: performed.board };
}

/** The board afterwards, or why there is none. */
export async function tryAct(called: CalledPart, make: Make): Promise<Performed> {
  const { cwd, env } = called.terminal;
  const root = findTeam(cwd);
  await using file = openBoardFile({ root, env });
  return await actOn(file, 'human', (board) => {
    const made = typeof make === 'function' ? make(board) : make;
    return { ...made, facts: factsFor(made, board, root, env) } as Act; // the facts complete the act
  });
}

/** A task that is being planned is checked against its spec. */
function factsFor(made: PersonsAct, board: Board, root: string, env: CalledPart['terminal']['env']): ActFacts {
  const facts = actFacts(livingNow(root, board), env);
  return made.act === 'add' ? { ...facts, specs: specHashes(root, [made.task.spec_ref]) } : facts;
}
