/** A run that may ask for hosts: contained, with the proxy at its door. While the person is asked about a host, the run waits inside its walls. */
import { addAbortListener } from 'node:events';
import type { ContainedRequest, ContainedRun } from '../containment/containment.ts';
import { Pausing } from '../running/pausing.ts';
import type { CallId, ToolContext, ToolResult } from '../tool.ts';
import { type Decide, HostGate, type HostQuestion } from './host-gate.ts';
import type { Outside } from './outside.ts';
import { createProxy } from './proxy.ts';
import { proxyEnvironment, proxyPort } from './proxy-environment.ts';
import { Traffic } from './traffic.ts';

/** What a networked run adds to the request. */
type Networked = Required<Pick<ContainedRequest, 'doors' | 'env' | 'pausing' | 'signal'>> & Pick<ContainedRequest, 'onOutput'>;

/** Runs a command inside walls with these additions. */
export type RunNetworked = (networked: Networked) => Promise<ContainedRun>;

export type NetworkedOptions = {
  readonly run: RunNetworked;
  readonly decide: Decide;
  readonly outside: Outside;
  /** Records on disk that a call is about to send something. */
  readonly mark: (call: CallId) => void;
  /** The hosts that the person has already approved. */
  readonly approved?: readonly HostQuestion[];
};

/** The call that is waiting for the run. */
type Attendant = Pick<ToolContext, 'call' | 'signal' | 'onOutput'>;

/** The run has ended, or needs approval to continue. */
export type Attended = { readonly ended: ContainedRun } | { readonly question: HostQuestion };

/** How long the run waits for an answer: then it is ended, and a late approval runs the command again if nothing has been sent. */
const maxHeldMs = 600_000;

export class NetworkedRun implements AsyncDisposable {
  readonly #finished: Promise<ContainedRun>;
  readonly #gate: HostGate;
  readonly #traffic = new Traffic();
  readonly #pausing = new Pausing();
  readonly #stopping = new AbortController();
  readonly #marked = new Set<string>();
  #attendant: Attendant;
  #held: NodeJS.Timeout | undefined;
  #state: 'running' | 'ended' | 'given away' = 'running';

  constructor({ run, decide, outside, mark, approved = [] }: NetworkedOptions, first: Attendant) {
    this.#attendant = first;
    this.#gate = new HostGate(decide);
    for (const question of approved) this.#gate.approve(question);
    const onLeaving = () => {
      const { call } = this.#attendant;
      if (!this.#marked.has(call.key)) mark(call);
      this.#marked.add(call.key);
    };
    const proxy = createProxy({ gate: this.#gate, outside, traffic: this.#traffic, onLeaving });
    const { signal } = this.#stopping;
    const doors = [{ port: proxyPort, onConnection: proxy.onConnection }];
    const onOutput = (text: string) => this.#attendant.onOutput?.(text);
    this.#finished = run({ doors, env: proxyEnvironment, pausing: this.#pausing, signal, onOutput }).finally(() => {
      this.#state = 'ended';
      proxy[Symbol.dispose]();
      this.#gate[Symbol.dispose]();
    });
    this.#finished.catch(() => {}); // the caller of `attend` gets the error
  }

  /** Whether the run has sent anything to a host: if so, it cannot simply be run again. */
  get hasLeft(): boolean {
    return this.#marked.size > 0;
  }

  /** Whether the run ended while it was waiting for an answer: by itself, or because no answer came. */
  get hasEnded(): boolean {
    return this.#state !== 'running';
  }

  /** Waits until the run has ended or needs approval. In the meantime, the time limit counts and the signal ends the run. Rejects like the run. */
  async attend(attendant: Attendant): Promise<Attended> {
    this.#attendant = attendant;
    clearTimeout(this.#held);
    this.#pausing.resume();
    using _cancelling = addAbortListener(attendant.signal, () => this.#stopping.abort(attendant.signal.reason));
    const attended: Attended = await Promise.race([
      this.#finished.then((ended) => ({ ended })),
      this.#gate.question().then((question) => ({ question })),
    ]);
    if ('ended' in attended) this.#state = 'given away';
    else this.#hold();
    return attended;
  }

  /** Passes an approval to this run. */
  approve(question: HostQuestion): void {
    this.#gate.approve(question);
  }

  /** The hosts that the run has reached. */
  reached(): NonNullable<ToolResult['reached']> {
    return this.#traffic.reached();
  }

  /** What the run reached and what was refused, as parts of a sentence. */
  notes(): readonly string[] {
    return this.#traffic.notes();
  }

  /** Ends the run without applying anything, unless its result was handed over: in that case, the result belongs to the receiver. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#held);
    if (this.#state === 'given away') return;
    this.#stopping.abort();
    const run = await this.#finished.catch(() => undefined);
    await run?.[Symbol.asyncDispose]();
  }

  #hold(): void {
    this.#attendant = { ...this.#attendant, onOutput: undefined };
    this.#pausing.pause();
    this.#held = setTimeout(() => this.#stopping.abort(), maxHeldMs).unref();
  }
}
