/** Claims: which worker runs the commands of an attempt at a sub-task. Each claim is in the task's log before its worker receives a command. */
import { randomBytes } from 'node:crypto';
import type { EffectKey, TaskId } from '../../contracts/ids.ts';
import type { Tell } from '../../effects/effects.ts';
import type { Claim as ClaimEntry } from '../../journal/entry.ts';
import { chooseWorker } from './choose-worker.ts';
import type { WorkerBeat } from './wire-messages.ts';

/** Why a claim ended before the attempt did. */
export type ClaimEnd = NonNullable<ClaimEntry['why']>;

/** Thrown when a claim ends while a command waits for its worker. */
export class ClaimLost extends Error {
  readonly why: ClaimEnd;
  constructor(why: ClaimEnd, detail: string = why) {
    super(detail);
    this.why = why;
  }
}

export type Claim = {
  readonly task_id: TaskId;
  readonly worker: string;
  readonly number: number;
  /** A secret between this host and this worker, which every answer must contain. */
  readonly token: string;
  /** Fires with a `ClaimLost` when the claim ends. */
  readonly ended: AbortSignal;
};

export type Claims = {
  /** From now on, calls of the task can be given to workers. The returned function stops that, and ends all claims of the task. */
  attach(task_id: TaskId, tell: Tell): () => void;
  /** The claim that covers a call; undefined if the call runs on the host. */
  for(call: { readonly task_id: TaskId; readonly key: EffectKey }): Promise<Claim | undefined>;
  end(claim: Claim, why: ClaimEnd): void;
  /** The worker is gone: ends all its claims. */
  lose(worker: string, why: ClaimEnd): void;
  /** The claim with that token, even if it has ended, as long as its task is attached. */
  withToken(token: string): Claim | undefined;
  tellerOf(task_id: TaskId): Tell | undefined;
  /** The workers that have claims. */
  readonly workers: ReadonlySet<string>;
};

export type ClaimsOptions = {
  readonly fit: () => readonly WorkerBeat[];
  /** How many commands from this host each worker is running. */
  readonly running: () => ReadonlyMap<string, number>;
  /** Called when a claim has ended, for whatever reason, so that its worker can forget it. */
  readonly onEnded: (claim: Claim) => void;
};

type Held = Claim & { readonly stop: AbortController };
/** `not`: workers that have failed here, and are not chosen. */
type Attempt = { held?: Held; last?: ClaimEnd; readonly not: Set<string> };
type Attached = { readonly tell: Tell; readonly attempts: Map<string, Attempt>; readonly all: Map<string, Held> };

export function createClaims({ fit, running, onEnded }: ClaimsOptions): Claims {
  const tasks = new Map<TaskId, Attached>();
  const distrusted = new Set<string>();
  /** Makes one claim after another, so that earlier claims count when a worker is chosen. */
  let giving: Promise<unknown> = Promise.resolve();

  const everyHeld = (): readonly Held[] =>
    [...tasks.values()].flatMap(({ attempts }) =>
      [...attempts.values()].flatMap(({ held }) => (held && !held.ended.aborted ? [held] : [])),
    );

  function attach(task_id: TaskId, tell: Tell): () => void {
    const attached: Attached = { tell, attempts: new Map(), all: new Map() };
    tasks.set(task_id, attached);
    return () => {
      if (tasks.get(task_id) === attached) tasks.delete(task_id);
      for (const held of attached.all.values()) {
        held.stop.abort(new ClaimLost('left', 'the task has ended'));
        onEnded(held);
      }
    };
  }

  async function claimFor({ task_id, key }: Parameters<Claims['for']>[0]): Promise<Claim | undefined> {
    const attached = tasks.get(task_id);
    if (!attached) return undefined;
    const [place = ''] = key.split('/');
    const attempt = attached.attempts.get(place) ?? { not: new Set<string>() };
    attached.attempts.set(place, attempt);
    if (attempt.held && !attempt.held.ended.aborted) return attempt.held;
    const given = giving.then(() => give(task_id, attached, attempt, place));
    giving = given.catch(() => {});
    return given;
  }

  async function give(task_id: TaskId, { tell, all }: Attached, attempt: Attempt, place: string): Promise<Claim | undefined> {
    const { held, last: why } = attempt;
    if (held && !held.ended.aborted) return held;
    const claims = Map.groupBy(everyHeld(), ({ worker }) => worker);
    const counts = new Map([...claims].map(([worker, list]) => [worker, list.length]));
    const not = new Set([...attempt.not, ...distrusted]);
    const worker = chooseWorker(fit(), { running: running(), claims: counts, not });
    const [round = 0, subtask = 0, number = 0] = place.split('.').map(Number);
    const told = { kind: 'claim', round, subtask, attempt: number, ...(why && { why }) } as const;
    delete attempt.last;
    if (worker === undefined) {
      if (why) await tell({ ...told, worker: null });
      return undefined;
    }
    const given = await tell({ ...told, worker });
    if (given === undefined) return undefined;
    const stop = new AbortController();
    const claim: Held = { task_id, worker, number: given, token: randomBytes(16).toString('hex'), ended: stop.signal, stop };
    attempt.held = claim;
    all.set(claim.token, claim);
    if (!fit().some(({ id }) => id === worker)) finish(claim, 'silent'); // the worker may have fallen silent while the claim was written
    return claim;
  }

  function finish(claim: Held, why: ClaimEnd): void {
    if (claim.ended.aborted) return;
    const attempts = tasks.get(claim.task_id)?.attempts.values() ?? [];
    const attempt = [...attempts].find(({ held }) => held === claim);
    if (attempt) attempt.last = why;
    if (why === 'failed' || why === 'lied' || why === 'busy') attempt?.not.add(claim.worker);
    if (why === 'lied') distrusted.add(claim.worker);
    claim.stop.abort(new ClaimLost(why));
    onEnded(claim);
  }

  return {
    attach,
    for: claimFor,
    end(claim, why) {
      const held = tasks.get(claim.task_id)?.all.get(claim.token);
      if (held) finish(held, why);
    },
    lose(worker, why) {
      for (const held of everyHeld()) if (held.worker === worker) finish(held, why);
    },
    withToken: (token) => [...tasks.values()].map(({ all }) => all.get(token)).find((claim) => claim !== undefined),
    tellerOf: (task_id) => tasks.get(task_id)?.tell,
    get workers() {
      return new Set(everyHeld().map(({ worker }) => worker));
    },
  };
}
