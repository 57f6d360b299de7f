/** Takes the letters of agents: looks up the facts by which they are judged, admits them, and records when one ends its turn. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Act, ActFacts } from '../../acts/act.ts';
import { actOn } from '../../acts/act-on.ts';
import { perform } from '../../acts/perform.ts';
import { type Board, taskOf } from '../../board/board.ts';
import { settingsOf } from '../../board/settings.ts';
import { commitOf } from '../../git/git.ts';
import { branchOf, commitWork, worktreeFacts } from '../../git/worktrees.ts';
import { waitForLock } from '../../hold-lock.ts';
import { endsTurn } from '../../letters/ends-turn.ts';
import { type Letter, type LetterKind, type LetterOf, readLetter } from '../../letters/letter.ts';
import { placeFile } from '../../letters/outbox.ts';
import { reviewFacts } from '../../review/review-facts.ts';
import type { Post, Reply, Turn } from '../../runners/runner.ts';
import { stopForPerson } from '../../sprint/checkpoint.ts';
import { stopBeforeTrip } from '../../watch/stop-before-trip.ts';
import { writeBreakerReport } from '../../watch/write-breaker-report.ts';
import { checkMs, whyChecksFail } from '../run-checks.ts';
import { unseenSpec } from '../spec-changes.ts';
import { specHashes } from '../surroundings.ts';
import { factsNow, receiptOf, type Team, worktreeOf } from '../team.ts';

/** `told`: what is noted once the agent has been told the reason. */
type Looked =
  | { readonly ok: true; readonly facts: Partial<ActFacts> }
  | { readonly ok: false; readonly why: readonly string[]; readonly told?: () => Promise<unknown> };

export const createPost =
  (team: Team): Post =>
  async (turn, { id, kind, task, body }) => {
    const about = turn.task ?? task;
    const read = readLetter({ id, agent: turn.agent, fencing: turn.fencing, kind, body, ...(about === undefined ? {} : { task: about }) });
    if (!read.ok) return refused(read.why);
    return postLetter(team, read.letter, turn);
  };

/** Letters after which the circuit breaker examines all anomalies. */
const logsAnomaly: ReadonlySet<LetterKind> = new Set(['anomaly', 'rescope']);

/** Admits a letter, or says why not. Facts from outside are looked up before the board is locked. */
export async function postLetter(team: Team, letter: Letter, turn: Pick<Turn, 'agent' | 'run' | 'wake'> | undefined): Promise<Reply> {
  team.past.read();
  const isKnown = team.past.isAdmitted(letter.id);
  const stale = isKnown ? undefined : whyStale(team, await team.file.read(), letter);
  if (stale) return { ok: false, code: 'stale', why: stale };
  const looked: Looked = isKnown ? { ok: true, facts: {} } : await lookUp(team, letter);
  if (!looked.ok) {
    const reply = await refuse(team, letter, looked.why);
    await looked.told?.();
    return reply;
  }
  const performed = await actOn(team.file, letter.agent, (board) => {
    const isKnownNow = isAdmittedBy(team, letter); // checked again under the lock: another supervisor may have been faster
    const act: Act = { act: 'letter', letter, isKnown: isKnownNow, facts: { ...factsNow(team, board), ...looked.facts } };
    return logsAnomaly.has(letter.kind) ? stopBeforeTrip(team.root, board, act) : act;
  });
  if (!performed.ok) return { ok: false, code: performed.code, why: performed.why };
  writeBreakerReport(team.root, performed.board);
  if (letter.kind === 'checkpoint_request') await stopForPerson(team, letter.body.why);
  const ends = endsTurn(letter.kind, performed.board, turn?.wake);
  if (ends && turn) writeReceipt(receiptOf(team.root, turn), letter);
  return { ok: true, ends };
}

function isAdmittedBy(team: Team, { id }: Letter): boolean {
  team.past.read();
  return team.past.isAdmitted(id);
}

const refused = (why: readonly string[]): Reply => ({ ok: false, code: 'refused', why });

/** Why a letter no longer counts. Facts for it must not be looked up, because its commit would be made in another agent's worktree. */
function whyStale(team: Team, board: Board, letter: Letter): readonly string[] | undefined {
  const tried = perform(board, { act: 'letter', letter, isKnown: false, facts: factsNow(team, board) });
  return !tried.ok && tried.code === 'stale' ? tried.why : undefined;
}

/** Journals a refusal that was decided before the board was locked, like any other refusal. */
async function refuse(team: Team, letter: Letter, why: readonly string[]): Promise<Reply> {
  await team.file.update(letter.agent, () => ({ ok: false, what: letter.kind, why }));
  return refused(why);
}

async function lookUp(team: Team, letter: Letter): Promise<Looked> {
  switch (letter.kind) {
    case 'plan':
    case 'rescope':
      return {
        ok: true,
        facts: {
          specs: specHashes(
            team.root,
            letter.body.tasks.map(({ spec_ref }) => spec_ref),
          ),
        },
      };
    case 'triage':
      return { ok: true, facts: { specs: specHashes(team.root, [letter.body.task?.spec_ref]) } };
    case 'submit':
      return lookAtWork(team, letter);
    case 'verdict':
      return lookAtVerdict(team, letter);
    default:
      return { ok: true, facts: {} };
  }
}

/** The board's own checks and its test command must pass before work is committed in the coder's name. */
async function lookAtWork(team: Team, letter: LetterOf<'submit'>): Promise<Looked> {
  const { task: id = '', agent, body } = letter;
  const { checks, testCommand } = settingsOf((await team.file.read()).config);
  const signal = AbortSignal.timeout(checkMs);
  using _ = await waitForLock(team.root, `task-${id}`, signal);
  const stale = whyStale(team, await team.file.read(), letter);
  if (stale) return { ok: false, why: stale };
  const unseen = await unseenSpec(team, id);
  if (unseen) return { ok: false, why: [unseen.why], told: unseen.told };
  const commands = [...checks, ...(testCommand === undefined ? [] : [testCommand])];
  const run = (command: string) => team.discarding(command, worktreeOf(team.root, id), signal);
  const failing = await whyChecksFail(commands, run, signal, { tell: (text) => team.alert(`${agent}, ${id}: ${text}`) });
  if (failing !== undefined) return { ok: false, why: [failing] };
  const before = await worktreeFacts(team.root, id);
  if (before.branch !== branchOf(id) || before.hasConflictMarkers) return { ok: true, facts: { worktree: before } }; // the letter will be refused for that reason, without a commit
  await commitWork(team.root, id, agent, body.message);
  return { ok: true, facts: { worktree: await worktreeFacts(team.root, id) } };
}

async function lookAtVerdict(team: Team, { task: id = '', body }: LetterOf<'verdict'>): Promise<Looked> {
  const tip = await commitOf(team.root, `refs/heads/${branchOf(id)}`);
  const commit = taskOf(await team.file.read(), id)?.review_commit ?? '';
  const known = team.looked.get(commit);
  const review = known && body.commit === commit ? await reviewFacts(team.root, body, known) : undefined;
  return { ok: true, facts: { ...(tip ? { tip } : {}), ...(review ? { review } : {}) } };
}

function writeReceipt(path: string, { id, kind }: Letter): void {
  mkdirSync(dirname(path), { recursive: true });
  placeFile(path, `${JSON.stringify({ letter: id, kind })}\n`); // a program can write to its outbox: a link there is replaced, not followed
}
