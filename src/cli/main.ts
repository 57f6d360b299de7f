/** The command line: runs a command, or the words as a goal, and turns errors into a sentence with a hint and an exit code. */
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import { withShortIds } from '../contracts/text/short-ids.ts';
import { visible } from '../contracts/text/visible.ts';
import { exits, type Terminal } from './command.ts';
import { commands, rowOf } from './commands.ts';
import { exitOfError } from './exit-code.ts';
import { printJson } from './terminal/print-json.ts';
import { openTerminal } from './terminal/terminal.ts';

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
    const error = asArtooError(thrown, 'handler_failed');
    const { code, message } = error;
    if (terminal.cancel.aborted) return exits.cancelled; // the error that caused this does not matter
    if (terminal.terminate.aborted) return exits.terminated;
    const hint = code === 'usage' ? await whereToRead(args) : error.hint;
    terminal.note(`artoo: ${withShortIds(message)}\n${withShortIds(hint)}`);
    if (wantsJson(args)) printJson({ kind: 'error', code, message, hint }, terminal);
    return exitOfError(code);
  }
}

/** Which help says how the command is called. */
async function whereToRead([name = '', part = '']: readonly string[]): Promise<string> {
  const command = await rowOf(name)?.load();
  const page = command?.parts && Object.hasOwn(command.parts, part) ? `${name} ${part}` : name;
  return `See \`artoo ${command ? `${page} ` : ''}--help\`.`;
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  const { input } = terminal;
  if (input?.isTTY && terminal.isPrinting && (await isShell(args))) {
    const { openShell } = await import('./shell/open-shell.ts');
    return openShell(args, terminal, input);
  }
  if (name === undefined || isHelp(name) || (name === 'help' && rest.every(isHelp))) {
    const { help } = await import('./help.ts');
    terminal.print(help());
    if (name !== undefined) return exits.ok;
    terminal.note(
      'artoo: the shell needs a terminal for its input and output, and there is none here. For one goal: artoo "goal in plain words"',
    );
    await mention(terminal);
    return exits.usage;
  }
  if (name === 'help') return showPage(rest, terminal);
  const row = rowOf(name);
  if (!row) {
    await refuseTypo(args);
    return (await import('./task/run.ts')).runGoal(args, terminal);
  }
  const options = rest.slice(0, [...rest, '--'].indexOf('--'));
  if (options.some(isHelp)) return showPage([name, ...options.filter((word) => !isHelp(word))], terminal);
  const command = await row.load();
  return command.run(rest, terminal);
}

/** Whether the arguments are only options: those are for the shell. Errors in them are reported later. */
async function isShell(args: readonly string[]): Promise<boolean> {
  if (args.length === 0) return true;
  if (args.some(isHelp) || !args[0]?.startsWith('-')) return false;
  const [{ parseFlags }, { shellFlags }] = await Promise.all([import('./flags/flags.ts'), import('./flags/flag-table.ts')]);
  try {
    return parseFlags(args, shellFlags).words.length === 0;
  } catch {
    return false;
  }
}

/** `artoo help memory show`, and `artoo memory show --help`. */
async function showPage([name = '', ...words]: readonly string[], terminal: Terminal): Promise<number> {
  const row = rowOf(name);
  if (!row) throw new ArtooError('usage', `there is no command ${visible(name.slice(0, 60))}; ${await meantBy(name)}`);
  const { pageOf } = await import('./help.ts');
  terminal.print(pageOf(await row.load(), words));
  return exits.ok;
}

async function meantBy(name: string): Promise<string> {
  const { suggestion } = await import('../contracts/text/nearest.ts');
  return suggestion(name, Object.keys(commands));
}

/** Reminds the person how to resume an interrupted task. */
async function mention(terminal: Terminal): Promise<void> {
  const [{ mentionUnfinished }, { quickDataFolder }] = await Promise.all([
    import('./task/unfinished.ts'),
    import('../config/data-folder.ts'),
  ]);
  await mentionUnfinished(await quickDataFolder({}, terminal), terminal.cwd, terminal);
}

/** A program that reads results as JSON gets errors as JSON too. */
const wantsJson = (args: readonly string[]): boolean => args.slice(0, [...args, '--'].indexOf('--')).includes('--json');

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** Throws `usage` for a probable typo, before it costs a model call. */
async function refuseTypo(args: readonly string[]): Promise<void> {
  if (args.some(isHelp)) return;
  const { typoIn } = await import('./typo.ts');
  const typo = await typoIn(args);
  if (!typo) return;
  const { word, meant, goal } = typo;
  throw new ArtooError(
    'usage',
    `"${visible(word)}" looks like a command, not a goal; did you mean ${visible(meant)}? To run it as a goal: ${visible(goal)}`,
  );
}
