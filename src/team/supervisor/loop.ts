/**
 * The supervisor: looks at the board, does what has to be done next, and sleeps until something happens. Any number of them can work on one board,
 * each for its own agents.
 */
import { asArtooError } from '../../contracts/errors.ts';
import { type Board, taskOf } from '../board/board.ts';
import { roleOf, type TeamRole } from '../board/ids.ts';
import { settingsOf } from '../board/settings.ts';
import { isAlive, isFinal } from '../claimable.ts';
import { pendingLetters } from '../letters/outbox.ts';
import { wakeOf } from '../planning/wake.ts';
import type { Post } from '../runners/runner.ts';
import { continueWithoutFile, stopForPerson } from '../sprint/checkpoint.ts';
import { writeBreakerReport } from '../watch/write-breaker-report.ts';
import { Backoff } from './backoff.ts';
import { claimTask } from './claim.ts';
import { cleanUp } from './clean-up.ts';
import { aliveEveryMs, glance, glanceAtDead, isHeldBeside, isUnderWay } from './glance.ts';
import { idleLimitMs } from './idle-limit.ts';
import { createInvalidNotice, isInvalid, refuseInvalid } from './invalid-board.ts';
import { Jobs } from './jobs.ts';
import { LeftToOthers, leftToOthers } from './left-to-others.ts';
import { mergeTask } from './merge.ts';
import { missingRoles } from './missing-roles.ts';
import { type Action, next } from './next.ts';
import { openOwnWatcher } from './open-own-watcher.ts';
import { beatHearts, isHeldElsewhere, isRevived, leave, registerAll, removeGone, unregisterGone } from './own-agents.ts';
import { createDraftNotice } from './plan/draft-notice.ts';
import { admitFile } from './post/admit-file.ts';
import { createPatientPost } from './post/patient-post.ts';
import { createPost } from './post/post.ts';
import { openSleep, soonest } from './sleep.ts';
import { noteSpecChanges } from './spec-changes.ts';
import { controlFiles } from './surroundings.ts';
import { doNow, livingIn, type Team } from './team.ts';
import { takeTurn } from './turns.ts';

/** Why a supervisor ended. */
export type TeamEnd = 'done' | 'checkpoint' | 'aborted' | 'idle' | 'failed' | 'stopped';

export type SupervisorOptions = {
  readonly agents: readonly TeamRole[];
  /** The id that the only agent must have; by default, the lowest free one. */
  readonly id?: string;
  /** The only task that its agents take; the supervisor ends when this task is final or blocked. */
  readonly task?: string;
  /** Whether the supervisor ends at a checkpoint instead of waiting there for the person. */
  readonly until?: 'done' | 'checkpoint';
  /** Ends after this time without anything to do; by default, as set on the board. */
  readonly maxWaitMs?: number | undefined;
  /** Fires when the person wants to stop: turns stop where they are, and can continue later. */
  readonly signal: AbortSignal;
};

export async function supervise(team: Team, { agents, id, task, until = 'done', maxWaitMs, signal }: SupervisorOptions): Promise<TeamEnd> {
  const own = new Map<string, Disposable>();
  const resting = new Backoff(() => team.now().getTime());
  const others = new LeftToOthers(() => team.now().getTime());
  const post: Post = createPost(team);
  let wasInvalid = false; // set if something could not be written because the board is invalid, so that it is checked again
  /** Tasks that a coder of this process is about to get, or got after the board was read: that board does not show them as claimed. */
  const claiming = new Set<string>();
  const claimed = new Set<string>();
  using wakes = openSleep(team.root, signal);
  using watcher = openOwnWatcher(team);
  const notice = createInvalidNotice(team, watcher);
  const jobs = new Jobs({
    graceOf,
    signal,
    now: () => team.now().getTime(),
    onFailed(name, error) {
      const { message } = asArtooError(error, 'handler_failed');
      const isMerge = roleOf(name) === undefined;
      team.alert(`${name}: ${message}${isMerge ? ': nothing has changed, and the merge will be tried again' : ''}`);
      wasInvalid ||= isInvalid(error);
      isInvalid(error) || isMerge ? resting.rest(name) : resting.failed(name, message);
    },
    onEnded: wakes.wake,
  });

  function graceOf(name: string): number {
    const role = roleOf(name); // a merge has no role
    return role === undefined ? 0 : Math.max(...team.runners[role].map(({ graceMs }) => graceMs));
  }

  const noteInvalid = (): void => {
    wasInvalid = true;
    wakes.wake();
  };

  async function turn(agent: string, about: Parameters<typeof takeTurn>[2], stop: AbortSignal): Promise<void> {
    const end = await takeTurn(team, agent, about, createPatientPost(post, noteInvalid, stop), stop);
    if (end.end === 'failed') team.alert(`${agent}: ${end.detail}`);
    resting.noteEnd(agent, end);
  }

  const turnOf = (agent: string, about: Parameters<typeof takeTurn>[2]): void => jobs.begin(agent, (stop) => turn(agent, about, stop));

  /** Agents that failed too often leave what they hold to others. Returns whether there was one. */
  async function dismiss(): Promise<boolean> {
    const stopped = resting.stopped().filter(({ agent }) => own.has(agent));
    for (const { agent, why } of stopped) {
      team.alert(`${agent} stops: ${why}`);
      own.get(agent)?.[Symbol.dispose]();
      own.delete(agent);
      await doNow(team, agent, { act: 'unregister', agent });
    }
    return stopped.length > 0;
  }

  /** Whether nothing can happen in any process without agents of this process that have stopped. */
  function isStuck(board: Board): boolean {
    if (own.size === agents.length || jobs.size > 0 || others.nextMs() !== undefined) return false;
    const lacks = missingRoles(board, livingIn(team, board));
    return lacks.some(({ role }) => agents.includes(role));
  }

  /** Whether the person has asked for a plan since the sprint was completed, which opens the next sprint. */
  const isPlanWanted = (board: Board): boolean =>
    board.sprint.status === 'COMPLETED' &&
    (own.size === 0 ? agents.includes('planner') : [...own.keys()].some((agent) => roleOf(agent) === 'planner')) &&
    wakeOf(board, team.past.heard())?.trigger === 'NEW_NOTE';

  const sayDrafts = createDraftNotice(team);
  /** Returns whether something was done, so that the board has to be read again. */
  async function perform(action: Action): Promise<boolean> {
    switch (action.do) {
      case 'admit':
        return admitFile(team, action.letter);
      case 'unregister':
        return unregisterGone(team, action.agent);
      case 'clear_review':
        return (await doNow(team, 'supervisor', { act: 'release_review', task: action.task })).ok;
      case 'block': {
        const { task, reason, questions } = action;
        if (await isHeldElsewhere(team, task, own)) return false; // the coder's own process detects the end of its turn
        return (await doNow(team, 'supervisor', { act: 'move', edge: { to: 'BLOCKED', task, by: 'supervisor', reason, questions } })).ok;
      }
      case 'merge':
        if (jobs.has('merge') || resting.isResting('merge')) return false;
        jobs.begin('merge', async (stop) => {
          if (!(await mergeTask(team, action.task, stop))) resting.rest('merge');
        });
        return true;
      case 'review': {
        if (!own.has(action.reviewer)) return false;
        const { task, reviewer } = action;
        if (!(await doNow(team, reviewer, { act: 'claim_review', task, reviewer })).ok) return false;
        turnOf(reviewer, task);
        return true;
      }
      case 'claim': {
        const { task, coder } = action;
        if (!own.has(coder) || claiming.has(task)) return false;
        claiming.add(task);
        jobs.begin(coder, async (stop) => {
          const claim = await claimTask(team, task, coder, stop).finally(() => claimed.add(task));
          if (claim.ok) return turn(coder, task, stop);
          resting.lostRace(coder);
          if (claim.code === 'refused') team.alert(`${coder} could not claim ${task}: ${claim.why.join('; ')}`); // a lost race is not worth reporting
        });
        return true;
      }
      case 'work':
        if (!own.has(action.agent)) return false;
        turnOf(action.agent, action.task);
        return true;
      case 'plan': {
        if (!own.has(action.planner)) return false;
        const { trigger, about, planner } = action;
        turnOf(planner, { trigger, about });
        return true;
      }
      case 'checkpoint':
        return stopForPerson(team, action.why);
      case 'go_on':
        return continueWithoutFile(team);
      case 'end_sprint':
        return (await doNow(team, 'supervisor', { act: 'end_sprint' })).ok;
      case 'abort':
      case 'wait':
        return false;
    }
  }

  const factsFor = (board: Board, isValid: boolean) => ({
    ...livingIn(team, board),
    control: controlFiles(team.root),
    isValid,
    letters: unattended(board),
    busy: new Set([...jobs.names(), ...Object.keys(board.agents).filter((agent) => !own.has(agent) && team.past.openTurn(agent))]),
    resting: new Set([...resting.names(), ...others.passedOver()]),
    meantFor: new Map(task === undefined ? [] : [...own.keys()].map((agent) => [agent, task])),
    heard: team.past.heard(),
  });

  /** Letters that no turn answers: a turn under way answers its own, here or in another process. */
  function unattended(board: Board): readonly string[] {
    const living = livingIn(team, board);
    const isLeft = (agent: string): boolean => (own.has(agent) ? !jobs.has(agent) : !isAlive(board, agent, living));
    return pendingLetters(team.root).flatMap(({ id, agent }) => (isLeft(agent) ? [id] : []));
  }

  let idleSince = team.now().getTime();

  /** One look at the board, and its consequences. Returns why the supervisor ends, if it does. Rejects as acts do. */
  async function step(): Promise<TeamEnd | undefined> {
    team.past.read();
    if (wasInvalid) await refuseInvalid(team);
    wasInvalid = false;
    for (const id of claimed) claiming.delete(id);
    claimed.clear();
    const board = await team.file.read();
    notice.clear();
    writeBreakerReport(team.root, board); // in case the process that tripped the breaker ended before it wrote the report
    watcher.look(board);
    if (await noteSpecChanges(team, board)) return undefined;
    if (await isRevived(team, board, [...own.keys()])) return undefined;
    if (board.sprint.status === 'ABORTED') return 'aborted';
    if (isOver(board) && jobs.size === 0 && !isPlanWanted(board)) {
      await cleanUp(team);
      await removeGone(team);
      return 'done';
    }
    if (task !== undefined && jobs.size === 0 && isOverFor(board, task)) return 'done';
    const isOneLess = await dismiss();
    if (own.size === 0) return 'failed';
    if (isOneLess) return undefined;
    const actions = next(board, factsFor(board, true));
    const waits = actions.find((action) => action.do === 'wait' || action.do === 'abort');
    if (waits?.do === 'abort') {
      await jobs.stopAll();
      await doNow(team, 'human', { act: 'abort' });
      return 'aborted';
    }
    const grace = waits?.do === 'wait' ? await jobs.letEnd() : 0;
    if (waits === undefined) jobs.proceed();
    else team.heartbeats.pause();
    if (waits?.do === 'wait' && waits.why === 'checkpoint' && until === 'checkpoint' && grace === 0) return 'checkpoint';
    let hasActed = others.note(leftToOthers(team.root, actions, own));
    for (const action of actions) hasActed = (await perform(action)) || hasActed;
    if (hasActed || jobs.size > 0 || waits !== undefined) idleSince = team.now().getTime();
    if (hasActed) return undefined;
    const left = (maxWaitMs ?? idleLimitMs(board, agents)) - (team.now().getTime() - idleSince);
    const isIdle = jobs.size === 0 && waits === undefined;
    const othersMs = soonest(others.nextMs(), team.heartbeats.nextMs());
    if (left <= 0 && isIdle && othersMs === undefined) return 'idle';
    if (isIdle && isStuck(board)) return 'failed';
    if (isIdle) sayDrafts(board);
    const untilMs = soonest(isIdle && left > 0 ? left : undefined, grace > 0 ? grace : undefined, resting.nextMs(), othersMs);
    if (waits === undefined && isHeldBeside(team, board, own)) await wakes.next(untilMs, () => glanceAtDead(team, board), aliveEveryMs);
    else await wakes.next(untilMs, isIdle && !board.tasks.some(isUnderWay) ? () => glance(team, board) : undefined);
    return undefined;
  }

  /** Works until the end. As long as the board is not valid, all agents wait: it is being edited, or a file that it names is gone. */
  async function work(): Promise<TeamEnd> {
    const before = await team.file.read();
    if (!isOver(before) || isPlanWanted(before)) await registerAll(team, agents, id, own, signal);
    await cleanUp(team);
    if (own.size > 0) await doNow(team, 'supervisor', { act: 'ready', agents: [...own.keys()] });
    for (;;) {
      if (signal.aborted) return 'stopped';
      try {
        const end = await step();
        if (end !== undefined) return end;
      } catch (error) {
        if (!isInvalid(error)) throw error;
        wasInvalid = true;
        notice.say(error);
        await jobs.stopAll();
        if (controlFiles(team.root).abort) return 'aborted';
        idleSince = team.now().getTime();
        await wakes.next(invalidMs);
      }
    }
  }

  const { heartbeatSeconds } = settingsOf((await team.file.read()).config);
  const beat = setInterval(() => void beatHearts(team, [...own.keys()]), heartbeatSeconds * 1_000);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await jobs.stopAll();
    await leave(team, own);
  }
}

/** Whether the sprint is over, and so needs no agents; a killed process may have left some on the board. */
const isOver = ({ sprint }: Board): boolean => sprint.status === 'COMPLETED' || sprint.status === 'ABORTED';

/** Whether an agent that was started for this task has nothing left to do. */
const isOverFor = (board: Board, id: string): boolean => {
  const task = taskOf(board, id);
  return task === undefined || isFinal(task) || task.status === 'BLOCKED';
};

/** How often an invalid board is checked again, because a file that it names can return without a change in the board's folder. */
const invalidMs = 5_000;
