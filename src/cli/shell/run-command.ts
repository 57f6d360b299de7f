/** Runs what begins with / or !: the same code as the command of that name. */
import { nearest } from '../../config/reading/nearest.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type Line, line } from '../../view/style/line.ts';
import type { Command } from '../command.ts';
import type { Face, Shell } from './shell.ts';
import { shellHelp } from './shell-help.ts';
import type { ShellSettings } from './shell-settings.ts';
import { readSlash, type SlashName, slashCommands, wordsIn } from './slash-commands.ts';

export type CommandPorts = {
  readonly face: Face;
  readonly settings: ShellSettings;
  readonly data: string;
  readonly leave: () => void;
};

/** Throws what the command throws. */
export async function runCommand(text: string, shell: Shell, ports: CommandPorts): Promise<void> {
  const trimmed = text.trim();
  if (trimmed.startsWith('!')) return tryOut(trimmed.slice(1).trim(), ports);
  const read = readSlash(trimmed) ?? { unknown: trimmed };
  if ('unknown' in read) throw new ArtooError('usage', unknownCommand(read.unknown));
  const known = slashCommands.find(({ name }) => name === read.name);
  if (known?.isNeeded && read.rest === '') throw new ArtooError('usage', `/${known.name} needs ${known.takes}: ${known.summary}`);
  await actions[read.name](read.rest, shell, ports);
}

function unknownCommand(word: string): string {
  const close = nearest(
    word.toLowerCase(),
    slashCommands.map(({ name }) => name),
  );
  return `there is no /${visible(word)}; ${close === undefined ? '/help lists what there is' : `did you mean /${close}?`}`;
}

type Action = (rest: string, shell: Shell, ports: CommandPorts) => void | Promise<void>;

const actions: Readonly<Record<SlashName, Action>> = {
  help: (_, __, { face }) => face.show(shellHelp(face.columns)),
  exit: (_, __, { leave }) => leave(),
  log: (rest, _, ports) => runOutside(async () => (await import('../task/log.ts')).log, wordsIn(rest), ports),
  cost: (rest, _, ports) => runOutside(async () => (await import('../task/cost.ts')).cost, wordsIn(rest), ports),
  undo: (rest, _, ports) => runOutside(async () => (await import('../task/undo.ts')).undo, wordsIn(rest), ports),
  memory: (rest, _, ports) => runOutside(async () => (await import('../memory/memory.ts')).memory, wordsIn(rest), ports),
  remember: (rest, _, ports) => runOutside(async () => (await import('../memory/memory.ts')).memory, ['remember', '--', rest], ports),
  resume: (rest, shell) => {
    if (shell.isRunning) throw new ArtooError('usage', 'a task is running; stop it first with Esc, or wait for its end');
    return shell.resume(rest === '' ? 'last' : rest);
  },
  async model(rest, _, { face, settings }) {
    const settled = rest === '' ? await settings.settled() : await settings.change({ brain: rest });
    face.show([line(settled.who, 'plain')]);
  },
  async allow(rest, _, { face, settings }) {
    const rules = settings.flags.allow;
    await settings.change({ allow: [...(Array.isArray(rules) ? rules : []), rest] });
    face.show(said(`${rest} is done without asking, until you leave this shell.`));
  },
  plan(_, shell, { face }) {
    shell.setReviewing(!shell.isReviewing);
    face.show(
      said(shell.isReviewing ? 'Each plan is shown to you before anything is done.' : 'Plans are carried out without being shown first.'),
    );
  },
  verbose(_, shell, { face }) {
    shell.setVerbose(!shell.isVerbose);
    face.show(
      said(
        shell.isVerbose ? 'From the next task on, roles and figures are shown.' : 'From the next task on, roles and figures are left out.',
      ),
    );
  },
};

const said = (text: string): readonly Line[] => [line(visible(text))];

async function tryOut(command: string, ports: CommandPorts): Promise<void> {
  if (command === '') throw new ArtooError('usage', '! needs a command: !git status');
  const { allow } = ports.settings.flags;
  const rules = (Array.isArray(allow) ? allow : []).flatMap((rule) => ['--allow', rule]);
  await runOutside(async () => (await import('../task/try.ts')).tryOut, [...rules, '--', command], ports);
}

/** With the terminal to itself, as if it had been called from the command line. */
async function runOutside(load: () => Promise<Command>, words: readonly string[], { face, data }: CommandPorts): Promise<void> {
  const command = await load();
  await face.outside((terminal) => command.run(['--data', data, ...words], terminal));
}
