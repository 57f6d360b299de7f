/**
 * When the auditor reads journals: unread ones soon after the first task begins, and each task's after it ends. Reports are due when their windows
 * are over.
 */
import { type Auditor, createAuditor } from '../../audit/auditor.ts';
import { windowEnd } from '../../audit/windows/window.ts';
import type { AuditEvent } from '../../contracts/audit.ts';
import { asArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { findTasks } from '../../history/tasks/task-list.ts';
import { journalPath } from '../../journal/files.ts';
import { differenceIn } from './replay-difference.ts';

export type AuditScheduleOptions = {
  readonly data: string;
  readonly now: () => number;
  readonly onNotice?: ((notice: string) => void) | undefined;
  /** How long after the first task to look for unread journals, so as not to delay its first model call. */
  readonly startMs?: number;
  /** How long an ended task waits for others to end, so that they are read together. */
  readonly waitMs?: number;
  /** How long a process that is about to exit may spend on journals that earlier processes left. */
  readonly closeMs?: number;
};

/** Never throws: a task does not depend on its auditor. A failed write is reported once, and made up for next time. */
export class AuditSchedule {
  readonly #options: AuditScheduleOptions;
  readonly #due = new Set<TaskId>();
  #auditor: Auditor | undefined;
  #isBegun = false;
  #isTold = false;
  #isClosed = false;
  /** Whether earlier processes left journals that have not been read yet. */
  #isBehind = true;
  #starting: NodeJS.Timeout | undefined;
  #ending: NodeJS.Timeout | undefined;
  #reporting: NodeJS.Timeout | undefined;
  #pass: Promise<unknown> = Promise.resolve();

  constructor(options: AuditScheduleOptions) {
    this.#options = options;
  }

  /** A task begins. */
  begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#starting = setTimeout(() => void this.#catchUp(), this.#options.startMs ?? 2_000).unref();
  }

  /** A task has ended, and its journal is closed. */
  end(task_id: TaskId): void {
    this.#due.add(task_id);
    this.#ending ??= setTimeout(() => void this.#readDue(), this.#options.waitMs ?? 1_000).unref();
  }

  /** Reads a journal now; resolves with what was found in it, or in several tasks together. */
  async audit(task_id: TaskId): Promise<readonly AuditEvent[]> {
    this.#due.delete(task_id);
    return this.#read([task_id]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of [this.#starting, this.#ending, this.#reporting]) clearTimeout(timer);
    await this.#readDue();
    if (this.#isBegun && this.#isBehind) await this.#catchUp(AbortSignal.timeout(this.#options.closeMs ?? 1_000));
    await this.#pass;
  }

  /** Reads all unread journals, including those that a killed process left. */
  #catchUp(signal?: AbortSignal): Promise<unknown> {
    this.#isBehind = false;
    return this.#read(undefined, signal);
  }

  async #readDue(): Promise<void> {
    this.#ending = undefined;
    const due = [...this.#due];
    this.#due.clear();
    if (due.length > 0) await this.#read(due);
  }

  /** Runs one pass at a time, because a pass holds the record. */
  #read(tasks: readonly TaskId[] | undefined, signal?: AbortSignal): Promise<readonly AuditEvent[]> {
    const pass = this.#pass.then(() => this.#passOver(tasks, signal));
    this.#pass = pass;
    return pass;
  }

  async #passOver(tasks: readonly TaskId[] | undefined, signal: AbortSignal | undefined): Promise<readonly AuditEvent[]> {
    const { data, now, onNotice } = this.#options;
    try {
      this.#auditor ??= createAuditor({ data, now, journals: () => findTasks(data), replay: differenceIn });
      const { found, open } = await this.#auditor.pass(
        tasks?.map((task_id) => ({ task_id, path: journalPath(data, task_id) })),
        signal,
      );
      if (open !== undefined && !this.#isClosed) this.#reportAt(windowEnd(open));
      return found;
    } catch (error) {
      const { message, hint } = asArtooError(error, 'audit_unwritable');
      if (!this.#isTold) onNotice?.(`The auditor could not write its record: ${message}. ${hint}`);
      this.#isTold = true;
      return [];
    }
  }

  /** A process that keeps running seals the record when the window is over. */
  #reportAt(end: number): void {
    clearTimeout(this.#reporting);
    this.#reporting = setTimeout(() => void this.#read([]), Math.max(0, end - this.#options.now()) + 1_000).unref();
  }
}
