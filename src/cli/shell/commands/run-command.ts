/** Runs input that begins with / or !, with the same code as the command of that name. */

import type { SkillsHere } from '../../../config/skills.ts';
import { ArtooError } from '../../../contracts/errors.ts';
import { newTaskId } from '../../../contracts/ids.ts';
import { nearest } from '../../../contracts/text/nearest.ts';
import { clip } from '../../../contracts/text/shorten.ts';
import { visible } from '../../../contracts/text/visible.ts';
import { type Line, line } from '../../../view/style/line.ts';
import type { Command, Terminal } from '../../command.ts';
import { commands, rowOf } from '../../commands.ts';
import type { Shell, ShellPorts } from '../shell.ts';
import { lineOfShellAdvice, shellAdvice, shellAdviceInTicks } from '../shell-advice.ts';
import type { ShellDisplay } from '../shell-display.ts';
import type { ShellSettings } from '../shell-settings.ts';
import { keptJobLine } from './job-lines.ts';
import { lastToResume, lastToUndo } from './own-tasks.ts';
import { passedFlags } from './passed-flags.ts';
import { shellHelp } from './shell-help.ts';
import { type PromptCall, readSlash, type SlashName, skillNameIn, slashCommands, wordsIn } from './slash-commands.ts';

export type CommandPorts = {
  readonly display: ShellDisplay;
  readonly settings: ShellSettings;
  readonly cwd: string;
  readonly data: string;
  readonly leave: () => void;
  readonly skill: ShellPorts['skill'];
  readonly skills: () => Promise<SkillsHere>;
};

/** Throws what the command throws. */
export async function runCommand(text: string, shell: Shell, ports: CommandPorts): Promise<void> {
  const trimmed = text.trim();
  if (trimmed.startsWith('!')) return tryOut(trimmed.slice(1).trim(), shell, ports);
  const read = readSlash(trimmed) ?? { unknown: trimmed, rest: '' };
  if ('prompt' in read) return runPrompt(read, shell, ports);
  if ('unknown' in read) throw new ArtooError('usage', (await whyNoSkill(trimmed, ports)) ?? (await unknownCommand(read, ports)));
  if ('outside' in read) return runOutside(async () => rowOf(read.outside)?.load(), wordsIn(read.rest), ports);
  const known = slashCommands.find(({ name }) => name === read.name);
  if (known?.isNeeded && read.rest === '') throw new ArtooError('usage', `/${known.name} needs ${known.takes}: ${known.summary}`);
  await actions[read.name](read.rest, shell, ports);
}

async function whyNoSkill(text: string, { skill }: CommandPorts): Promise<string | undefined> {
  const name = skillNameIn(text);
  const found = name === undefined ? undefined : await skill(name);
  return typeof found === 'object' ? visible(found.why) : undefined;
}

/** A command that has no `/` name; or the nearest name of a command or a usable skill, or the only name that begins like this. */
async function unknownCommand(
  { unknown, rest }: { readonly unknown: string; readonly rest: string },
  { skills }: CommandPorts,
): Promise<string> {
  const usable = (await skills()).skills.filter(({ trust }) => trust === 'trusted');
  const names = [...slashCommands, ...usable].map(({ name }) => name);
  const close = nearest(unknown.toLowerCase(), names) ?? onlyOneBeginning(unknown.toLowerCase(), names);
  const words = visible(clip(rest, 60));
  if (rowOf(unknown.toLowerCase())) return `there is no /${visible(unknown)}; type ${`artoo ${unknown.toLowerCase()} ${words}`.trimEnd()}`;
  const outside = close === undefined ? nearest(unknown.toLowerCase(), Object.keys(commands)) : undefined;
  const call = outside === undefined ? `/${close} ${words}` : `artoo ${outside} ${words}`;
  const meant = (close ?? outside) === undefined ? '' : `; did you mean ${call.trimEnd()}?`;
  return `there is no /${visible(unknown)}${meant}`;
}

function onlyOneBeginning(word: string, names: readonly string[]): string | undefined {
  const [only, ...others] = word === '' ? [] : names.filter((name) => name.startsWith(word));
  return others.length === 0 ? only : undefined;
}

type Action = (rest: string, shell: Shell, ports: CommandPorts) => void | Promise<void>;

const actions: Readonly<Record<SlashName, Action>> = {
  help: (_, __, { display }) => display.show(shellHelp(display.columns)),
  exit(_, shell, { display, leave }) {
    if (shell.mayLeave()) leave();
    else display.show([line('A task is running. /exit again stops it and exits; artoo resume continues it.', 'fair')]);
  },
  new(_, shell, { display }) {
    shell.startAfresh();
    display.show(said('A new session: the next tasks start without the questions and answers of earlier ones.'));
  },
  log: (rest, _, ports) => runOutside(async () => (await import('../../log/log.ts')).log, wordsIn(rest), ports),
  cost: (rest, _, ports) => runOutside(async () => (await import('../../task/cost.ts')).cost, wordsIn(rest), ports),
  async undo(rest, shell, ports) {
    const own = rest === '' ? await lastToUndo(shell.own, ports.data) : undefined;
    await runOutside(async () => (await import('../../undo/undo.ts')).undo, own === undefined ? wordsIn(rest) : [own], ports);
  },
  memory: (rest, _, ports) => runOutside(async () => (await import('../../memory/memory.ts')).memory, wordsIn(rest), ports),
  audit: (rest, _, ports) => runOutside(async () => (await import('../../audit/audit.ts')).audit, wordsIn(rest), ports),
  remember: (rest, _, ports) => runOutside(async () => (await import('../../memory/memory.ts')).memory, ['remember', '--', rest], ports),
  async resume(rest, shell, ports) {
    if (shell.isRunning) throw new ArtooError('usage', 'a task is running; stop it first with Esc, or wait until it ends');
    await shell.resume(rest === '' || rest === 'last' ? await lastToResume(shell.own, ports) : rest);
  },
  async skills(_, __, { display, skills }) {
    const { skillLines } = await import('../../../view/machine/skill-lines.ts'); // rarely needed
    display.show(skillLines(await skills(), display.columns));
  },
  async model(rest, _, { display, settings }) {
    if (rest !== '') display.show([line(`trying ${visible(rest)} …`, 'muted')]);
    const settled = rest === '' ? await settings.settled() : await settings.change({ brain: rest });
    display.show([line(settled.who, 'plain')]);
  },
  async setup(rest, _, ports) {
    await runOutside(async () => (await import('../../machine/setup.ts')).setupFrom('shell'), wordsIn(rest), ports);
    ports.settings.readAgain();
  },
  async serve(_, shell, { display }) {
    display.show((await shell.serve()).flatMap(said));
  },
  demo: (rest, _, ports) => runOutside(async () => (await import('../../demo/demo.ts')).demoFrom('shell'), wordsIn(rest), ports),
  async allow(rest, _, { display, settings, data }) {
    const { allowInShell } = await import('./allow-in-shell.ts');
    display.show(await allowInShell(rest, { settings, data }));
  },
  jobs: (rest, _, ports) => runOutside(async () => (await import('../../task/jobs.ts')).jobs, wordsIn(rest), ports),
  async keep(_, shell, { display }) {
    const kept = await shell.keep();
    if (kept.length === 0) throw new ArtooError('usage', 'there is nothing to keep: no task has left anything running in the background');
    display.show(kept.flatMap((job) => said(keptJobLine(job))));
  },
  plan(_, shell, { display }) {
    shell.setReviewing(!shell.isReviewing);
    display.show(
      said(shell.isReviewing ? 'Each plan is shown to you before anything is done.' : 'Plans are carried out without being shown first.'),
    );
  },
  verbose(_, shell, { display }) {
    shell.setVerbose(!shell.isVerbose);
    display.show(
      said(
        shell.isVerbose ? 'From the next task on, roles and figures are shown.' : 'From the next task on, roles and figures are left out.',
      ),
    );
  },
};

const said = (text: string): readonly Line[] => [line(visible(text))];

/** If no input line can hold the draft, shows it and asks whether to send it. */
async function runPrompt(call: PromptCall, shell: Shell, { display, settings, cwd }: CommandPorts): Promise<void> {
  const { promptDraft } = await import('./prompt-draft.ts');
  const settled = await settings.settled();
  const draft = await display.outside(({ env, cancel, terminate }) =>
    promptDraft(call, { settings: settled, env, cwd, signal: AbortSignal.any([cancel, terminate]) }),
  );
  if (display.giveBack(draft)) return;
  display.show(draft.split('\n').map((each) => line(each)));
  if (await display.outside(isSent)) await shell.send(draft);
}

async function isSent(terminal: Terminal): Promise<boolean> {
  const [{ askYesNo }, { createPrompter }, { findTty }] = await Promise.all([
    import('../../terminal/asking/ask-yes-no.ts'),
    import('../../terminal/prompter.ts'),
    import('../../terminal/tty.ts'),
  ]);
  using tty = findTty(terminal, false);
  if (!tty) return false;
  const prompter = createPrompter(tty.input, terminal, AbortSignal.any([terminal.cancel, terminal.terminate]));
  const asked = { lines: [], question: 'Send this as your goal?', unchanged: 'Nothing has been sent yet.', width: terminal.width };
  return (await askYesNo(prompter, asked)) === true;
}

async function tryOut(command: string, shell: Shell, ports: CommandPorts): Promise<void> {
  if (command === '') throw new ArtooError('usage', '! needs a command: !git status');
  const { allow } = ports.settings.flags;
  const rules = (Array.isArray(allow) ? allow : []).flatMap((rule) => ['--allow', rule]);
  const id = newTaskId(new Date());
  shell.own.begin(id);
  const load = async () => (await import('../../try/try.ts')).tryAs(id);
  await runOutside(load, [...rules, '--', command], ports);
}

/** Runs with the terminal to itself, as if called from the command line; advice is translated for the shell. */
async function runOutside(
  load: () => Promise<Command | undefined>,
  words: readonly string[],
  { display, settings, data, cwd }: CommandPorts,
): Promise<void> {
  const command = await load();
  const given = command ? passedFlags(command, { ...settings.flags, data }, words) : [];
  await display.outside(async (terminal) => {
    const note = (text: string): void => terminal.note(shellAdvice(text));
    const print = (text: string): void => terminal.print(shellAdviceInTicks(text));
    const show = (lines: readonly Line[]): void => terminal.show(lines.map(lineOfShellAdvice));
    await command?.run([...given, ...words], { ...terminal, cwd, note, print, show });
  });
}
