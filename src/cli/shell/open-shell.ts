/** `artoo` on a terminal: the shell. */
import { join, resolve } from 'node:path';
import type { ReadStream } from 'node:tty';
import { callOnce } from '../../app/call-once.ts';
import type { Drive } from '../../app/drive/drive.ts';
import type { Flags } from '../../config/config-layers.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import { homeIn } from '../../config/folders.ts';
import type { Settings } from '../../config/settings.ts';
import { version } from '../../config/version.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { AttachedData } from '../../contracts/intent.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { LastTask } from '../../history/tasks/last-task.ts';
import { type Line, line, span } from '../../view/style/line.ts';
import { paintFor } from '../../view/style/paint.ts';
import { exits, type Terminal } from '../command.ts';
import { existingFolder } from '../flags/existing-folder.ts';
import { shellFlags } from '../flags/flag-table.ts';
import { parseFlags } from '../flags/flags.ts';
import { fromHere, textOf } from '../flags/from-here.ts';
import { mentionUnfinished } from '../task/unfinished.ts';
import { runCommand } from './commands/run-command.ts';
import { errorLines } from './error-lines.ts';
import { createShell, type ShellPage } from './shell.ts';
import { shellAdvice } from './shell-advice.ts';
import type { ShellDisplay } from './shell-display.ts';
import { createShellSettings, type ShellSettings } from './shell-settings.ts';
import { createCompleter, type ServerOffers } from './typing/completer.ts';
import { openHistory } from './typing/history.ts';

/** Returns the exit code when the person leaves. */
export async function openShell(args: readonly string[], terminal: Terminal, input: ReadStream): Promise<number> {
  const flags = fromHere(parseFlags(args, shellFlags).flags, terminal.cwd);
  const cwd = await existingFolder(resolve(terminal.cwd, textOf(flags, 'cwd') ?? '.'));
  const home = homeIn(terminal.env);
  const data = await quickDataFolder(flags, terminal);
  const draft = await askAtFirst(flags, cwd, terminal);
  if (terminal.cancel.aborted) return exits.cancelled;
  const settings = createShellSettings(flags, cwd, terminal);
  const files = callOnce(async () => {
    const [{ createReadingGate }, { createFileNames }] = await Promise.all([
      import('../../tools/files/reading-gate.ts'),
      import('./typing/file-names.ts'),
    ]);
    const gate = createReadingGate({ home, data }).for({ cwd });
    return { gate, names: createFileNames({ cwd, home, gate }) };
  });
  const history = await openHistory(join(data, 'history'), terminal.env);
  const paint = paintFor(process.stdout.isTTY, terminal.env);
  const last = flags.continue ? await (await import('../task/followed-up.ts')).followedUp(data, cwd) : undefined;
  const shown = await greetingOf({ settings, cwd, home, data, last });
  const skill = async (name: string) => (await import('../../config/skills.ts')).skillCalled(name, { data, cwd, home });
  const skills = async () => (await import('../../config/skills.ts')).skillsIn({ data, cwd, home });
  const knownSkills = callOnce(skills); // searched once; otherwise the folder would be read for every key
  const shellWith = (display: ShellDisplay, leave: () => void) =>
    createShell({
      ...{ display, settings, cwd, home, data, after: last?.task_id, gate: async () => (await files()).gate, skill },
      drive: () => openTasks(data, settings, display, terminal),
      serve: (drive) => openPage(drive, data, terminal),
      named: (goal, task_id) => attachNamed(goal, task_id, { settings, cwd, terminal }),
      command: (text, shell) => runCommand(text, shell, { display, settings, cwd, data, leave, skill, skills }),
    });
  const options = {
    ...{ terminal, input, paint, history, shellWith },
    settings: settings.settled,
    greeting: () => shown,
    draft,
  };
  let stopped: TaskId | undefined;
  if (flags.plain || terminal.env.TERM === 'dumb') stopped = await (await import('./plain-shell.ts')).runPlainShell(options);
  else {
    const completer = createCompleter(
      async () => (await files()).names,
      async () => (await knownSkills()).skills.filter(({ trust }) => trust === 'trusted'),
      async () => offersOf(await settings.settled()),
    );
    stopped = await (await import('./live-shell.ts')).runLiveShell({ ...options, output: process.stdout, completer });
  }
  if (stopped !== undefined) terminal.note(`The task was stopped. artoo resume ${shortId(stopped)} continues it.`);
  return terminal.terminate.aborted ? exits.terminated : exits.ok;
}

type Naming = { readonly settings: ShellSettings; readonly cwd: string; readonly terminal: Terminal };

/** Resources of servers are saved like data that is piped in. */
async function attachNamed(goal: string, task_id: TaskId, { settings, cwd, terminal }: Naming): Promise<AttachedData | undefined> {
  const settled = await settings.settled();
  if (Object.keys(settled.servers ?? {}).length === 0) return undefined;
  const [{ withResources }, { attach }] = await Promise.all([import('../../app/resources.ts'), import('../../app/attach.ts')]);
  const bytes = await withResources(goal, undefined, { settings: settled, env: terminal.env, cwd, signal: terminal.terminate });
  return bytes && attach(bytes, settled.task.workspace, task_id);
}

/** What servers offered when they last ran. */
async function offersOf({ data, servers = {} }: Settings): Promise<readonly ServerOffers[]> {
  if (Object.keys(servers).length === 0) return [];
  const known = (await import('../../tools/mcp/known-offers.ts')).openKnownOffers(data);
  return Object.keys(servers).flatMap((server) => {
    const offers = known.read(server);
    return offers ? [{ server, offers }] : [];
  });
}

/** Asks about trust, and for a model if there is none. Returns a goal that was typed meanwhile. Errors in the settings are shown in the greeting. */
async function askAtFirst(flags: Flags, cwd: string, terminal: Terminal): Promise<string> {
  const { firstStart } = await import('../first-start.ts');
  let typed = '';
  const takeTyped = (text: string): void => {
    typed = text;
  };
  try {
    await firstStart({ ...terminal, takeTyped }, { flags, cwd, wantsModel: flags.replay === undefined, before: 'shell' });
  } catch (thrown) {
    if (!(thrown instanceof ArtooError)) throw thrown;
  }
  return typed;
}

type Greeting = {
  readonly settings: ShellSettings;
  readonly cwd: string;
  readonly home: string;
  readonly data: string;
  /** The task that is followed up. */
  readonly last: LastTask | undefined;
};

/** The models in use, notes about the settings, what is followed up, and unfinished tasks. */
async function greetingOf({ settings, cwd, home, data, last }: Greeting): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const place = cwd === home ? '~' : cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd;
  const head = (who: string): Line => [
    span('artoo', 'strong'),
    span(` ${version}${who === '' ? '' : ` · ${visible(who)}`} · ${visible(place)}`, 'muted'),
  ];
  try {
    const { who, notes } = await settings.settled();
    lines.push(head(who), ...notes.map((note) => line(visible(note), 'fair')));
  } catch (thrown) {
    lines.push(head(''), ...errorLines(thrown));
  }
  if (last) lines.push(line((await import('../task/followed-up.ts')).followsSentence(last), 'muted'));
  await mentionUnfinished(data, cwd, { note: (text) => void lines.push(line(visible(shellAdvice(text.replace(/^artoo: /, ''))), 'fair')) });
  return lines;
}

/** The page of this shell. Opens a browser with it, if there is a screen. */
async function openPage(drive: Drive, data: string, { env, cwd }: Terminal): Promise<ShellPage> {
  const { doorLines, openDoor, openInBrowser } = await import('../serve/serve-page.ts');
  const server = await openDoor(drive, { folder: cwd });
  let remove = (): void => {};
  return {
    newLines() {
      const url = server.newUrl();
      remove();
      remove = openInBrowser(url, data, env);
      return doorLines(url, true);
    },
    async close() {
      remove();
      await server.close();
    },
  };
}

/** The code that runs tasks, loaded with the first one. */
async function openTasks(data: string, settings: ShellSettings, display: ShellDisplay, terminal: Terminal): Promise<Drive> {
  const [{ openDrive }, { openChanges }, { recoverFirst }] = await Promise.all([
    import('../../app/drive/in-process.ts'),
    import('../../tools/changes/change-store.ts'),
    import('../undo/recover.ts'),
  ]);
  const note = (text: string): void => display.show([line(visible(shellAdvice(text)), 'muted')]);
  await recoverFirst(openChanges(data), { ...terminal, note }, terminal.terminate);
  return openDrive({ data, siteOf: settings.siteOf, env: terminal.env, onNotice: note, lingers: true });
}
