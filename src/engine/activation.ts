/** Runs one handler on one message, in turns: a turn lasts until the handler ends or waits, and its drafts are handed over in order. */
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import type { Message } from '../contracts/messages.ts';
import type { RoleId } from '../contracts/parties.ts';
import type { Draft } from '../roles/role.ts';

/** How the host reacts to a handler. */
export type Supervisor = {
  /** Takes a draft. Throws to refuse the draft at its `yield`; `stop` ends the handler there. */
  take(activation: Activation, draft: Draft): 'taken' | 'stop';
  /** The handler threw. */
  failed(activation: Activation, error: ArtooError): void;
};

export type Waiting<V> = { readonly promise: Promise<V>; readonly settle: (answer: { value: V } | { error: ArtooError }) => void };

/** How many drafts a handler may hand over before timers and signals run. */
const maxDraftsAtOnce = 512;

export class Activation {
  readonly role: RoleId;
  readonly message: Message;
  readonly #supervisor: Supervisor;
  #drafts: AsyncIterator<Draft> | undefined;
  #state: 'running' | 'waiting' | 'over' = 'running';
  #endTurn: () => void = () => {};
  #taken = 0;

  constructor(role: RoleId, message: Message, supervisor: Supervisor) {
    this.role = role;
    this.message = message;
    this.#supervisor = supervisor;
  }

  /** The first turn. Resolves when the handler waits or has ended. */
  start(handler: () => AsyncIterable<Draft>): Promise<void> {
    return this.#turn(() => {
      try {
        this.#drafts = handler()[Symbol.asyncIterator]();
      } catch (thrown) {
        return this.#onThrow(thrown);
      }
      this.#pull();
    });
  }

  /** A later turn: what the handler waited for has arrived. */
  resume(settle: () => void): Promise<void> {
    if (this.#state !== 'waiting') return Promise.resolve();
    this.#state = 'running';
    return this.#turn(settle);
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** Throws unless the handler is in its turn: a handler that is waiting cannot ask for anything else. */
  mustRun(): void {
    if (this.#state === 'running') return;
    throw new ArtooError('effect_misuse', `${this} asked for a second effect before the first had ended`);
  }

  /** Ends the turn: from here on the handler waits. */
  wait<V>(): Waiting<V> {
    this.#state = 'waiting';
    const { promise, resolve, reject } = Promise.withResolvers<V>();
    void this.#endTurnSoon();
    const settle: Waiting<V>['settle'] = (answer) => {
      if ('value' in answer) return resolve(answer.value);
      promise.catch(() => {}); // a handler that never awaits the promise must not crash the process
      reject(answer.error);
    };
    return { promise, settle };
  }

  /** Ends the handler and ignores anything it still does. */
  drop(): void {
    this.#state = 'over';
    this.#endTurn();
  }

  toString(): string {
    return `the handler of ${this.message.type} in ${this.role}`;
  }

  #turn(run: () => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endTurn = resolve;
    run();
    return promise;
  }

  /**
   * A handler that does not await what it asked for continues within these ticks, so the mistake is caught within its own turn, before anything else is
   * delivered.
   */
  async #endTurnSoon(): Promise<void> {
    const end = this.#endTurn;
    for (let tick = 0; tick < 4; tick += 1) await undefined;
    end();
  }

  #pull(): void {
    this.#advance(() => this.#drafts?.next());
  }

  /** A handler might not be a generator, in which case `step` may throw, or return something other than a promise. */
  #advance(step: () => Promise<IteratorResult<Draft>> | undefined): void {
    try {
      Promise.resolve(step()).then(this.#onStep, this.#onThrow);
    } catch (thrown) {
      this.#onThrow(thrown);
    }
  }

  readonly #onStep = (step: IteratorResult<Draft> | undefined): void => {
    if (this.#state === 'over') return;
    if (this.#state === 'waiting') {
      return this.#onThrow(new ArtooError('effect_misuse', `${this} continued before its effect had ended`));
    }
    if (typeof step !== 'object' || step === null) return this.#onThrow(new ArtooError('handler_failed', `${this} is not a generator`));
    if (step.done) return this.drop();
    try {
      if (this.#supervisor.take(this, step.value) === 'stop') return this.drop();
    } catch (refusal) {
      return this.#throwInto(refusal);
    }
    this.#taken += 1;
    if (this.#taken % maxDraftsAtOnce === 0) setImmediate(() => this.#pull());
    else this.#pull();
  };

  /** A refused draft surfaces at the `yield` that made it. */
  #throwInto(refusal: unknown): void {
    if (!this.#drafts?.throw) return this.#onThrow(refusal);
    this.#advance(() => this.#drafts?.throw?.(refusal));
  }

  readonly #onThrow = (thrown: unknown): void => {
    if (this.#state === 'over') return;
    this.#supervisor.failed(this, asArtooError(thrown, 'handler_failed'));
    this.drop();
  };
}
