/** Specs that change while work is under way: noted on the board once, and reported to the coder before its work counts. */
import { delimited } from '../../roles/prompting/delimited.ts';
import { type Board, taskOf } from '../board/board.ts';
import { specFile } from '../planning/gates.ts';
import { specFact } from '../review/commit-facts.ts';
import { noteSpecChange } from '../review/notes.ts';
import { currentSpec } from './current-spec.ts';
import { isUnderWay } from './glance.ts';
import { specHashes } from './surroundings.ts';
import { doNow, type Team, worktreeOf } from './team.ts';

/** Notes changed specs; true if there were any. */
export async function noteSpecChanges(team: Team, board: Board): Promise<boolean> {
  const tasks = board.tasks.filter((task) => isUnderWay(task) && task.spec_hash);
  const hashes = specHashes(
    team.root,
    tasks.map(({ spec_ref }) => spec_ref),
  );
  let isNoted = false;
  for (const task of tasks) {
    const spec = specFact(task, { hashOf: (path) => hashes[path] });
    if (noteSpecChange(board, task.id, spec, team.now()) === board) continue;
    isNoted = (await doNow(team, 'supervisor', { act: 'spec_changed', task: task.id, spec })).ok || isNoted;
  }
  return isNoted;
}

/** What a coder has to know about its spec before it submits, and the note that it was told; undefined if it has already been told. */
export async function unseenSpec(
  team: Team,
  id: string,
): Promise<{ readonly why: string; readonly told: () => Promise<unknown> } | undefined> {
  const { spec_ref, spec_seen: seen } = taskOf(await team.file.read(), id) ?? {};
  const hash = spec_ref ? specHashes(team.root, [spec_ref])[specFile(spec_ref)] : undefined;
  if (!spec_ref || hash === undefined || typeof seen !== 'string' || seen === hash) return undefined;
  const now = currentSpec(team.root, worktreeOf(team.root, id), spec_ref);
  return {
    why: `the spec ${specFile(spec_ref)} changed while you worked: read it again, make your work match it, then send submit with a message that says how${now === undefined ? '' : `. Your folder has another version of it; as it is now:\n${delimited('spec', now)}`}`,
    told: () => doNow(team, 'supervisor', { act: 'spec_seen', task: id, hash }),
  };
}
