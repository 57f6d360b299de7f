/** The effects of one task that have no outcome yet. Each is performed once its intent is written, and answered exactly once. */
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError, type ErrorCode } from '../contracts/errors.ts';
import type { EffectKey } from '../contracts/ids.ts';
import type { EffectOutcome, Owner, World } from '../effects/effects.ts';
import { mayRepeat, whileEnding } from '../effects/repeat-effect.ts';
import type { Intent, Outcome } from '../journal/entry.ts';
import type { Log } from './log.ts';

export type OpenEffectsOptions = {
  readonly world: World;
  /** Which task an effect is performed for. */
  readonly owner: (intent: Intent) => Owner;
  readonly log: Log;
  /** An outcome was appended. */
  readonly onOutcome: () => void;
  /** The intent could not be synced to disk, or another process has taken over the task, so the effect was not performed. */
  readonly onUnsafe: (error: unknown) => void;
};

export class OpenEffects {
  readonly #options: OpenEffectsOptions;
  readonly #abort = new AbortController();
  readonly #open = new Map<EffectKey, Intent>();
  readonly #held = new Map<EffectKey, { readonly intent: Intent; readonly resumes: number }>();
  readonly #running = new Map<EffectKey, Promise<void>>();
  readonly #answeredKeys = new Set<EffectKey>();
  #closing = false;
  #graceMs = 0;
  #over = false;

  constructor(options: OpenEffectsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /** An intent was delivered. It is performed now or, if it is from a tape, once the tape ends without its outcome. */
  begin(intent: Intent): void {
    const { log } = this.#options;
    this.#open.set(intent.key, intent);
    if (log.isFromTape(intent)) this.#held.set(intent.key, { intent, resumes: log.resumes });
    else this.#start(intent);
  }

  /** An outcome was delivered. False if no effect was waiting for it. */
  end({ key }: Outcome): boolean {
    this.#held.delete(key);
    return this.#open.delete(key);
  }

  /** The tape is used up: effects that it left open are resumed. False if there were none. */
  wake(): boolean {
    if (this.#held.size === 0) return false;
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const { intent, resumes } of held) this.#start(intent, this.#options.log.resumes - resumes);
    return true;
  }

  /** Stops every effect of the task. */
  abort(): void {
    this.#abort.abort(stopped); // one reason for all: making a reason costs more than the abort
  }

  /** The task ends: nothing new is performed, running effects are stopped, and those that do not stop in time get an outcome. */
  async close(graceMs: number): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#graceMs = graceMs;
    this.abort();
    await this.#stopped(graceMs);
    for (const key of this.#running.keys()) this.#answer(key, unknown);
  }

  /** This process gives the task up to another: running effects are stopped, and nothing more is written. */
  async leave(graceMs: number): Promise<void> {
    this.#over = true;
    this.abort();
    await this.#stopped(graceMs);
  }

  /** `lives`: how many processes have started the effect before; undefined for a new effect. */
  #start(intent: Intent, lives?: number): void {
    const { world, log, owner, onUnsafe } = this.#options;
    const { key, repeatable } = intent;
    const wasStarted = lives !== undefined;
    const ending = this.#closing ? whileEnding(intent, wasStarted) : undefined;
    if (ending === 'unknown' || ending === 'not performed') return this.#answer(key, ending === 'unknown' ? unknown : notPerformed);
    if (wasStarted && !mayRepeat(intent) && !log.hasReceiptsOf(intent)) return this.#answer(key, begunElsewhere);
    const { signal } = this.#abort;
    const perform = () => (wasStarted ? world.recover(intent, owner(intent), signal, lives) : world.perform(intent, owner(intent), signal));
    const may = repeatable ? log.mayAct() : log.sync();
    const outcome = may ? may.then(perform) : perform();
    const bounded = this.#closing ? Promise.race([outcome, delay(this.#graceMs, unknown, { ref: false })]) : outcome;
    this.#running.set(key, bounded.then((answer) => this.#answer(key, answer)).catch(onUnsafe));
  }

  /** Only the first answer counts: one that comes after the grace period is ignored. */
  #answer(key: EffectKey, outcome: EffectOutcome): void {
    this.#running.delete(key);
    if (this.#over || this.#answeredKeys.has(key)) return;
    this.#answeredKeys.add(key);
    this.#options.log.give({ kind: 'outcome', key, ...outcome });
    this.#options.onOutcome();
  }

  async #stopped(graceMs: number): Promise<void> {
    if (this.#running.size === 0) return;
    const waited = new AbortController();
    const grace = delay(graceMs, undefined, { signal: waited.signal }).catch(() => {}); // aborted once all effects have stopped
    await Promise.race([Promise.all(this.#running.values()), grace]);
    waited.abort();
  }
}

const stopped = new ArtooError('cancelled', 'the task ended before this was done');
const failed = (code: ErrorCode, detail: string): EffectOutcome => ({ ms: 0, result: { ok: false, code, detail } });
const notPerformed = failed('cancelled', 'not performed: the task was ending');
const unknown = failed('interrupted', 'it did not stop in time, or its process died: whether it took effect is unknown');
const begunElsewhere = failed('interrupted', 'it was begun on another machine, which stopped: whether it took effect is unknown');
