/** Runs command lines in a home of their own, without a process for each. */
import { createReadStream, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../src/cli/main.ts';
import { visible } from '../../src/contracts/text/visible.ts';
import { artoo, type Ended, type StartOptions } from './command.ts';
import { newTerminal } from './in-process.ts';
import { isProof } from './sample.ts';
import { scratch } from './scratch.ts';

/** Runs one command line to its end: in `npm test` within this process, which takes a fraction of the time; in a proof as the built command. */
export const runArtoo: typeof artoo = (args, options) =>
  isProof || options.input === 'open' ? artoo(args, options) : runHere(args, options);

async function runHere(args: readonly string[], { at: { home, cwd }, env = {}, input }: StartOptions): Promise<Ended> {
  const piped = input === undefined ? '/dev/null' : join(scratch(), 'input');
  if (input !== undefined) writeFileSync(piped, input);
  const stream = createReadStream(piped, { fd: openSync(piped, 'r') });
  const { terminal, out, err } = newTerminal({
    cwd,
    env: { PATH: process.env.PATH, HOME: home, ...env },
    input: stream as unknown as typeof process.stdin, // commands use what both have: the events of a stream, and its descriptor
  });
  const code = await main(args, terminal);
  stream.destroy();
  return { code, out: asLines(out), err: asLines(err.map((note) => note.split('\n').map(visible).join('\n'))) };
}

const asLines = (said: readonly string[]): string => said.map((each) => `${each}\n`).join('');
