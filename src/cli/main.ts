/** The command line: finds the command, runs it, turns errors into a sentence with a hint and an exit code. */
import { asArtooError } from '../contracts/errors.ts';
import { type Command, exits, type Terminal } from './command.ts';
import { help } from './help.ts';

/** Commands are loaded when they are called, so that help and errors stay fast. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./demo.ts')).demo,
};

/** Runs one command line and sets the exit code. */
export async function run(args: readonly string[]): Promise<void> {
  process.exitCode = await main(args, openTerminal());
}

/** The exit code of one command line. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.print(help());
    return name === undefined ? exits.usage : exits.ok;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    terminal.note(`artoo: there is no command "${printable(name)}". There is ${Object.keys(commands).join(', ')}; see artoo --help.`);
    return exits.usage;
  }
  try {
    const command = await load();
    if (rest.includes('--help') || rest.includes('-h')) {
      terminal.print(`${command.usage}\n\n${command.summary}`);
      return exits.ok;
    }
    return await command.run(rest, terminal);
  } catch (thrown) {
    const { code, message, hint } = asArtooError(thrown, 'handler_failed');
    terminal.note(`artoo: ${message}\n${hint}`);
    return code === 'usage' ? exits.usage : code === 'stopped' ? exits.terminated : exits.internal;
  }
}

/** The real terminal. The first Ctrl+C cancels what runs; a second one, or a request to terminate, stops it where it is. */
function openTerminal(): Terminal {
  const cancel = new AbortController();
  const terminate = new AbortController();
  process.on('SIGINT', () => (cancel.signal.aborted ? terminate.abort() : cancel.abort()));
  process.on('SIGTERM', () => terminate.abort());
  process.on('SIGHUP', () => terminate.abort());
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => terminate.abort()); // whoever read it has gone
  return {
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    env: process.env,
    cwd: process.cwd(),
    cancel: cancel.signal,
    terminate: terminate.signal,
  };
}

/** Control characters made visible, so that an argument cannot draw on the terminal. */
const printable = (text: string): string => text.slice(0, 60).replaceAll(/\p{C}/gu, '\uFFFD');
