/** Turns of agents: the prompt of each, the folder in which it works, and its entries in the journal. */
import { rmSync } from 'node:fs';
import { newTaskId } from '../../contracts/ids.ts';
import { type Board, type Task, taskOf } from '../board/board.ts';
import { roleOf, type TeamRole } from '../board/ids.ts';
import { settingsOf } from '../board/settings.ts';
import { lookAtCommit } from '../git/facts.ts';
import { commitOf } from '../git/git.ts';
import { branchOf, checkOutForReview, removeReview } from '../git/worktrees.ts';
import { unreadNotes } from '../notes.ts';
import type { Wake } from '../planning/wake.ts';
import { coderPrompt } from '../prompts/coder.ts';
import { plannerPrompt } from '../prompts/planner.ts';
import { reviewerPrompt } from '../prompts/reviewer.ts';
import { notesOf } from '../review/notes.ts';
import type { Post, Turn, TurnEnd } from '../runners/runner.ts';
import { currentSpec } from './current-spec.ts';
import { runnerFor } from './runner-for.ts';
import { specHashes } from './surroundings.ts';
import { doNow, receiptOf, type Team, worktreeOf } from './team.ts';

type Place = Pick<Turn, 'folder' | 'prompt'> & { readonly recalled?: readonly string[] };

/** Runs one turn of an agent to its end, or continues the one that was cut off. */
export async function takeTurn(team: Team, agent: string, about: string | Wake, post: Post, signal: AbortSignal): Promise<TurnEnd> {
  const role = roleOf(agent) ?? 'coder';
  const board = await team.file.read();
  const task = typeof about === 'string' ? taskOf(board, about) : undefined;
  if (typeof about === 'string' && !task) return ended('lost', `there is no task ${about}`);
  await using place = await placeFor[role](team, board, agent, task, typeof about === 'string' ? undefined : about, signal);
  if (!place) return ended('lost', 'there is nothing left to do');
  team.past.read();
  const open = team.past.openTurn(agent);
  const id = task?.id ?? null;
  const wasCutOff = open?.task === id && open.fencing === (task?.fencing ?? 0);
  const runner = await runnerFor(team, board, agent, role, wasCutOff ? open.runner : undefined);
  const resume = wasCutOff && open.runner === runner.name ? runner.resume : undefined;
  const isOpen = wasCutOff && resume !== undefined;
  const isCounted = !isOpen && role === 'coder' && id !== null;
  const specs = { specs: specHashes(team.root, [task?.spec_ref]) };
  const notes = unreadNotes(board, { agent, task }).filter(({ timestamp }) => !isOpen || (timestamp ?? '') <= open.at);
  signal.throwIfAborted();
  const again = wasCutOff && isCounted ? await doNow(team, 'supervisor', { act: 'turn', agent, task: id, isAnew: true }, specs) : undefined;
  if (again && !again.ok) return ended('lost', again.why.join('; '));
  const fencing = (again && id !== null ? taskOf(again.board, id) : task)?.fencing ?? 0;
  const run = isOpen ? open.run : newTaskId(team.now());
  const wake = isOpen ? open.wake : typeof about === 'string' ? undefined : about;
  const turn: Turn = { run, agent, role, task: id, fencing, ...place, wake, maxMinutes: settingsOf(board.config).turnMinutes };
  if (!isOpen) {
    await team.file.record({
      kind: 'intent',
      what: 'turn',
      id: run,
      by: agent,
      task: id,
      fencing,
      runner: runner.name,
      run,
      ...(wake && { wake }),
      ...(place.recalled?.length ? { recalled: place.recalled } : {}),
    });
    if (isCounted && !again) await doNow(team, 'supervisor', { act: 'turn', agent, task: id }, specs);
  }
  const end = await (resume ?? runner.run)(turn, post, signal);
  if (end.end === 'stopped') return end;
  const used = end.used ? { used: end.used } : {};
  await team.file.record({ kind: 'outcome', of: run, detail: `${end.end}: ${end.detail}`.slice(0, 500), ...used });
  await noteContext(team, turn, end.used?.contextPercent);
  rmSync(receiptOf(team.root, turn), { force: true });
  if (end.end === 'done' && notes.length > 0)
    await doNow(team, 'supervisor', {
      ...{ act: 'notes_read', agent, task: task ? { id: task.id, fencing: task.fencing ?? 0 } : null },
      notes: notes.map(({ timestamp, message }) => ({ timestamp, message })),
    });
  return end;
}

/** Notes how much of the context was used, as measured by the runner or as reported by the agent when it handed over; if neither, unknown. */
async function noteContext(team: Team, { agent, task }: Turn, measured: number | undefined): Promise<void> {
  const board = await team.file.read();
  const known = board.agents[agent];
  const left = task === null || !taskOf(board, task)?.handoff_pending ? undefined : board.handoff?.[task];
  const said = left?.agent === agent && typeof left.context_used === 'number' ? left.context_used : null;
  const percent = measured ?? said;
  if (known && (known.context_percent ?? null) !== percent) await doNow(team, 'supervisor', { act: 'context', agent, percent });
}

const ended = (end: TurnEnd['end'], detail: string): TurnEnd => ({ end, detail });

type MakePlace = (
  team: Team,
  board: Board,
  agent: string,
  task: Task | undefined,
  wake: Wake | undefined,
  signal: AbortSignal,
) => Promise<(Place & AsyncDisposable) | undefined>;

const lasting = (place: Place): Place & AsyncDisposable => ({ ...place, [Symbol.asyncDispose]: async () => {} });

const placeFor: Readonly<Record<TeamRole, MakePlace>> = {
  async planner(team, board, agent, _task, wake) {
    if (!wake) return undefined;
    const about = wake.about.flatMap((id) => taskOf(board, id) ?? []);
    const recalled = (await team.memory?.recall(board, about)) ?? [];
    return lasting({ folder: team.root, prompt: plannerPrompt(board, agent, wake, recalled), recalled });
  },

  async coder(team, board, agent, task) {
    if (task?.status !== 'CLAIMED' || task.assigned_to !== agent) return undefined;
    const { testCommand } = settingsOf(board.config);
    const recalled = (await team.memory?.recall(board, [task])) ?? [];
    const folder = worktreeOf(team.root, task.id);
    const prompt = coderPrompt(board, agent, task, testCommand, recalled, currentSpec(team.root, folder, task.spec_ref));
    return lasting({ folder, prompt, recalled });
  },

  /** A review, in a separate checkout that is removed afterwards. Before the turn, code finds out what it can about the commit. */
  async code_reviewer(team, board, agent, task, _wake, signal) {
    const commit = task?.review_commit;
    if (task?.status !== 'READY_FOR_REVIEW' || task.reviewing_by !== agent || !commit) return undefined;
    const tip = await commitOf(team.root, `refs/heads/${branchOf(task.id)}`);
    if (tip !== undefined && tip !== commit) {
      const reason = `the branch moved from ${commit} to ${tip} after it was submitted: submit it again`;
      await doNow(
        team,
        'supervisor',
        { act: 'move', edge: { to: 'REJECTED', task: task.id, by: 'supervisor', commit: tip, reason } },
        { tip },
      );
      return undefined;
    }
    const folder = await checkOutForReview(team.root, task.id, commit);
    const remove = () => {
      team.looked.delete(commit); // another review looks the facts up again, because the surroundings may have changed
      return removeReview(team.root, task.id);
    };
    try {
      const hashes = specHashes(team.root, [task.spec_ref]);
      const specs = { hashOf: (path: string) => hashes[path] };
      const request = { root: team.root, task, folder, settings: settingsOf(board.config), specs, run: team.keeping, signal };
      const facts = await lookAtCommit(request);
      team.looked.set(commit, facts);
      await doNow(team, 'supervisor', { act: 'spec_changed', task: task.id, spec: facts.spec });
      const prompt = reviewerPrompt(board, agent, task, notesOf(facts), currentSpec(team.root, folder, task.spec_ref));
      return { folder, prompt, [Symbol.asyncDispose]: remove };
    } catch (error) {
      await remove();
      throw error;
    }
  },
};
