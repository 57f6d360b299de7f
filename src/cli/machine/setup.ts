/** `artoo setup`: finds ways to reach a model, asks which to use, tries it, and writes it into the person's own file. */

import { type Configured, configure } from '../../config/configure.ts';
import { checkEndpoint } from '../../config/doctor/model-checks.ts';
import { ownConfigFile } from '../../config/files/config-files.ts';
import { homeIn } from '../../config/folders.ts';
import { type Found, idleServers, offersFrom } from '../../config/setup/offers.ts';
import { saveModel } from '../../config/setup/save-model.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { listModels } from '../../models/endpoints/model-list.ts';
import { findingLines } from '../../view/machine/finding-lines.ts';
import type { Current } from '../../view/machine/setup-lines.ts';
import { shellLine } from '../../view/shell-words.ts';
import { span } from '../../view/style/line.ts';
import { paintFor } from '../../view/style/paint.ts';
import { wrapLine } from '../../view/style/wrap-line.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { dataFlag } from '../flags/flag-table.ts';
import { parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import { createPrompter } from '../terminal/prompter.ts';
import { findTty, type Tty } from '../terminal/tty.ts';
import { withoutEcho } from '../terminal/typing/without-echo.ts';
import { chooseModel, type Dialogue } from './setup-dialogue.ts';

const flags = [dataFlag];

/** What to try once a model is saved, depending on where set-up was started; a task that waited for it simply continues. */
const next = {
  command: [
    'To begin, paste one of these:',
    '  artoo "which files here are the largest?"   a question; nothing is changed',
    '  artoo try -- "date > today.txt"             one command, and what it changes',
    '  artoo demo                                  to watch first',
  ].join('\n'),
  shell: [
    'To begin, type one of these:',
    '  which files here are the largest?   a question; nothing is changed',
    '  !date > today.txt                   one command, and what it changes',
    '  /demo                               to watch first',
  ].join('\n'),
  task: undefined,
} as const;

type SetupStart = keyof typeof next;

/** The command, in the shell or on the command line. */
export const setupFrom = (start: SetupStart): Command => ({
  name: 'setup',
  usage: 'artoo setup',
  flags,
  summary: `Looks for keys in the environment, model servers on this machine and the
configuration of Codex; asks which model to use; tries it with a tool call and a
long prompt; and saves it in your own config.yaml, which only you can read. The
rest of that file stays as it is. Nothing is changed until the very end, and you
can run setup again at any time.

${flagHelp(flags)}`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    if (words.length > 0) throw new ArtooError('usage', `setup takes options only, not "${shown(words.join(' '))}"`);
    using tty = findTty(terminal, false);
    if (!tty)
      throw new ArtooError(
        'usage',
        'setup asks questions, and there is no terminal here; docs/configuration.md says how to configure a model without setup',
      );
    const { env, cwd } = terminal;
    const hasModel = await runSetup(await configure({ flags: given, env, cwd, home: homeIn(env) }), tty, terminal, start);
    if (terminal.cancel.aborted) return exits.cancelled;
    if (terminal.terminate.aborted) return exits.terminated;
    return hasModel ? exits.ok : exits.failed;
  },
});

export const setup: Command = setupFrom('command');

/** Returns whether a model is configured afterwards, either a new one or the previous one. Throws `data_unwritable`. */
export async function runSetup(configured: Configured, tty: Tty, terminal: Terminal, start: SetupStart): Promise<boolean> {
  const { env, print, note } = terminal;
  const data = configured.data.value;
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  let goal: string | undefined;
  const keep = (said: string): void => {
    goal = said;
  };
  const choice = await chooseModel({ ...(await dialogueAt(tty, configured, signal, terminal)), keep: start === 'task' ? undefined : keep });
  if (signal.aborted) return false;
  const then = goal === undefined ? next[start] : takeGoal(goal, terminal);
  if (!choice) {
    note('Nothing was changed.');
    if (goal !== undefined && then !== undefined) note(then);
    return currentOf(configured) !== undefined;
  }
  const saved = await saveModel(data, choice);
  if (!saved.ok) throw new ArtooError('data_unwritable', `nothing was saved: ${saved.error}`);
  print(`\nSaved in ${visible(ownConfigFile(data))}, which only you can read.`);
  for (const line of overruled(await configure({ flags: { data }, env, cwd: terminal.cwd, home: homeIn(env) }))) note(line);
  if (then !== undefined) print(`\n${then}`);
  return true;
}

/** A goal that was typed too early goes to the prompt of the shell. Returns where it is now. */
function takeGoal(goal: string, { takeTyped }: Terminal): string {
  takeTyped?.(goal);
  return takeTyped ? 'Your goal is at the prompt: Enter sends it.' : `Your goal: ${shellLine(['artoo', goal])}`;
}

async function dialogueAt(tty: Tty, configured: Configured, signal: AbortSignal, terminal: Terminal): Promise<Dialogue> {
  const { env } = terminal;
  const prompter = createPrompter(tty.input, terminal, signal);
  const paint = paintFor(terminal.width !== undefined, env);
  const found = await foundAt(tty, signal, terminal);
  return {
    env,
    offers: offersFrom(found, env),
    idle: idleServers(found),
    current: currentOf(configured),
    ask: (lines, question, isShown) =>
      prompter.askGuarded(lines.flatMap((line) => wrapLine(line, terminal.width ?? 80)).map(paint), question, isShown),
    async list(endpoint) {
      using _quiet = withoutEcho(tty.input, terminal.interrupt);
      return await listModels(endpoint, { signal }); // awaited, so that nothing is echoed until it resolves
    },
    async check({ provider, ...endpoint }) {
      using _quiet = withoutEcho(tty.input, terminal.interrupt);
      using _ticking = ticking(`trying ${visible(endpoint.model)}: a tool call, then a long prompt`, terminal);
      const findings = await checkEndpoint({ endpoint, provider, by: [], callsTools: true }, { signal, isDeep: true });
      if (!signal.aborted)
        for (const line of findings.flatMap((finding) => findingLines(finding, terminal.width))) terminal.print(inRed(line, terminal));
      return findings;
    },
  };
}

async function foundAt(tty: Tty, signal: AbortSignal, { env, status, interrupt }: Terminal): Promise<Found> {
  using _quiet = withoutEcho(tty.input, interrupt); // a key may be pasted before it is asked for
  status?.('looking for keys and model servers …');
  const { lookAround } = await import('../../config/setup/look-around.ts');
  return await lookAround({ env, home: homeIn(env), signal });
}

/** Shows how long something has taken. */
function ticking(what: string, { status }: Terminal): Disposable {
  const start = performance.now();
  const show = () => status?.(`${what}, ${Math.round((performance.now() - start) / 1000)} s`);
  show();
  const timer = setInterval(show, 1_000);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function currentOf({ brain }: Configured): Current | undefined {
  if (!brain?.model.value) return undefined;
  const { model, base_url } = brain;
  return {
    model: brain.model.value,
    at: URL.parse(base_url.value)?.host ?? base_url.value,
    from: model.from === 'default' ? base_url.from : model.from,
  };
}

/** Sources that override the file that was just written. */
function overruled({ brain, tool, data }: Configured): readonly string[] {
  const file = ownConfigFile(data.value);
  const from = brain?.model.from ?? file;
  return [
    ...(from.startsWith(`${file}:`) ? [] : [`${from} is also set, and takes precedence over the file.`]),
    ...(tool ? [`Sub-tasks are still carried out by ${tool.model.value ?? tool.base_url.value} (${tool.model.from}).`] : []),
  ];
}

/** Highlights the mark of a failure. */
const inRed = (text: string, { paintAnswer }: Terminal): string =>
  text.startsWith('✗') && paintAnswer ? `${paintAnswer.paint([span('✗', 'bad')])}${text.slice(1)}` : text;
