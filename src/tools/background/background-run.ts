/**
 * A contained command that outlives its call: its output is kept, its ports can be reached, and it runs until it ends, is stopped or is disposed of.
 */
import { addAbortListener } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Change } from '../changes/change.ts';
import type { ContainedRequest, ContainedRun } from '../containment/containment.ts';
import type { InnerFiles } from '../containment/walls/inner-files.ts';
import type { InnerNetwork } from '../containment/walls/inner-network.ts';
import type { Listening } from '../containment/walls/listening-ports.ts';
import { Traffic } from '../network/traffic.ts';
import type { ProcessResult } from '../running/process.ts';
import { OutputTail, type Printed } from './output-tail.ts';
import { serve } from './serve-connection.ts';

/** How the run ended: with the list of files that it wrote, which are dropped; or because its walls failed. */
export type RunEnd =
  | { readonly ended: Pick<ProcessResult, 'exitCode' | 'killedBy' | 'errors'>; readonly dropped: readonly string[]; readonly ranMs: number }
  | { readonly failed: unknown; readonly ranMs: number };

/** What is passed to the walls of a background run. */
export type GivenToRun = Required<Pick<ContainedRequest, 'background' | 'onOutput' | 'signal' | 'timeoutMs'>>;

export type BackgroundOptions = {
  readonly id: string;
  readonly task_id: string;
  readonly command: string;
  readonly since: Date;
  /** What the run reached over the network, if it has network access. */
  readonly traffic?: Pick<Traffic, 'reached' | 'notes'> | undefined;
  /** Removes secrets from what is shown to other programs. */
  readonly redact?: ((text: string) => string) | undefined;
  readonly run: (given: GivenToRun) => Promise<ContainedRun>;
};

const keptCharacters = 1024 ** 2;
const shownCharacters = 4096;
/** The longest delay that a timer supports: 24 days. */
const withoutLimitMs = 2 ** 31 - 1;

/**
 * How long a call waits for the walls, and then for the run to be up; how long the run must stay alive after its first output; and how often this is
 * checked.
 */
const startMs = { walls: 10_000, max: 2_000, afterPrint: 300, look: 25 } as const;

/** The limit on open connections: more than any client ever opens. */
const maxConnections = 128;

const isOver = (since: number | undefined, now: number, ms: number): boolean => since !== undefined && now - since >= ms;

export class BackgroundRun implements AsyncDisposable {
  readonly id: string;
  readonly task_id: string;
  readonly command: string;
  readonly since: Date;
  readonly traffic: NonNullable<BackgroundOptions['traffic']>;
  readonly #redact: (text: string) => string;
  readonly #tail = new OutputTail(keptCharacters);
  readonly #stopping = new AbortController();
  readonly #finished: Promise<RunEnd>;
  readonly #open = new Set<Socket>();
  #network: InnerNetwork | undefined;
  #files: InnerFiles | undefined;
  /** What has been applied since the run started, by path. */
  readonly #applied = new Map<string, Change['after']>();
  readonly #unseen = new Set<string>();
  #onOutput: ((text: string) => void) | undefined;
  #end: RunEnd | undefined;

  constructor({ id, task_id, command, since, traffic = new Traffic(), redact = (text) => text, run }: BackgroundOptions) {
    [this.id, this.task_id, this.command, this.since] = [id, task_id, command, since];
    this.traffic = traffic;
    this.#redact = redact;
    const began = performance.now();
    const ranMs = () => Math.round(performance.now() - began);
    const given: GivenToRun = {
      background: {
        onInside: ({ network, files }) => {
          this.#network = network;
          this.#files = files;
        },
      },
      onOutput: (text) => {
        this.#tail.add(text);
        this.#onOutput?.(text);
      },
      signal: this.#stopping.signal,
      timeoutMs: withoutLimitMs,
    };
    this.#finished = run(given)
      .then(async (ran): Promise<RunEnd> => {
        const dropped = ran.changes.filter((change) => !this.#isApplied(change)).map(({ path }) => path);
        await ran[Symbol.asyncDispose]();
        return { ended: ran.ended, dropped, ranMs: ranMs() };
      })
      .catch((failed): RunEnd => ({ failed, ranMs: ranMs() }))
      .then((end) => {
        this.#end = end;
        for (const socket of this.#open) socket.destroy();
        return end;
      });
  }

  /** How the run ended; undefined while it runs. */
  get end(): RunEnd | undefined {
    return this.#end;
  }

  /** Resolves when the run has ended. */
  get finished(): Promise<RunEnd> {
    return this.#finished;
  }

  /** The command of the run and the end of its output, both without secrets. */
  get shown(): { readonly command: string; readonly printed: string } {
    return { command: this.#redact(this.command), printed: this.#redact(this.#tail.last(shownCharacters)) };
  }

  /** The output since the last call. */
  takeOutput(): Printed {
    return this.#tail.take();
  }

  /** Shows the run the changes that have been applied since it started. */
  async show(changes: readonly Change[]): Promise<void> {
    if (this.#end) return;
    for (const { path, after } of changes) {
      this.#unseen.delete(path);
      this.#applied.set(path, after);
    }
    for (const path of (await this.#files?.show(changes)) ?? []) this.#unseen.add(path);
  }

  /** Whether a file is as it was applied, so that the command has not written to it. */
  #isApplied({ path, after }: Change): boolean {
    const applied = this.#applied.get(path);
    if (after?.kind !== 'file' || applied?.kind !== 'file') return applied !== undefined && applied?.kind === after?.kind;
    return applied.size === after.size && Math.abs(applied.mtime_ms - after.mtime_ms) < 1;
  }

  /** Paths that have changed since the run started, and whose current state it does not see. */
  get unseen(): readonly string[] {
    return [...this.#unseen];
  }

  /** The ports that the run listens on. */
  async ports(): Promise<readonly Listening[]> {
    return this.#end ? [] : ((await this.#network?.listening()) ?? []);
  }

  /** Resolves once the run seems to be up, or has ended. If the signal fires, the run is stopped. */
  async started(signal: AbortSignal, onOutput?: (text: string) => void): Promise<void> {
    this.#onOutput = onOutput;
    using _cancelling = addAbortListener(signal, () => this.#stopping.abort());
    const asked = performance.now();
    let [inside, printed]: (number | undefined)[] = [];
    while (!this.#end && !signal.aborted) {
      if ((await this.ports()).length > 0) break;
      const now = performance.now();
      if (this.#network) inside ??= now;
      if (!this.#tail.isEmpty) printed ??= now;
      if (now - asked >= startMs.walls || isOver(inside, now, startMs.max) || isOver(printed, now, startMs.afterPrint)) break;
      await Promise.race([this.#finished, wait(startMs.look)]);
    }
    this.#onOutput = undefined;
    if (signal.aborted) await this.stop();
  }

  /** Connects a client at a door to the port that the door leads to. */
  serve(socket: Socket, to: Listening): void {
    if (!this.#network || this.#end || this.#open.size >= maxConnections) socket.destroy();
    else serve(socket, this.#network.connect(to), this.#open);
  }

  /** Ends the run at once, with everything that it started. */
  async stop(): Promise<RunEnd> {
    this.#stopping.abort();
    return this.#finished;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
