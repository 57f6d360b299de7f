/** The loop of one task: delivers its log entry by entry, each to whom it concerns, and ends when R7's FinalResult is on disk. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError, asArtooError, type ErrorCode } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { Party } from '../contracts/parties.ts';
import { isRouted } from '../contracts/routes.ts';
import type { World } from '../effects/effects.ts';
import { createPurse, type Purse } from '../effects/purse.ts';
import type { Entry, Origin } from '../journal/entry.ts';
import { isGiven } from '../journal/tape.ts';
import type { Caps } from '../laws/caps.ts';
import type { TaskMemory } from '../roles/r5-memory/task-memory.ts';
import type { Role } from '../roles/role.ts';
import type { Activation } from './activation.ts';
import { Handlers } from './handlers.ts';
import type { Limits } from './limits.ts';
import type { Body, Log, Logged } from './log.ts';
import { MemoryLine } from './memory-line.ts';
import { OpenEffects } from './open-effects.ts';
import type { Person } from './person.ts';
import { PersonLine } from './person-line.ts';
import type { AnyDraft } from './route-gate.ts';
import { TimeCap } from './time-cap.ts';
import { TurnWatch } from './turn-watch.ts';

export type TaskOptions = {
  readonly task_id: TaskId;
  readonly roles: readonly Role[];
  readonly log: Log;
  readonly world: World;
  readonly person: Person;
  readonly memory: TaskMemory;
  /** Sees every entry once it is written, and whether it came from the tape. */
  readonly publish: (entry: Entry, isFromTape: boolean) => void;
  /** Of a fork: which task it shares its beginning with. */
  readonly origin: Origin | undefined;
  readonly limits: Limits;
  readonly caps: Caps;
  /** Whether the cap on time grows with the pace of the models. */
  readonly capGrows: boolean;
};

/** How many deliveries may follow each other before timers, signals and sockets get their turn. */
const sliceOf = 512;

/** Undefined stands for a replay whose tape ends before the task did. */
type Ending = FinalResult | undefined;

export class TaskLoop {
  readonly #options: TaskOptions;
  readonly #log: Log;
  readonly #handlers: Handlers;
  readonly #effects: OpenEffects;
  readonly #person: PersonLine;
  readonly #memory: MemoryLine;
  readonly #time: TimeCap;
  readonly #cancelled = new AbortController();
  readonly #ending = Promise.withResolvers<Ending>();
  #final: FinalResult | undefined;
  #over = false;
  #delivered = 0;
  #stalls = 0;
  #derivedInARow = 0;
  #ranAway = false;
  #alarmed = false;
  #lazyPurse: Purse | undefined;
  #wake: () => void = () => {};

  constructor(options: TaskOptions) {
    const { roles, log, world, task_id, origin, caps, limits, memory } = options;
    this.#options = options;
    this.#log = log;
    this.#handlers = new Handlers({
      roles,
      derive: (body) => this.#derive(body),
      repeatable: world.repeatable,
      onFinal: (payload) => this.#close(payload),
      onFailure: (activation, error) => this.#onFailure(activation, error),
      totals: () => ({ cost: log.tally.cost, changed: log.tally.changed }),
      signal: this.#cancelled.signal,
    });
    this.#effects = new OpenEffects({
      world,
      owner: ({ seq }) => ({ task_id, purse: this.#purse, ...(origin && seq < origin.seq && { sharedWith: origin.task_id }) }),
      log,
      onOutcome: () => this.#wake(),
      onUnsafe: (error) => this.#break(asArtooError(error, 'journal_unwritable')),
    });
    this.#time = new TimeCap({ active_ms: caps.active_ms, grows: options.capGrows, log, onUp: () => this.#wake() });
    this.#person = new PersonLine({
      person: options.person,
      log,
      admit: (draft) => this.#handlers.admit('User', draft),
      send: (draft) => this.send(draft),
      onBroken: (error) => {
        if (!this.isEnding) this.#break(asArtooError(error, 'handler_failed'));
      },
      onCancel: () => this.#abort(),
      onSaid: () => this.#wake(),
    });
    this.#memory = new MemoryLine({
      memory,
      log,
      ownFrom: origin?.seq ?? 0,
      recallMs: limits.recallMs,
      graceMs: limits.graceMs,
      onChange: () => this.#wake(),
      onUnwritable: (error) => this.#break(asArtooError(error, 'journal_unwritable')),
    });
  }

  /** Runs to the end. Rejects when the task could not be ended properly: what is on disk can be resumed. */
  async run(): Promise<Ending> {
    this.#ending.promise.catch(() => {}); // whoever runs the task sees it below
    await this.#loop();
    const unsafe = await this.#letGo();
    const ending = await this.#ending.promise;
    if (unsafe) throw unsafe;
    return ending;
  }

  async #loop(): Promise<void> {
    const { turnMs } = this.#options.limits;
    using watch = new TurnWatch({ turnMs, atWork: () => this.#handlers.atWork, onStuck: (detail) => this.#stuck(detail) });
    try {
      await breathe(); // whoever started the task can watch it from its first entry
      while (!this.#over) await this.#step(watch);
    } catch (error) {
      this.#break(asArtooError(error, 'handler_failed'));
    }
  }

  /** A draft of the person. Throws an ArtooError when it is refused or the task is over. */
  send(draft: AnyDraft): void {
    if (this.isEnding) throw new ArtooError('task_over', `${this.#options.task_id} has ended`);
    this.#person.say(draft);
  }

  /** Whether the end is decided: nothing that is said now can change it. */
  get isEnding(): boolean {
    return this.#over || this.#final !== undefined;
  }

  /** Stops here, without an end: the journal stays as it is and can be resumed. */
  interrupt(): void {
    this.#break(new ArtooError('stopped', `artoo stopped before ${this.#options.task_id} had ended`));
  }

  /** Opened when the first live effect needs it: by then everything that an earlier run has spent is counted. */
  get #purse(): Purse {
    const { input_tokens, output_tokens, usd } = this.#log.tally.cost;
    this.#lazyPurse ??= createPurse(this.#options.caps, { tokens: input_tokens + output_tokens, usd });
    return this.#lazyPurse;
  }

  async #step(watch: TurnWatch): Promise<void> {
    if (!this.#final) this.#time.look();
    const batch = this.#log.commit();
    this.#watchInbox(batch.length);
    this.#publishAll(batch);
    if (batch.length > 0) await this.#deliverAll(batch, watch);
    else await this.#idle();
  }

  async #deliverAll(batch: readonly Logged[], watch: TurnWatch): Promise<void> {
    for (const logged of batch) {
      this.#delivered += 1;
      watch.next();
      const turn = this.#deliver(logged);
      if (turn) await turn;
      if (this.#over) return;
      if (this.#delivered % sliceOf === 0) await breathe();
    }
  }

  /** Brings one entry to whom it concerns. Once the task is closing, only answers still count. */
  #deliver({ entry, soFar }: Logged): Promise<void> | undefined {
    if (isGiven(entry) && !isRecall(entry)) this.#derivedInARow = 0;
    switch (entry.kind) {
      case 'message':
        if (entry.reply_to !== undefined) this.#person.answered(entry.reply_to);
        if (entry.from === 'R5') this.#memory.heard(entry);
        if (entry.to === 'R5') return void this.#memory.take(entry);
        if (this.#final) return undefined;
        if (entry.type === 'Cancel') this.#cancel();
        if (entry.to !== 'User') return this.#handlers.deliver(entry, soFar);
        this.#person.show(entry);
        return undefined;
      case 'intent':
        this.#effects.begin(entry);
        return undefined;
      case 'outcome':
        if (!this.#effects.end(entry))
          throw new ArtooError('journal_corrupt', `entry ${entry.seq} answers ${entry.key}, which nobody asked for`);
        return this.#final ? undefined : this.#handlers.answer(entry, soFar);
      case 'alarm':
        if (entry.code === 'budget_spent') this.#onTimeUp(entry.detail);
        return undefined;
      default:
        return undefined;
    }
  }

  #onTimeUp(detail: string): void {
    this.#time.heard();
    if (!this.#final) this.#fail('Host', 'budget_spent', detail);
  }

  #cancel(): void {
    this.#abort();
    this.#cancelled.abort();
  }

  /** Nothing that is asked of the world or of memory counts any more. */
  #abort(): void {
    this.#effects.abort();
    this.#memory.close();
  }

  /** Everything written is delivered. Either the tape has more, or the task ends, or something is under way, or nothing ever will be. */
  async #idle(): Promise<void> {
    if (this.#log.follow()) return;
    if (this.#log.tapeEnded && !this.#log.live) return this.#leaveTape();
    if (this.#wakeUp()) return;
    if (this.#final && this.#memory.settle() && this.#effects.size === 0) return this.#finish(this.#final);
    if (this.#final || this.#isWorking || this.#handlers.awaitsPerson) return this.#park();
    this.#stall();
  }

  /** Whether the world or memory is to answer something. */
  get #isWorking(): boolean {
    return this.#effects.size > 0 || this.#memory.isAsked;
  }

  /** The end of the tape: a replay is over, a resumed run goes on from the world. */
  #leaveTape(): void {
    if (this.#log.endsWithTape) return this.#end(undefined);
    this.#log.goLive();
  }

  /** Takes up what the tape left open, once it is used up. False when there was nothing. */
  #wakeUp(): boolean {
    if (!this.#log.live) return false;
    const asked = this.#final === undefined && this.#person.wake(); // a task that is ending has nothing to ask
    const remembered = this.#memory.wake();
    return this.#effects.wake() || asked || remembered;
  }

  async #park(): Promise<void> {
    if (!this.#log.live) throw this.#underived();
    const woken = Promise.withResolvers<void>();
    this.#wake = woken.resolve;
    using _time = this.#final || !this.#isWorking ? undefined : this.#time.watch(); // no time passes while only a person is awaited
    await woken.promise;
    this.#wake = () => {};
  }

  /** Nothing is left to do and nobody ended the task: R7 is told, once. */
  #stall(): void {
    this.#stalls += 1;
    if (this.#stalls === 1) return this.#fail('Host', 'stalled', 'nothing is left to do, and no role has ended the task');
    if (!this.#log.live) throw this.#underived();
    this.#halt('stalled', 'nothing is left to do, and R7 did not end the task');
  }

  #derive(body: Body): Entry | undefined {
    if (this.#over) return undefined;
    this.#derivedInARow += 1;
    if (this.#derivedInARow > this.#options.limits.derived) return this.#runAway();
    try {
      const entry = this.#log.derive(body);
      if (!entry) this.#end(undefined);
      return entry;
    } catch (error) {
      this.#break(asArtooError(error, 'handler_failed'));
      return undefined;
    }
  }

  /** Roles that keep each other busy, or one that drafts without end, are stopped: first the handler, then the task. */
  #runAway(): undefined {
    this.#derivedInARow = 0;
    const detail = `more than ${this.#options.limits.derived} entries followed from one`;
    const activation = this.#handlers.atWork;
    if (this.#ranAway || !activation) return void this.#halt('runaway', detail);
    this.#ranAway = true;
    this.#onFailure(activation, new ArtooError('runaway', `${activation}: ${detail}`));
    activation.drop();
  }

  #onFailure(activation: Activation, error: ArtooError): void {
    if (this.#over || (error.code === 'cancelled' && this.#cancelled.signal.aborted)) return;
    const { role, message } = activation;
    if (role === 'R7' && message.type === 'Failure') return this.#halt(error.code, `R7 failed at a Failure: ${error.message}`);
    this.#fail(isRouted('Failure', role, 'R7') ? role : 'Host', error.code, error.message, role);
    this.#wake();
  }

  #fail(from: Party, code: ErrorCode, detail: string, role: Party = from): void {
    this.#derive({ kind: 'message', from, to: 'R7', type: 'Failure', payload: { code, role, detail: detail.slice(0, 2000) } });
  }

  /** R7 has decided. From here on no handler runs; the FinalResult is appended when every effect is answered and what is to be remembered is durable. */
  #close(final: FinalResult): void {
    this.#final = final;
    this.#memory.close();
    const closed = this.#effects.close(this.#options.limits.graceMs);
    closed.then(
      () => this.#wake(),
      (error) => this.#break(asArtooError(error, 'journal_unwritable')),
    );
  }

  #finish(final: FinalResult): void {
    const { cost, changed } = this.#log.tally;
    const payload = { ...final, cost, changed };
    if (!this.#derive({ kind: 'message', from: 'R7', to: 'User', type: 'FinalResult', payload })) return;
    if (!this.#log.tapeEnded) throw this.#underived();
    this.#end(payload);
  }

  /** The host cannot go on and R7 cannot end it: the journal says why. A tape that is followed says so itself. */
  #halt(code: ErrorCode, detail: string): void {
    if (this.#over || !this.#log.live) return;
    try {
      this.#log.give({ kind: 'halt', code, detail: detail.slice(0, 2000) });
      this.#break(new ArtooError(code, detail));
    } catch (error) {
      this.#break(asArtooError(error, 'journal_unwritable'));
    }
  }

  #stuck(detail: string): void {
    this.#halt('handler_stuck', detail);
    this.#break(new ArtooError('handler_stuck', detail)); // a tape does not say it for us
  }

  #watchInbox(size: number): void {
    if (size <= this.#options.limits.inbox || this.#alarmed || !this.#log.live) return;
    this.#alarmed = true;
    this.#log.give({ kind: 'alarm', code: 'inbox_grows', detail: `${size} entries wait to be delivered` });
  }

  #end(ending: Ending): void {
    this.#leave(() => this.#ending.resolve(ending));
  }

  #break(error: ArtooError): void {
    this.#leave(() => this.#ending.reject(error));
  }

  /** The first reason to leave the loop wins. A handler in its turn is taken out of it, so that the loop sees it. */
  #leave(settle: () => void): void {
    if (this.#over) return;
    this.#over = true;
    settle();
    this.#handlers.atWork?.drop();
    this.#memory.close();
    this.#wake();
  }

  /** Nothing of the task runs any more, and everything is on disk, before the file is let go. Returns what stood against it. */
  async #letGo(): Promise<ArtooError | undefined> {
    await this.#effects.leave(this.#options.limits.graceMs);
    try {
      const batch = this.#log.commit();
      await this.#log.sync();
      this.#publishAll(batch);
      return undefined;
    } catch (error) {
      return asArtooError(error, 'journal_unwritable');
    } finally {
      await this.#log.close();
    }
  }

  #underived(): ArtooError {
    return new ArtooError('diverged', `entry ${this.#log.size} is on the record, and no code derives it`);
  }

  #publishAll(batch: readonly Logged[]): void {
    for (const { entry } of batch) this.#options.publish(entry, this.#log.isFromTape(entry));
  }
}

/** What memory says leads nowhere new: a role that does nothing but ask it goes round in circles. */
const isRecall = (entry: Entry): boolean => entry.kind === 'message' && entry.from === 'R5';
