/** A program that keeps running and communicates through its standard input and output. It ends with this process, in whatever way that ends. */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { createOutputWindow } from './output-window.ts';
import { killGroup } from './process.ts';

export type ServedProgram = {
  readonly pid: number | undefined;
  readonly input: Writable;
  readonly output: Readable;
  /** The end of the program's error output. */
  readonly errors: () => string;
  /** What the program wrote to its descriptor 3. */
  readonly report: () => string;
  /** Resolves with a description of how the program ended. */
  readonly ended: Promise<string>;
  /** Whether the program keeps this process alive; it does not by default. */
  keepAlive(isWanted: boolean): void;
  /** Closes the program's input and asks it to end; what remains of its group shortly afterwards is killed. */
  end(): void;
};

export type ServedRequest = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the program reads from descriptor 4 once it has written to descriptor 3. If absent, 4 is a pipe that closes when this process ends. */
  readonly handedOver?: string;
};

const keptErrorBytes = 8 * 1024;
const keptReportBytes = 4 * 1024;
const graceMs = 500;
const drainMs = 200;

export function serveProgram({ file, args, cwd, env, handedOver }: ServedRequest): ServedProgram {
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] });
  const pipes = child.stdio as unknown as readonly [Writable, Readable, Readable, Readable, Writable]; // all opened above as pipes
  const [input, output, errorStream, reports, gate] = pipes;
  const errors = createOutputWindow(0, keptErrorBytes);
  const report = createOutputWindow(keptReportBytes, 0);
  errorStream.on('data', errors.open().write);
  reports.on('data', report.open().write);
  if (handedOver !== undefined) reports.once('data', () => gate.end(handedOver));
  for (const pipe of pipes) pipe.on('error', () => {}); // the program has ended, and the reason is reported

  let grace: NodeJS.Timeout | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`it could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      clearTimeout(grace);
      killGroup(child, 'SIGKILL'); // at once, because the id may later belong to another group
      for (const pipe of [input, reports, gate]) pipe.destroy();
      const how = signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
      const drain = setTimeout(resolve, drainMs, how);
      child.once('close', () => {
        clearTimeout(drain);
        resolve(how); // all of its output has been read
      });
    });
  });

  function keepAlive(isWanted: boolean): void {
    const method = isWanted ? 'ref' : 'unref';
    child[method]();
    for (const pipe of pipes) if (!pipe.destroyed) (pipe as unknown as Socket)[method](); // pipes of a child process are sockets; a closed socket would keep a listener
  }
  keepAlive(false);

  function end(): void {
    input.end();
    killGroup(child, 'SIGTERM');
    grace ??= setTimeout(killGroup, graceMs, child, 'SIGKILL').unref();
  }

  return { pid: child.pid, input, output, errors: () => errors.read().text, report: () => report.read().text, ended, keepAlive, end };
}
