/** Reports what goes wrong in a task to R7, which ends the task; if R7 cannot, the task halts. */
import { ArtooError, type ErrorCode } from '../contracts/errors.ts';
import type { Party } from '../contracts/parties.ts';
import { isRouted } from '../contracts/routes.ts';
import { underived } from '../effects/compare-entries.ts';
import type { Entry } from '../journal/entry.ts';
import { isGiven } from '../journal/tape.ts';
import type { Activation } from './activation.ts';
import type { Ending } from './ending.ts';
import type { Limits } from './limits.ts';
import type { Body, Log } from './log.ts';

export type TroubleOptions = {
  readonly log: Log;
  readonly ending: Ending;
  readonly limits: Limits;
  readonly derive: (body: Body) => void;
  /** The handler in its turn, if any. */
  readonly atWork: () => Activation | undefined;
  /** Whether a Cancel has been delivered. */
  readonly isCancelled: () => boolean;
};

const maxDetail = 2_000;

export class Trouble {
  readonly #options: TroubleOptions;
  #derivedInARow = 0;
  #hasRunAway = false;
  #stalls = 0;
  #isAlarmed = false;

  constructor(options: TroubleOptions) {
    this.#options = options;
  }

  /** A handler threw. */
  onFailure({ role, message }: Activation, { code, message: why, details }: ArtooError): void {
    const { ending, isCancelled } = this.#options;
    if (ending.isOver || (code === 'cancelled' && isCancelled())) return;
    if (role === 'R7' && message.type === 'Failure') return ending.halt(code, `R7 failed at a Failure: ${why}`);
    this.report(isRouted('Failure', role, 'R7') ? role : 'Host', code, why, role, details);
  }

  /** Reports a failure to R7, which then ends the task. */
  report(from: Party, code: ErrorCode, detail: string, role: Party = from, more?: string): void {
    const payload = { code, role, detail: detail.slice(0, maxDetail), ...(more === undefined ? {} : { more: more.slice(0, maxDetail) }) };
    this.#options.derive({ kind: 'message', from, to: 'R7', type: 'Failure', payload });
  }

  /** Starts the count again if something new came from outside. */
  onDelivered(entry: Entry): void {
    if (isGiven(entry) && !isRecall(entry)) this.#derivedInARow = 0;
  }

  /** Counts derived entries. Roles that keep each other busy, or draft without end, are stopped: first the handler, then the task. */
  mayDerive(): boolean {
    const { limits, ending, atWork } = this.#options;
    this.#derivedInARow += 1;
    if (this.#derivedInARow <= limits.derived) return true;
    this.#derivedInARow = 0;
    const detail = `one entry led to more than ${limits.derived} others`;
    const activation = atWork();
    if (this.#hasRunAway || !activation) ending.halt('runaway', detail);
    else {
      this.#hasRunAway = true;
      this.onFailure(activation, new ArtooError('runaway', `${activation}: ${detail}`));
      activation.drop();
    }
    return false;
  }

  /** Nothing is left to do, and the task has not ended: reports this to R7 once. Throws `diverged` if the tape has more. */
  onStall(): void {
    const { log, ending } = this.#options;
    this.#stalls += 1;
    if (this.#stalls === 1) return this.report('Host', 'stalled', 'nothing is left to do, and no role has ended the task');
    if (!log.isLive) throw underived(log.size);
    ending.halt('stalled', 'nothing is left to do, and R7 did not end the task');
  }

  /** A handler does not end its turn in time. */
  onStuck(detail: string): void {
    const { ending } = this.#options;
    ending.halt('handler_stuck', detail);
    ending.fail(new ArtooError('handler_stuck', detail), 'handler_stuck'); // also while a tape is followed, where `halt` does nothing
  }

  /** Raises an alarm, once, when too much waits to be delivered. */
  watchInbox(size: number): void {
    const { log, limits } = this.#options;
    if (size <= limits.inbox || this.#isAlarmed || !log.isLive) return;
    this.#isAlarmed = true;
    log.give({ kind: 'alarm', code: 'inbox_grows', detail: `${size} entries are waiting to be delivered` });
  }

  /** Raises an alarm when observers were too slow. Observers only learn how many entries they missed; the auditor reads the alarm in the journal. */
  noteDropped(count: number): void {
    const { log } = this.#options;
    if (count === 0 || !log.isLive) return;
    log.give({ kind: 'alarm', code: 'observer_dropped', detail: `slow observers missed ${count} entries` });
  }
}

/** Whether an entry is a recall, which is not progress: a role that only asks memory is in an endless loop. */
const isRecall = (entry: Entry): boolean => entry.kind === 'message' && entry.from === 'R5';
