/** The loop of one task: delivers each entry of its log to the parts that handle it, and ends when R7's FinalResult is on disk. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import { underived } from '../effects/compare-entries.ts';
import type { Entry } from '../journal/entry.ts';
import { Ending } from './ending.ts';
import { Handlers } from './handlers.ts';
import { BackgroundLine } from './lines/background-line.ts';
import { MemoryLine } from './lines/memory-line.ts';
import { PersonLine } from './lines/person-line.ts';
import { WorldLine } from './lines/world-line.ts';
import type { Log, Logged, MakesBody } from './log.ts';
import { OpenEffects } from './open-effects.ts';
import { ownerOf } from './owner-of.ts';
import type { AnyDraft } from './route-gate.ts';
import type { TaskOptions } from './task-options.ts';
import { TimeCap } from './time-cap.ts';
import { Trouble } from './trouble.ts';
import { TurnWatch } from './turn-watch.ts';

/** How many deliveries may follow each other without a break before timers, signals and sockets run. */
const maxDeliveriesAtOnce = 512;

export class TaskLoop {
  readonly #options: TaskOptions;
  readonly #log: Log;
  readonly #handlers: Handlers;
  readonly #effects: OpenEffects;
  readonly #person: PersonLine;
  readonly #memory: MemoryLine;
  readonly #background: BackgroundLine;
  readonly #time: TimeCap;
  readonly #ending: Ending;
  readonly #trouble: Trouble;
  readonly #cancelled = new AbortController();
  #world: WorldLine | undefined;
  #delivered = 0;
  #wake: () => void = () => {};

  constructor(options: TaskOptions) {
    const { roles, log, world, task_id, origin, caps, limits, memory } = options;
    const wake = () => this.#wake();
    const onUnwritable = (error: unknown) => this.#ending.fail(error, 'journal_unwritable');
    this.#options = options;
    this.#log = log;
    this.#handlers = new Handlers({
      roles,
      derive: (body) => this.#derive(body),
      repeatable: world.repeatable,
      onFinal: (payload) => this.#ending.decide(payload),
      onFailure: (activation, error) => {
        this.#trouble.onFailure(activation, error);
        wake();
      },
      totals: () => ({ changed: log.tally.changed, cost: log.tally.cost }),
      signal: this.#cancelled.signal,
    });
    this.#effects = new OpenEffects({
      world,
      owner: ownerOf({ task_id, origin, caps, log }),
      log,
      onOutcome: wake,
      onUnsafe: onUnwritable,
    });
    this.#time = new TimeCap({ active_ms: caps.active_ms, grows: options.capGrows, log, onUp: wake });
    this.#person = new PersonLine({
      person: options.person,
      log,
      admit: (draft) => this.#handlers.admit('User', draft),
      questionOf: (reply) => this.#handlers.questionOf(reply),
      send: (draft) => this.send(draft),
      onBroken: (error) => {
        if (!this.isEnding) this.#ending.fail(error, 'handler_failed');
      },
      onCancel: () => this.#abort(),
      onSaid: wake,
    });
    this.#memory = new MemoryLine({
      memory,
      log,
      ownFrom: origin?.seq ?? 0,
      recallMs: limits.recallMs,
      graceMs: limits.graceMs,
      onChange: wake,
      onUnwritable,
    });
    this.#background = new BackgroundLine({ world, task_id, log, onSettled: wake, onUnwritable });
    this.#ending = new Ending({
      log,
      effects: this.#effects,
      memory: this.#memory,
      graceMs: limits.graceMs,
      wake,
      onOver: () => {
        this.#handlers.atWork?.drop(); // drops the handler, so that the loop continues
        wake();
      },
    });
    this.#trouble = new Trouble({
      log,
      ending: this.#ending,
      limits,
      derive: (body) => this.#derive(body),
      atWork: () => this.#handlers.atWork,
      isCancelled: () => this.#cancelled.signal.aborted,
    });
  }

  /** Runs to the end of the task, or of its tape. Rejects if the task could not be ended properly; what is on disk can be resumed. */
  async run(): Promise<FinalResult | undefined> {
    const { turnMs } = this.#options.limits;
    using watch = new TurnWatch({ turnMs, atWork: () => this.#handlers.atWork, onStuck: (detail) => this.#trouble.onStuck(detail) });
    using _time = this.#time;
    using world = this.#listenToWorld();
    this.#world = world;
    try {
      await breathe(); // lets callers start to watch the task from its first entry
      await this.#deliverAll(watch);
    } catch (error) {
      this.#ending.fail(error, 'handler_failed');
    }
    return this.#ending.close((written) => this.#publishAll(written));
  }

  /** A draft from the person. Throws an ArtooError if it is refused or the task is over. */
  send(draft: AnyDraft): void {
    if (this.isEnding) throw new ArtooError('task_over', `${this.#options.task_id} has ended`);
    this.#person.say(draft);
  }

  /** Whether the end is decided: nothing can change it any more. */
  get isEnding(): boolean {
    return this.#ending.isDecided;
  }

  /** Stops without ending the task: the journal can be resumed. */
  interrupt(): void {
    this.#ending.fail(new ArtooError('stopped', `artoo stopped before ${this.#options.task_id} had ended`), 'stopped');
    this.#log.leave(this.#options.limits.graceMs);
  }

  /** Delivers entry by entry and batch by batch, until the end. Awaits only when it has to: a task has a few hundred entries. */
  async #deliverAll(watch: TurnWatch): Promise<void> {
    while (!this.#ending.isOver) {
      const next = this.#nextBatch();
      const batch = next instanceof Promise ? await next : next;
      if (this.#ending.isOver) return;
      if (batch.length === 0 && !this.#log.hasUndelivered) {
        // more may have come while the commit waited for a bus
        await this.#idle();
        this.#time.rest();
      }
      for (const logged of batch) {
        this.#delivered += 1;
        watch.next();
        const turn = this.#deliver(logged);
        if (turn) await turn;
        if (this.#ending.isOver) return;
        if (this.#delivered % maxDeliveriesAtOnce === 0) await breathe();
      }
    }
  }

  /**
   * Takes what has been appended since the last batch, and writes and publishes it unless it can be written together with the next handler's drafts.
   */
  #nextBatch(): readonly Logged[] | Promise<readonly Logged[]> {
    if (!this.#ending.final) this.#time.look();
    const batch = this.#log.take();
    this.#trouble.watchInbox(batch.length);
    if (isOnlyOutcomes(batch)) return batch;
    const written = this.#log.commit();
    if (written instanceof Promise) return written.then((entries) => this.#published(entries, batch));
    return this.#published(written, batch);
  }

  #published(written: readonly Entry[], batch: readonly Logged[]): readonly Logged[] {
    this.#publishAll(written);
    return batch;
  }

  /** Delivers one entry. Once the task is ending, only answers still count. */
  #deliver({ entry, soFar }: Logged): Promise<void> | undefined {
    const { final } = this.#ending;
    this.#world?.onDelivered(entry);
    this.#trouble.onDelivered(entry);
    switch (entry.kind) {
      case 'message':
        if (entry.reply_to !== undefined) this.#person.answered(entry.reply_to);
        if (entry.from === 'R5') this.#memory.onReply(entry);
        if (entry.to === 'R5') return void this.#memory.take(entry);
        if (final) return undefined;
        if (entry.type === 'Cancel') {
          this.#abort();
          this.#cancelled.abort();
        }
        if (entry.to !== 'User') return this.#handlers.deliver(entry, soFar);
        this.#person.show(entry);
        return undefined;
      case 'intent':
        this.#effects.begin(entry);
        return undefined;
      case 'outcome':
        if (!this.#effects.end(entry))
          throw new ArtooError('journal_corrupt', `entry ${entry.seq} answers ${entry.key}, which was never asked for`);
        return final ? undefined : this.#handlers.answer(entry, soFar);
      case 'alarm':
        if (entry.code !== 'budget_spent') return undefined;
        this.#time.onAlarm();
        if (!final) this.#trouble.report('Host', 'budget_spent', entry.detail);
        return undefined;
      default:
        return undefined;
    }
  }

  /** From now on, what the world reports besides outcomes is appended. */
  #listenToWorld(): WorldLine {
    const { world, task_id } = this.#options;
    const onUnwritable = (error: unknown) => this.#ending.fail(error, 'journal_unwritable');
    return new WorldLine({ world, task_id, log: this.#log, isEnding: () => this.isEnding, onTold: () => this.#wake(), onUnwritable });
  }

  /** Stops effects and recalls. */
  #abort(): void {
    this.#effects.abort();
    this.#memory.close();
  }

  /** Called when everything written has been delivered: the tape has more, or the task ends, or it waits for something, or it is stalled. */
  #idle(): Promise<void> | undefined {
    if (this.#log.follow()) return undefined;
    if (this.#log.tapeEnded && !this.#log.isLive) return void (this.#log.endsWithTape ? this.#ending.reach(undefined) : this.#log.goLive());
    if (this.#wakeUp()) return undefined;
    const { final } = this.#ending;
    if (final && this.#memory.settle() && this.#effects.size === 0 && this.#background.settle()) return void this.#finish(final);
    if (final || this.#isWorking || this.#handlers.awaitsPerson) return this.#park();
    return void this.#trouble.onStall();
  }

  /** Whether an effect or a recall is running. */
  get #isWorking(): boolean {
    return this.#effects.size > 0 || this.#memory.isAsked;
  }

  /** Resumes what the tape left open, once it is used up. False if there was nothing to resume. */
  #wakeUp(): boolean {
    if (!this.#log.isLive) return false;
    const asked = !this.#ending.final && this.#person.wake(); // a task that is ending asks no more questions
    const remembered = this.#memory.wake();
    return this.#effects.wake() || asked || remembered;
  }

  /** Resolves when there is something to do. Waiting only for a person does not count as time. */
  #park(): Promise<void> {
    if (!this.#log.isLive) throw underived(this.#log.size);
    if (!this.#ending.final && this.#isWorking) this.#time.watch();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #derive(makes: MakesBody): Entry | undefined {
    if (this.#ending.isOver || !this.#trouble.mayDerive()) return undefined;
    try {
      const entry = this.#log.derive(makes);
      if (!entry) this.#ending.reach(undefined);
      return entry;
    } catch (error) {
      this.#ending.fail(error, 'handler_failed');
      return undefined;
    }
  }

  #finish(final: FinalResult): void {
    const { audited, dropped } = this.#options;
    this.#trouble.noteDropped(dropped());
    const { tally } = this.#log;
    const entry = this.#derive(() => {
      const { cost, changed } = tally;
      const payload = { ...final, cost, changed, ...(audited !== undefined && { audited }) };
      return { kind: 'message', from: 'R7', to: 'User', type: 'FinalResult', payload };
    });
    if (entry?.kind !== 'message' || entry.type !== 'FinalResult') return;
    if (!this.#log.tapeEnded) throw underived(this.#log.size);
    this.#ending.reach(entry.payload);
  }

  #publishAll(written: readonly Entry[]): void {
    for (const entry of written) this.#options.publish(entry, this.#log.isFromTape(entry));
  }
}

/** Whether a batch has only outcomes: each only resumes the handler that asked for it, so it is written together with what that handler drafts. */
const isOnlyOutcomes = (batch: readonly Logged[]): boolean => batch.length > 0 && batch.every(({ entry }) => entry.kind === 'outcome');
