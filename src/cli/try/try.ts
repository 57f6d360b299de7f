/** `artoo try -- <command>`: one command under the laws, exactly as R3 would run it. */
import { rm } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { applyRule } from '../../app/rules/apply-rule.ts';
import { type Tried, type TryOptions, tryCommand } from '../../app/try-command.ts';
import { assembleTools } from '../../app/wiring/assemble-tools.ts';
import { homeIn } from '../../config/folders.ts';
import { settle } from '../../config/settle.ts';
import { asArtooError } from '../../contracts/errors.ts';
import { newTaskId, type TaskId } from '../../contracts/ids.ts';
import { clip } from '../../contracts/text/shorten.ts';
import { visibleLines } from '../../contracts/text/visible.ts';
import { createShownOutput, type ShownOutput } from '../../effects/shown-output.ts';
import { recordTried } from '../../history/tried/tried-record.ts';
import { createRedactor, secretsIn } from '../../journal/redact.ts';
import type { Permissions } from '../../tools/asking/permissions.ts';
import { startedCallsFolder } from '../../tools/running/started-calls.ts';
import { changeLines, refusalLines, triedJson } from '../../view/asking/tried-lines.ts';
import { lastLines } from '../../view/picture/live-output.ts';
import { cutLine } from '../../view/style/cut-line.ts';
import { line } from '../../view/style/line.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { existingFolder } from '../flags/existing-folder.ts';
import { flagHelp } from '../help.ts';
import { confirm } from '../terminal/asking/confirm.ts';
import type { Questions } from '../terminal/asking/questions.ts';
import { atTerminal } from '../terminal/at-terminal.ts';
import { printJson } from '../terminal/print-json.ts';
import { findTty, type Tty } from '../terminal/tty.ts';
import { type QuietInput, quietInput } from '../terminal/typing/quiet-input.ts';
import { withInput } from '../terminal/typing/with-input.ts';
import { recoverFirst } from '../undo/recover.ts';
import { readTry, tryFlags } from './try-arguments.ts';

/** The exit code of `timeout`, which few commands use for anything else. */
const tookTooLong = 124;

/** `artoo try` for the shell, which shows no exit code. `id`: the changes are kept under this id, so that they can be undone. */
export const tryAs = (id: TaskId): Command => ({ ...tryOut, run: (args, terminal) => tryUnder(id, args, terminal, true) });

export const tryOut: Command = {
  name: 'try',
  usage: 'artoo try [options] -- <command>',
  flags: tryFlags,
  summary: `Runs one command in containment: it works on a copy-on-write view of your files,
and has no network except hosts that you allow. Then artoo looks at what the
command would change: new files in the current folder, and changes in the
workspace, are applied; anything else is shown, and applied only if you say yes;
without a terminal, or with --auto, it is refused. \`artoo undo\` undoes what was
applied, and \`artoo log\` lists what was tried.
One argument is a shell command line; several are a program and its arguments.
The command gets no input.

${flagHelp(tryFlags)}

The exit code is that of the command; 128 plus the number of the signal that
ended it; ${tookTooLong} when it took too long; ${exits.refused} when it was refused; ${exits.usage} for wrong usage;
${exits.internal} when its changes could not be applied.
docs/rules.md: what --allow takes; docs/guard.md: how other agents use it.`,

  run: (args, terminal) => tryUnder(newTaskId(new Date()), args, terminal),
};

async function tryUnder(id: TaskId, args: readonly string[], terminal: Terminal, saysExitCode = false): Promise<number> {
  const { command, cwd, timeout_s, isAuto, json, flags } = readTry(args, terminal.cwd);
  await existingFolder(cwd);
  const { env, note } = terminal;
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const settled = await settle({ flags, env, cwd, home: homeIn(env), wantsModel: false, signal });
  for (const each of settled.notes) note(`artoo: ${each}`);
  const { toolbox, containment, permissions, changes } = assembleTools({
    data: settled.data,
    env,
    rules: settled.rules,
    isForPerson: true,
  });
  await recoverFirst(changes, terminal, signal);
  using tty = isAuto ? undefined : findTty(terminal, false);
  using quiet = tty && terminal.live && !json ? quietAt(tty, terminal) : undefined;
  const questions = tty && withInput(atTerminal(tty, terminal, settled, signal), quiet);
  const asking = questions && { confirm: confirmWith(questions, permissions, { cwd, home: homeIn(env), task_id: id }) };
  await using _marks = marksOf(settled.data, id);
  using shown = json ? undefined : showOutput(terminal, quiet ? 'Esc' : 'Ctrl+C');
  const onOutput = shown?.add;
  const tried = await tryCommand({ toolbox, command, cwd, workspace: settled.task.workspace, timeout_s, id, signal, onOutput, ...asking });
  shown?.[Symbol.dispose]();
  quiet?.[Symbol.dispose]();
  const code = exitOf(tried, terminal);
  noteTried(tried, { id, cwd, data: settled.data, env }, note);
  if (json) printJson(triedJson(tried, { id, code, containment: (await containment()).kind }), terminal);
  else show(tried, { id, cwd }, terminal);
  if (saysExitCode && !tried.refused && tried.result.exit_code) note(`exit code ${tried.result.exit_code}`);
  return code;
}

const [maxEffects, maxCommand] = [20, 4_000] as const;

type Noting = { readonly id: TaskId; readonly cwd: string; readonly data: string; readonly env: Terminal['env'] };

/** For `artoo log`. A record that cannot be written is noted; the command has already run. */
function noteTried({ command, result, refused }: Tried, { id, cwd, data, env }: Noting, note: Terminal['note']): void {
  const effects = (refused ? refused.harm.effects : (result.changed ?? [])).map(({ path, change }) => ({ path, change }));
  const redact = createRedactor(secretsIn(env));
  try {
    recordTried(data, {
      ...{ v: 1, id, at: new Date().toISOString(), cwd, command: String(redact(clip(command, maxCommand))) },
      ...{ refused: refused ? (refused.by === 'nobody' ? 'absent' : refused.by) : null, exit_code: result.exit_code ?? null },
      ...{ effects: effects.slice(0, maxEffects), count: effects.length + (refused?.harm.more ?? 0) },
    });
  } catch (error) {
    note(`artoo: artoo log will not list this command: ${asArtooError(error, 'data_unwritable').message}`);
  }
}

/** Text typed while the command runs would garble its output. */
const quietAt = ({ input }: Tty, { interrupt, live, takeTyped }: Terminal): QuietInput =>
  quietInput(input, { interrupt, onSuspend: () => live?.suspend(), onTyped: (text) => takeTyped?.(text) });

const maxShown = 10;

/** The last lines of the running command; its whole output is printed when it has ended. */
function showOutput(terminal: Terminal, stopKey: string): ShownOutput | undefined {
  const { live } = terminal;
  if (!live) return undefined;
  const draw = (text: string): void => {
    const width = Math.max(1, (terminal.width ?? 80) - 1);
    const lines = [...lastLines(text, maxShown), `${stopKey} stops it`];
    live.draw(lines.map((each) => cutLine(line(each, 'muted'), width)));
  };
  draw('');
  const unredacted = { soFar: (lines: string) => lines }; // the person's own command, on their own screen: nothing is hidden
  const shown = createShownOutput(unredacted, draw);
  return {
    add: shown.add,
    [Symbol.dispose]() {
      shown[Symbol.dispose]();
      live.clear();
    },
  };
}

/** Marks are for resuming a task; a command that was tried is never resumed. */
const marksOf = (data: string, id: string): AsyncDisposable => ({
  [Symbol.asyncDispose]: () => rm(startedCallsFolder(data, id), { recursive: true, force: true }),
});

/** A rule that comes with an approval takes effect at once. */
const confirmWith =
  (questions: Questions, permissions: Permissions, base: Parameters<typeof applyRule>[2]): NonNullable<TryOptions['confirm']> =>
  async (harm) => {
    const said = await confirm({ ...harm, tool: 'shell', cwd: base.cwd }, questions);
    applyRule(said, permissions, base);
    return said;
  };

function exitOf({ result, refused }: Tried, { cancel, terminate }: Terminal): number {
  if (cancel.aborted) return exits.cancelled;
  if (terminate.aborted) return exits.terminated;
  if (refused) return exits.refused;
  if (result.error?.class === 'timeout') return tookTooLong;
  return result.exit_code ?? (result.error?.class === 'invalid_input' ? exits.usage : exits.internal);
}

/** The output, then what changed, and how to undo it. */
function show(
  { result, refused }: Tried,
  { id, cwd }: { readonly id: string; readonly cwd: string },
  { print, note, isPrinting }: Terminal,
): void {
  const output = result.output.replace(/\n$/, '');
  if (output !== '') print(isPrinting ? visibleLines(stripVTControlCharacters(output)).join('\n') : output);
  if (refused) return refusalLines(refused, cwd).forEach(note);
  if (result.exit_code === undefined && result.error) note(`artoo: ${result.error.message}`);
  changeLines(result.changed ?? [], id, cwd).forEach(note);
}
