/** The command line: runs a command, or the words as a goal, and turns errors into a sentence with a hint and an exit code. */
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import { visible } from '../contracts/text/visible.ts';
import { type Command, exits, type Terminal } from './command.ts';
import { exitOfError } from './exit-code.ts';
import { openTerminal } from './terminal/terminal.ts';

/** Commands are loaded when they are called, so that help and errors stay fast. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./demo/demo.ts')).demo,
  try: async () => (await import('./task/try.ts')).tryOut,
  undo: async () => (await import('./task/undo.ts')).undo,
  resume: async () => (await import('./task/resume.ts')).resume,
  replay: async () => (await import('./task/replay.ts')).replay,
  fork: async () => (await import('./task/fork.ts')).fork,
  log: async () => (await import('./task/log.ts')).log,
  cost: async () => (await import('./task/cost.ts')).cost,
  memory: async () => (await import('./memory/memory.ts')).memory,
  gc: async () => (await import('./machine/gc.ts')).gc,
  trust: async () => (await import('./machine/trust.ts')).trust,
  config: async () => (await import('./machine/config.ts')).config,
  doctor: async () => (await import('./machine/doctor.ts')).doctor,
};

/** Runs one command line and sets the exit code. */
export async function run(args: readonly string[]): Promise<void> {
  await using terminal = openTerminal();
  process.exitCode = await main(args, terminal);
}

/** The exit code of one command line. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (thrown) {
    const { code, message, hint } = asArtooError(thrown, 'handler_failed');
    if (terminal.cancel.aborted) return exits.cancelled; // whatever error it led to
    if (terminal.terminate.aborted) return exits.terminated;
    terminal.note(`artoo: ${message}\n${hint}`);
    return exitOfError(code);
  }
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || isHelp(name)) {
    const { help } = await import('./help.ts');
    terminal.print(help());
    if (name !== undefined) return exits.ok;
    await mention(terminal);
    return exits.usage;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    await refuseSlip(args);
    return (await import('./task/run.ts')).runGoal(args, terminal);
  }
  const command = await load();
  if (rest.slice(0, [...rest, '--'].indexOf('--')).some(isHelp)) {
    terminal.print(`${command.usage}\n\n${command.summary}`);
    return exits.ok;
  }
  return command.run(rest, terminal);
}

/** Tells a person who comes back to an interrupted task how to resume it. */
async function mention(terminal: Terminal): Promise<void> {
  const [{ mentionUnfinished }, { quickDataFolder }] = await Promise.all([
    import('./task/unfinished.ts'),
    import('../config/data-folder.ts'),
  ]);
  await mentionUnfinished(await quickDataFolder({}, terminal), terminal);
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** A single word that is almost a command is a slip, not a goal. Throws `usage`, before a model call is spent on it. */
async function refuseSlip(args: readonly string[]): Promise<void> {
  if (args.includes('--') || args.some(isHelp)) return;
  const [{ parseFlags }, { taskFlags }] = await Promise.all([import('./flags/flags.ts'), import('./flags/flag-table.ts')]);
  const [word = '', ...others] = parseFlags(args, taskFlags).words;
  if (others.length > 0 || !/^[a-z]+$/i.test(word)) return;
  const { nearest } = await import('../config/reading/nearest.ts');
  const close = nearest(word.toLowerCase(), [...Object.keys(commands), 'help', 'version']);
  if (close === undefined) return;
  const meant =
    close === 'help' || close === 'version' ? `artoo --${close}` : ['artoo', close, ...args.filter((each) => each !== word)].join(' ');
  throw new ArtooError(
    'usage',
    `"${word}" looks like a command, not a goal; did you mean ${visible(meant)}? To use it as a goal, say more, or put it after --.`,
  );
}
