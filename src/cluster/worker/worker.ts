/**
 * A worker: runs commands for hosts, on snapshots, and changes nothing on its machine. It decides nothing, and every run that it has taken gets an
 * answer.
 */
import type { Msg } from '@nats-io/transport-node';
import type { Bus } from '../bus.ts';
import { requestUntilAnswered } from '../workers/request-until-answered.ts';
import {
  encoded,
  type RunRequest,
  type RunResult,
  type Taken,
  thisSystem,
  toWorker,
  beatMs as usualBeatMs,
  type WorkerBeat,
} from '../workers/wire-messages.ts';
import { type Means, performRun } from './perform-run.ts';

export type WorkerOptions = Means & {
  readonly bus: Bus;
  readonly id: string;
  readonly pool: string;
  readonly parallel: number;
  readonly version: string;
  readonly onEvent?: ((event: WorkerEvent) => void) | undefined;
  /** How often it announces itself. */
  readonly beatMs?: number;
  /** How long a host may be silent before the worker stops what it runs for it. */
  readonly hostSilentMs?: number;
};

/** What a person at the worker is shown. */
type WorkerEvent =
  | { readonly what: 'began'; readonly run: RunRequest; readonly running: number }
  | { readonly what: 'ended'; readonly run: RunRequest; readonly running: number; readonly ms: number; readonly result: RunResult }
  | { readonly what: 'unanswered'; readonly run: RunRequest; readonly running: number; readonly detail: string };

export type Worker = AsyncDisposable & {
  readonly running: number;
  /** Takes no new commands, and resolves once those that are running have been answered. */
  finish(): Promise<void>;
  /** Stops what is running, and asks its hosts to give it to others. */
  giveBack(): Promise<void>;
};

type Run = { readonly request: RunRequest; readonly stop: AbortController; ended: Promise<void>; isOver: boolean };

/** Larger results are stored on the bus, and their hash is sent. */
const maxInline = 128 * 1024;
const hostGoneMs = 60_000;
const maxOver = 100_000;

export function startWorker(options: WorkerOptions): Worker {
  const { bus, id, pool, parallel, version, objects, containment, onEvent = () => {}, hostSilentMs = hostGoneMs } = options;
  const { beatMs = usualBeatMs } = options;
  const runs = new Map<string, Run>();
  const heard = new Map<string, number>();
  /** Claims that have ended, and runs that were stopped: runs that arrive for them later are not begun. */
  const over = new Set<string>();
  let leaving = false;

  const running = () => [...runs.values()].filter(({ isOver }) => !isOver).length;

  function onMessage({ data, respond }: Pick<Msg, 'data'> & { respond(data: Uint8Array): unknown }): void {
    const message = toWorker(data);
    if (!message) return;
    if (message.kind === 'who') return beat();
    heard.set(message.host, performance.now());
    if (message.kind === 'run') return void respond(encoded(take(message)));
    if (message.kind === 'stop') {
      noteOver(nameOf(message));
      runs.get(nameOf(message))?.stop.abort();
    }
    if (message.kind === 'end') {
      noteOver(message.token);
      for (const [name, { request }] of runs) if (request.token === message.token) drop(name);
    }
    respond(encoded({ taken: true }));
  }

  /** A run that arrives again is already under way or has been answered: it is not begun twice. */
  function take(request: RunRequest): Taken {
    const name = nameOf(request);
    if (runs.has(name)) return { taken: true };
    if (over.has(name) || over.has(request.token)) return { taken: false, why: 'left' };
    if (leaving) return { taken: false, why: 'left' };
    if (!containment.restored) return { taken: false, why: 'failed' };
    if (running() >= parallel) return { taken: false, why: 'busy' };
    const run: Run = { request, stop: new AbortController(), ended: Promise.resolve(), isOver: false };
    runs.set(name, run);
    run.ended = perform(run);
    return { taken: true };
  }

  async function perform(run: Run): Promise<void> {
    const { request, stop } = run;
    const began = performance.now();
    onEvent({ what: 'began', run: request, running: running() });
    beat();
    const { host, task_id, key, run: number, token } = request;
    const call = { task_id, key, run: number, token };
    const onOutput = (text: string) => bus.connection.publish(bus.names.done(host), encoded({ kind: 'output', ...call, text }));
    const performed = await performRun(request, options, { signal: stop.signal, onOutput });
    run.isOver = true;
    const result: RunResult = stop.signal.aborted && leaving ? { ok: false, why: 'left', detail: 'the worker was stopped' } : performed;
    onEvent({ what: 'ended', run: request, running: running(), ms: performance.now() - began, result });
    beat();
    if (!stop.signal.aborted || leaving) await answer(run, result);
  }

  /** Repeats the answer until the host has it, has ended the claim, or is gone. */
  async function answer({ request, stop }: Run, result: RunResult): Promise<void> {
    const { host, task_id, key, run, token } = request;
    const ended = leaving && stop.signal.aborted ? AbortSignal.timeout(leavingMs) : stop.signal;
    const send = async (told: RunResult | { readonly stored: string }) => {
      const message = encoded({ kind: 'answer', worker: id, task_id, key, run, token, result: told });
      await requestUntilAnswered(bus, bus.names.done(host), message, ended);
    };
    try {
      const whole = encoded(result);
      await send(whole.length > maxInline ? { stored: await objects.put(whole, ended) } : result);
    } catch (error) {
      if (ended.aborted) return; // the host has ended the claim, or the worker leaves
      const detail = error instanceof Error ? error.message : String(error);
      onEvent({ what: 'unanswered', run: request, running: running(), detail });
      await send({ ok: false, why: 'failed', detail: `its result could not be sent: ${detail}` }).catch(() => {}); // if this fails too, the host gets no answer from this worker
    }
  }

  function noteOver(what: string): void {
    if (over.size >= maxOver) over.clear();
    over.add(what);
  }

  function drop(name: string): void {
    runs.get(name)?.stop.abort();
    runs.delete(name);
  }

  function beat(): void {
    const { kind, detail, restored } = containment;
    const told: WorkerBeat = {
      ...{ id, pool, parallel, running: running(), detail, system: thisSystem, version, leaving },
      containment: restored ? kind : 'none',
    };
    if (!bus.connection.isClosed()) bus.connection.publish(bus.names.place(`worker.${id}`), encoded(told));
  }

  /** Ends the claims of hosts that died, which cannot end them. */
  function sweep(): void {
    const isGone = (host: string) => performance.now() - (heard.get(host) ?? 0) > hostSilentMs;
    for (const [name, { request }] of runs) if (isGone(request.host)) drop(name);
    for (const host of heard.keys()) if (isGone(host)) heard.delete(host);
  }

  const subscriptions = [bus.names.work(id), bus.names.work('all')].map((subject) =>
    bus.connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) onMessage({ data: message.data, respond: (data) => message.respond(data) });
      },
    }),
  );
  const beating = setInterval(() => {
    sweep();
    beat();
  }, beatMs);
  beat();

  async function settled(): Promise<void> {
    await Promise.all([...runs.values()].map(({ ended }) => ended));
  }

  async function finish(): Promise<void> {
    leaving = true;
    beat();
    await settled();
  }

  async function giveBack(): Promise<void> {
    leaving = true;
    beat();
    for (const { stop, isOver } of runs.values()) if (!isOver) stop.abort();
    await settled();
  }

  return {
    get running() {
      return running();
    },
    finish,
    giveBack,
    async [Symbol.asyncDispose]() {
      clearInterval(beating);
      for (const { stop } of runs.values()) stop.abort();
      for (const subscription of subscriptions) subscription.unsubscribe();
      leaving = true;
      beat();
      await settled();
      if (!bus.connection.isClosed()) await bus.connection.flush().catch(() => {});
    },
  };
}

/** How long a worker that is leaving tries to notify its hosts. */
const leavingMs = 3_000;

const nameOf = ({ token, key, run }: Pick<RunRequest, 'token' | 'key' | 'run'>): string => `${token} ${key} ${run}`;
