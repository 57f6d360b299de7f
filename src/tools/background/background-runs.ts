/** The background runs of all tasks in this process: each belongs to its task and ends with it, unless it is kept. */
import type { BackgroundEnd } from '../../contracts/background-end.ts';
import type { Change } from '../changes/change.ts';
import type { Door } from '../containment/walls/doors.ts';
import { proxyPort } from '../network/proxy-environment.ts';
import { type BackgroundOptions, BackgroundRun } from './background-run.ts';
import type { JobFiles } from './job-files.ts';
import { endOf, endText } from './run-text.ts';

/** Limits per task: how many runs may be active at once, how many ended runs stay listed, and how many doors their ports may have. */
const max = { running: 8, ended: 32, doors: 32 } as const;

export type BackgroundRunsOptions = {
  /** Whether the runs of an ended task continue until the next task begins, so that the person can decide to keep them. */
  readonly lingers?: boolean | undefined;
  /** The files through which other programs find the runs. */
  readonly jobs?: JobFiles | undefined;
};

/** How often the job files are updated and stop requests are checked. */
const lookMs = 500;

export class BackgroundRuns implements AsyncDisposable {
  readonly #lingers: boolean;
  readonly #ended = new Set<string>();
  readonly #runs: BackgroundRun[] = [];
  readonly #kept = new Set<BackgroundRun>();
  /** Runs that outlived their task. */
  readonly #outlived = new WeakSet<BackgroundRun>();
  readonly #jobs: JobFiles | undefined;
  #count = 0;

  constructor({ lingers = false, jobs }: BackgroundRunsOptions = {}) {
    this.#lingers = lingers;
    this.#jobs = jobs;
  }

  /** Starts a run; undefined if too many are already running. */
  start({ task_id, ...options }: Omit<BackgroundOptions, 'id' | 'since'>): BackgroundRun | undefined {
    const own = this.#runs.filter((run) => run.task_id === task_id);
    if (own.filter(({ end }) => !end).length >= max.running) return undefined;
    const over = own.filter(({ end }) => end);
    if (over.length >= max.ended) this.#forget(over.slice(0, 1));
    this.#count += 1;
    const run = new BackgroundRun({ ...options, task_id, id: `bg-${this.#count}`, since: new Date() });
    this.#runs.push(run);
    if (this.#jobs) this.#show(run, this.#jobs);
    return run;
  }

  /** Updates the information about a run that other programs see, and ends the run if one of them requested this. */
  #show(run: BackgroundRun, jobs: JobFiles): void {
    let shown = '';
    const look = async () => {
      const ports = (await run.ports()).map(({ port }) => port);
      const { id, task_id, since } = run;
      const job = {
        id,
        task_id,
        ...run.shown,
        since: since.toISOString(),
        ports,
        is_kept: this.isKept(run),
        reached: run.traffic.reached(),
      };
      if (run.end || JSON.stringify(job) === shown) return;
      shown = JSON.stringify(job);
      jobs.write(job);
    };
    const timer = setInterval(() => {
      if (jobs.isStopWanted(run.id)) void run.stop();
      else void look();
    }, lookMs).unref();
    void look();
    void run.finished.then((end) => {
      clearInterval(timer);
      const reached = run.traffic.reached();
      jobs.remove(run.id);
      // The task's journal has the traffic up to the end of the task.
      if (!this.#outlived.has(run) || reached.length === 0) return;
      const { id, task_id, since } = run;
      jobs.write({ id, task_id, ...run.shown, since: since.toISOString(), ports: [], is_kept: false, reached, ended: endText(end) });
    });
  }

  /** The runs that are visible to a task's calls: its own, and those that the person keeps. */
  of(task_id: string): readonly BackgroundRun[] {
    return this.#runs.filter((run) => run.task_id === task_id || this.#kept.has(run));
  }

  /** The active runs of all tasks. */
  running(): readonly BackgroundRun[] {
    return this.#runs.filter(({ end }) => !end);
  }

  isKept(run: BackgroundRun): boolean {
    return this.#kept.has(run);
  }

  /** A door for each port on which a background run of the task, or a kept run, listens; if several share a port, the door leads to the newest. */
  async doors(task_id: string, taken: readonly Door[] = []): Promise<readonly Door[]> {
    const reachable = this.of(task_id).filter(({ end }) => !end);
    if (reachable.length === 0) return [];
    const closed = new Set([proxyPort, ...taken.map(({ port }) => port)]);
    const listening = await Promise.all(reachable.map(async (run) => (await run.ports()).map((to) => ({ run, to }))));
    const byPort = new Map(
      listening.flat().flatMap(({ run, to }) => (closed.has(to.port) ? [] : [[to.port, (socket) => run.serve(socket, to)]])),
    ) satisfies ReadonlyMap<number, Door['onConnection']>;
    return [...byPort].slice(0, max.doors).map(([port, onConnection]) => ({ port, onConnection }));
  }

  /** Makes applied changes visible to all runs. */
  async show(changes: readonly Change[]): Promise<void> {
    await Promise.all(this.running().map((run) => run.show(changes)));
  }

  /** Keeps the runs of a task until all runs are disposed of. */
  keep(task_id: string): readonly BackgroundRun[] {
    const kept = this.running().filter((run) => run.task_id === task_id);
    for (const run of kept) this.#kept.add(run);
    return kept;
  }

  /**
   * Called when a task is about to end: ends its runs, except those that are kept or linger. Reports how each of them ended; undefined if the task
   * started none.
   */
  conclude(task_id: string): Promise<readonly BackgroundEnd[]> | undefined {
    const own = this.#runs.filter((run) => run.task_id === task_id);
    if (own.length === 0) return undefined;
    return Promise.all(
      own.map(async (run) => {
        const isEnding = !run.end && !this.#lingers && !this.#kept.has(run);
        if (isEnding) await run.stop();
        if (!run.end) this.#outlived.add(run);
        return endOf(run, isEnding ? 'was stopped at the end of the task' : undefined);
      }),
    );
  }

  /** Called when a task begins: ends runs left by earlier tasks, unless they are kept. */
  async taskBegins(): Promise<void> {
    const ended = [...this.#ended];
    this.#ended.clear();
    await Promise.all(ended.map((task_id) => this.#endWith(task_id)));
  }

  /** Called when a task has ended: ends the runs that the task left, unless they are kept or linger. */
  async taskEnded(task_id: string): Promise<void> {
    if (this.#lingers) this.#ended.add(task_id);
    else await this.#endWith(task_id);
  }

  async #endWith(task_id: string): Promise<void> {
    const over = this.#runs.filter((run) => run.task_id === task_id && !this.#kept.has(run));
    this.#forget(over);
    await Promise.all(over.map((run) => run.stop()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#runs];
    this.#forget(all);
    this.#kept.clear();
    await Promise.all(all.map((run) => run.stop()));
  }

  #forget(over: readonly BackgroundRun[]): void {
    for (const run of over) this.#runs.splice(this.#runs.indexOf(run), 1);
  }
}
