/** A process in the chaos test with a link and a clock of its own, which can be killed, frozen and started again. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { type Link, linkTo } from './link.ts';

const loaded = (name: string) => ['--import', fileURLToPath(new URL(`../../support/${name}.mjs`, import.meta.url))];

type Message = Readonly<Record<string, unknown>>;

export type MachineOptions = {
  /** The port of the server, to which its link leads. */
  readonly port: number;
  /** How far its clock is ahead. */
  readonly skewMs: number;
  readonly program: URL;
  /** The arguments of its program, given the address at which it reaches the server and how often it has been started before. */
  readonly args: (url: string, lives: number) => readonly string[];
  readonly hear?: (message: Message) => void;
};

export async function machine(options: MachineOptions): Promise<Machine> {
  return new Machine(await linkTo(options.port), options);
}

export class Machine {
  readonly link: Link;
  readonly #options: MachineOptions;
  #process: ChildProcess | undefined;
  #lives = 0;
  #ready = Promise.withResolvers<void>();
  /** How many commands it has begun and not ended, if it is a worker. */
  running = 0;

  constructor(link: Link, options: MachineOptions) {
    this.link = link;
    this.#options = options;
    this.#ready.promise.catch(() => {}); // a failure is reported where this is awaited, which is never done for a host
    onTestFinished(() => this.kill());
  }

  /** Resolves with the first message of a worker that can contain commands. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Does nothing while it is running. */
  start(): void {
    if (this.#running()) return;
    const { program, args, skewMs, hear = () => {} } = this.#options;
    const env = { ...process.env, NODE_COMPILE_CACHE: inject('compileCache'), ...(skewMs !== 0 && { SHIFT_MS: String(skewMs) }) };
    const execArgv = [...loaded('flush-compiled'), ...(skewMs === 0 ? [] : loaded('shift-clock'))];
    const started = fork(program, args(this.link.url, this.#lives), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv, env });
    this.#process = started;
    this.#lives += 1;
    this.running = 0;
    started.on('message', (message: Message) => {
      if (message.what === 'ready') this.#ready.resolve();
      if (message.what === 'began') this.running += 1;
      if (message.what === 'ended') this.running -= 1;
      hear(message);
    });
    started.once('exit', (how) => this.#ready.reject(new Error(`the worker ended (${how})`)));
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(signal);
  }

  async kill(): Promise<void> {
    const running = this.#running();
    running?.kill('SIGKILL');
    if (running) await once(running, 'exit');
  }

  /** Asks it to end, and waits until it has ended. */
  async leave(): Promise<void> {
    const running = this.#running();
    running?.send('leave');
    if (running) await once(running, 'exit');
  }

  #running(): ChildProcess | undefined {
    const { exitCode = 0, signalCode = null } = this.#process ?? {};
    return exitCode === null && signalCode === null ? this.#process : undefined;
  }
}
