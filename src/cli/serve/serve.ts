/** `artoo serve`: the page, on this machine. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Drive } from '../../app/drive/drive.ts';
import { openDrive } from '../../app/drive/in-process.ts';
import { ownBus } from '../../config/configure.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { stoppedLines } from '../../view/machine/stopped-lines.ts';
import { isLoopback } from '../../web/server/open-server.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { existingFolder } from '../flags/existing-folder.ts';
import { type Flag, shellFlags } from '../flags/flag-table.ts';
import { type Parsed, parseFlags, shown } from '../flags/flags.ts';
import { fromHere, textOf } from '../flags/from-here.ts';
import { flagHelp } from '../help.ts';
import { createShellSettings } from '../shell/shell-settings.ts';
import { recoverFirst } from '../undo/recover.ts';
import { doorLines, openDoor, openInBrowser } from './serve-page.ts';

const ownFlags: readonly Flag[] = [
  { name: 'port', value: '<number>', help: 'the port (default: any free one)' },
  { name: 'open', help: 'open the page in your browser' },
  {
    name: 'host',
    value: '<address>',
    help: 'the address to listen on (127.0.0.1); one that other machines can reach needs --i-know and TLS',
  },
  { name: 'i-know', help: 'I know that other machines can then reach this port' },
  { name: 'tls-cert', value: '<file>', help: 'the certificate, as PEM' },
  { name: 'tls-key', value: '<file>', help: 'its key, as PEM' },
];
const notHere = new Set(['continue', 'plan', 'verbose', 'plain']);
const flags: readonly Flag[] = [...ownFlags, ...shellFlags.filter(({ name }) => !notHere.has(name))];

export const serve: Command = {
  name: 'serve',
  usage: 'artoo serve [options]',
  flags,
  summary: `Opens a page in which you start tasks, watch them and answer what they ask, and
look at everything that was done before. It prints a URL that lets one
browser in, once; Enter prints another. Ctrl+C ends the page; running tasks are
stopped, and can be resumed. With --bus, it also continues tasks of other
machines whose host died, in folders that they share.

${flagHelp(flags)}`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    if (words[0] !== undefined) throw new ArtooError('usage', `unexpected "${shown(words[0])}"`);
    const where = await placeIn(given, terminal);
    const all = fromHere(
      Object.fromEntries(Object.entries(given).filter(([name]) => !ownFlags.some((own) => own.name === name))),
      terminal.cwd,
    );
    const cwd = await existingFolder(resolve(terminal.cwd, textOf(all, 'cwd') ?? '.'));
    const data = await quickDataFolder(all, terminal);
    const settings = createShellSettings(all, cwd, terminal);
    await recoverFirst(openChanges(data), terminal, terminal.terminate);
    const onNotice = (text: string): void => terminal.note(`artoo: ${visible(text)}`);
    const takesOver = await ownBus({ flags: all, env: terminal.env, cwd, home: homeIn(terminal.env) });
    await using drive = openDrive({ data, siteOf: settings.siteOf, env: terminal.env, onNotice, lingers: true, takesOver });
    await using server = await openDoor(drive, { ...where, folder: cwd });
    const url = server.newUrl();
    const [, about = ''] = doorLines(url, isLoopback(where.host));
    terminal.print(url);
    terminal.note(`${about} Ctrl+C ends it.`);
    const remove = given.open === true ? openInBrowser(url, data, terminal.env) : () => {};
    const listed = terminal.input?.isTTY ? urlsOnEnter(terminal, () => server.newUrl()) : undefined;
    await stopped(terminal);
    listed?.[Symbol.dispose]();
    remove();
    const running = await runningIn(drive);
    await drive.close();
    for (const each of stoppedLines(running)) terminal.note(each);
    return terminal.terminate.aborted ? exits.terminated : exits.ok;
  },
};

/** The tasks that run now. */
async function runningIn(drive: Drive): Promise<readonly TaskId[]> {
  for await (const news of drive.news()) return news.map(({ task_id }) => task_id);
  return [];
}

/** Throws `usage` for an address that other machines can reach, unless a flag allows it explicitly. */
async function placeIn(given: Parsed['flags'], terminal: Terminal) {
  const host = textOf(given, 'host') ?? '127.0.0.1';
  const wanted = textOf(given, 'port') ?? '0';
  const port = /^\d{1,5}$/.test(wanted) ? Number(wanted) : Number.NaN;
  if (!(port <= 65_535)) throw new ArtooError('usage', `--port must be a number up to 65535, not ${shown(wanted)}`);
  const [cert, key] = [textOf(given, 'tls-cert'), textOf(given, 'tls-key')];
  if ((cert === undefined) !== (key === undefined)) throw new ArtooError('usage', '--tls-cert and --tls-key must be given together');
  if (/^(?:0(?:\.0){0,3}|\[?[:0]+\]?)$/.test(host))
    throw new ArtooError('usage', `${shown(host)} stands for every address of this machine: name the one that browsers should use`);
  if (!isLoopback(host) && (given['i-know'] !== true || cert === undefined))
    throw new ArtooError('usage', `other machines could reach ${shown(host)}: that needs --i-know, --tls-cert and --tls-key`);
  if (cert === undefined || key === undefined) return { host, port };
  return { host, port, tls: { cert: await textIn(cert, terminal), key: await textIn(key, terminal) } };
}

async function textIn(file: string, { cwd }: Terminal): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new ArtooError('usage', `${shown(file)} cannot be read`, { cause });
  }
}

const stopped = ({ cancel, terminate }: Terminal): Promise<void> =>
  new Promise((resolve) => {
    const signal = AbortSignal.any([cancel, terminate]);
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Each press of Enter prints another URL, for one more browser. */
function urlsOnEnter({ input, print }: Terminal, newUrl: () => string): Disposable {
  const onData = (): void => print(newUrl());
  input?.on('data', onData);
  input?.resume();
  return {
    [Symbol.dispose]() {
      input?.off('data', onData);
      input?.pause();
    },
  };
}
