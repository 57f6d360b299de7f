/** The background runs of the tasks of one artoo: each belongs to its task and ends with it, unless it is kept. */
import type { Change } from '../changes/change.ts';
import type { Door } from '../containment/walls/doors.ts';
import { proxyPort } from '../network/proxy-environment.ts';
import { type BackgroundOptions, BackgroundRun } from './background-run.ts';

/** How many may run at once, how many that have ended are still told of, and how many ports of theirs get a door: each for one task. */
const max = { running: 8, ended: 32, doors: 32 } as const;

export type BackgroundRunsOptions = {
  /** Whether what a task left running goes on until the next task begins, so that the person can keep it. */
  readonly lingers?: boolean | undefined;
};

export class BackgroundRuns implements AsyncDisposable {
  readonly #lingers: boolean;
  readonly #ended = new Set<string>();
  readonly #runs: BackgroundRun[] = [];
  readonly #kept = new Set<BackgroundRun>();
  #count = 0;

  constructor({ lingers = false }: BackgroundRunsOptions = {}) {
    this.#lingers = lingers;
  }

  /** Undefined where too many run already. */
  start({ task_id, ...options }: Omit<BackgroundOptions, 'id' | 'since'>): BackgroundRun | undefined {
    const own = this.#runs.filter((run) => run.task_id === task_id);
    if (own.filter(({ end }) => !end).length >= max.running) return undefined;
    const over = own.filter(({ end }) => end);
    if (over.length >= max.ended) this.#forget(over.slice(0, 1));
    this.#count += 1;
    const run = new BackgroundRun({ ...options, task_id, id: `bg-${this.#count}`, since: new Date() });
    this.#runs.push(run);
    return run;
  }

  /** Those that calls of a task see: its own, and what the person keeps. */
  of(task_id: string): readonly BackgroundRun[] {
    return this.#runs.filter((run) => run.task_id === task_id || this.#kept.has(run));
  }

  /** Those that still run, whatever task they are of. */
  running(): readonly BackgroundRun[] {
    return this.#runs.filter(({ end }) => !end);
  }

  isKept(run: BackgroundRun): boolean {
    return this.#kept.has(run);
  }

  /** A door for each port that is listened on in the background of a task, or by what the person keeps; of several with one port, to the newest. */
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

  /** Lets everything that runs see what was applied. */
  async show(changes: readonly Change[]): Promise<void> {
    await Promise.all(this.running().map((run) => run.show(changes)));
  }

  /** Keeps what runs for a task until all is disposed of. */
  keep(task_id: string): readonly BackgroundRun[] {
    const kept = this.running().filter((run) => run.task_id === task_id);
    for (const run of kept) this.#kept.add(run);
    return kept;
  }

  /** A task begins: what earlier ones left running ends, unless it is kept. */
  async taskBegins(): Promise<void> {
    const ended = [...this.#ended];
    this.#ended.clear();
    await Promise.all(ended.map((task_id) => this.#endWith(task_id)));
  }

  /** A task has ended, and what it left running with it, unless it is kept or lingers. */
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
