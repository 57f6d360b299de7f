/** Carries MCP messages to a program and back, one message per line. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { createLineCutter } from '../../contracts/text/line-cutter.ts';
import type { ServedProgram } from '../running/served-program.ts';

/** The longest message; a longer one ends the connection. */
export const maxMessageBytes = 8 * 1024 * 1024;

/** The SDK's functions for reading and writing messages. */
type Codec = { readonly parse: (text: string) => JSONRPCMessage; readonly serialize: (message: JSONRPCMessage) => string };

export class ChildTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #start: () => ServedProgram;
  readonly #codec: Codec;
  #program: ServedProgram | undefined;
  readonly #cutter = createLineCutter();
  #why: string | undefined;
  #isBroken = false;

  constructor(start: () => ServedProgram, codec: Codec) {
    this.#start = start;
    this.#codec = codec;
  }

  /** Present because the SDK recognises a pipe by `pid` and `stderr`: it then assumes that a server that does not answer is old, not down. */
  get pid(): number | null {
    return this.#program?.pid ?? null;
  }
  get stderr(): null {
    return null;
  }

  /** Why the connection ended, with the program's last output; undefined if it is open. */
  get why(): string | undefined {
    return this.#why;
  }

  /** Whether the connection ended for any reason other than having been closed by artoo. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  keepAlive(isWanted: boolean): void {
    this.#program?.keepAlive(isWanted);
  }

  async start(): Promise<void> {
    const program = this.#start();
    this.#program = program;
    program.output.on('data', (chunk: Buffer) => this.#read(chunk));
    void program.ended.then((how) => this.#breakOff(`${how}${lastWords(program)}`));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { input } = this.#program ?? {};
    if (!input?.writable) throw new Error(this.#why ?? 'its input is closed');
    if (input.write(this.#codec.serialize(message))) return;
    await new Promise<void>((resolve) => {
      input.once('drain', resolve);
      input.once('close', resolve); // the end of the program is reported by other code
    });
  }

  async close(): Promise<void> {
    this.#program?.end();
    this.#closed('it was closed');
  }

  #read(chunk: Buffer): void {
    if (this.#why !== undefined) return;
    for (const line of this.#cutter.cut(chunk)) {
      if (line.length > maxMessageBytes) this.#refuse();
      if (this.#why !== undefined) return;
      this.#deliver(line.toString('utf8'));
    }
    if (this.#cutter.pending > maxMessageBytes) this.#refuse();
  }

  #refuse(): void {
    this.#program?.end();
    this.#breakOff(`it sent a message of more than ${maxMessageBytes / 1024 ** 2} MiB`);
  }

  #breakOff(why: string): void {
    this.#isBroken ||= this.#why === undefined;
    this.#closed(why);
  }

  /** Skips lines that are not messages: some servers print notes between their messages. */
  #deliver(line: string): void {
    if (line.trim() === '') return;
    try {
      this.onmessage?.(this.#codec.parse(line));
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #closed(why: string): void {
    if (this.#why !== undefined) return;
    this.#why = why;
    this.onclose?.();
  }
}

const lastWords = (program: ServedProgram): string => {
  const said = program.errors().trim().slice(-600);
  return said === '' ? '' : `; its last output: ${said}`;
};
