/**
 * Keeps the files of a background run up to date: changes applied on the machine are also written into its view, so that servers and watchers notice
 * them.
 */
import { chmod, copyFile, rm, symlink, utimes } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { isWithin } from '../../../laws/places/posix-path.ts';
import type { Change } from '../../changes/change.ts';
import type { Step } from './wall-steps.ts';

/** The descriptor of the channel through which a shell inside receives what to write; 3 to 7 belong to the walls and doors. */
export const tellingAt = 8;

/** The folders of new contents, inside the walls and outside. */
const contentsInside = '/run/artoo/applied';
export const contentsIn = (folder: string): string => join(folder, 'applied');

export const contentsArguments = (folder: string): readonly string[] => ['--ro-bind', contentsIn(folder), contentsInside];

/**
 * Lines for the script inside the walls. They run with the rights of the command, so they can write whatever the command can write; and a command
 * that replaced them could only answer with one of two characters per path. A change takes three lines: what the path becomes, the name of its
 * content, and the path.
 */
export const followingLines: readonly string[] = [
  'become() {',
  '  [ "$1" = file ] || [ "$1" = link ] || [ "$1" = folder ] || { /bin/rm -rf -- "$3"; return; }',
  '  if [ "$1" = folder ] && [ -d "$3" ] && [ ! -L "$3" ]; then return; fi',
  '  if [ "$1" = folder ] || { [ -d "$3" ] && [ ! -L "$3" ]; }; then /bin/rm -rf -- "$3"; fi',
  `  /bin/mkdir -p -- "\${3%/*}/" || return`,
  '  if [ "$1" = folder ]; then /bin/mkdir -- "$3"; return; fi',
  `  /bin/cp -P -p -- "${contentsInside}/$2" "\${3%/*}/.artoo-$2" && /bin/mv -f -T -- "\${3%/*}/.artoo-$2" "$3"`,
  '}',
  'follow() { while IFS= read -r kind && IFS= read -r name && IFS= read -r path; do if become "$kind" "$name" "$path" 2>/dev/null; then printf +; else printf -- -; fi; done; }',
  `follow <&${tellingAt} >&${tellingAt} 2>/dev/null 3>&- 4<&- &`,
];

/** Failure contract: never rejects; paths that could not be written are returned. */
export type InnerFiles = {
  /** Writes the new state of these paths; resolves with the paths whose current state the run does not see. Paths outside its view are left out. */
  show(changes: readonly Change[]): Promise<readonly string[]>;
};

export type InnerFilesOptions = {
  readonly channel: Socket;
  readonly steps: readonly Step[];
  /** The folder of the view in the staging. */
  readonly folder: string;
  readonly maxMs?: number;
};

/** The limits: more files than a person edits while a server runs; beyond that, it is better to restart it. */
const max = { changes: 2_000, bytes: 64 * 1024 ** 2 } as const;
const usualMs = 10_000;

export function openInnerFiles({ channel, steps, folder, maxMs = usualMs }: InnerFilesOptions): InnerFiles {
  const contents = contentsIn(folder);
  let answered = '';
  let onAnswer = (): void => {};
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  channel.on('error', () => onAnswer()); // the run has ended
  channel.on('close', () => onAnswer());
  channel.on('data', (said: Buffer) => {
    answered += said.toString('latin1').slice(0, max.changes);
    onAnswer();
  });

  async function write(changes: readonly Change[]): Promise<readonly string[]> {
    const bytes = changes.reduce((sum, { after }) => sum + (after?.kind === 'file' ? after.size : 0), 0);
    const paths = changes.map(({ path }) => path);
    if (changes.length > max.changes || bytes > max.bytes || paths.some((path) => path.includes('\n'))) return paths;
    const first = count;
    count += changes.length;
    const names = await Promise.all(changes.map((change, at) => prepare(change, contents, first + at)));
    answered = '';
    channel.write(changes.map(({ path, after }, at) => `${after?.kind ?? 'gone'}\n${names[at]}\n${path}\n`).join(''));
    await answersTo(changes.length);
    await Promise.all(names.map((name) => rm(join(contents, String(name)), { force: true })));
    return paths.filter((_, at) => answered[at] !== '+');
  }

  /** Resolves with the latest answer, or when the command ends or takes too long. */
  async function answersTo(expected: number): Promise<void> {
    const all = Promise.withResolvers<void>();
    const late = setTimeout(all.resolve, maxMs).unref();
    onAnswer = () => {
      if (answered.length >= expected || channel.destroyed) all.resolve();
    };
    onAnswer();
    await all.promise;
    clearTimeout(late);
  }

  return {
    show(changes) {
      const seen = inOrder(changes.filter(({ path }) => isInView(path, steps)));
      if (seen.length === 0 || channel.destroyed) return Promise.resolve([]);
      const shown = last.then(() => write(seen)).catch(() => seen.map(({ path }) => path));
      last = shown;
      return shown;
    },
  };
}

/** Puts the new content of a path into the folder that the walls show, and returns its name in it. */
async function prepare({ path, after }: Change, folder: string, name: number): Promise<number> {
  const at = join(folder, String(name));
  if (after?.kind === 'link') await symlink(after.target, at);
  if (after?.kind !== 'file') return name;
  await copyFile(path, at);
  await chmod(at, after.mode & 0o777);
  const time = after.mtime_ms / 1000;
  await utimes(at, time, time);
  return name;
}

/** Deletions first, inner entries before outer ones; then additions, outer entries before inner ones. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const gone = changes.filter(({ after }) => after === null).toSorted((a, b) => b.path.length - a.path.length);
  const there = changes.filter(({ after }) => after !== null).toSorted((a, b) => a.path.length - b.path.length);
  return [...gone, ...there];
}

/** Whether the run sees a path through its own view: everything else it sees directly, or not at all. */
function isInView(path: string, steps: readonly Step[]): boolean {
  const around = steps
    .filter((step) => isWithin(step.path, path))
    .reduce<Step | undefined>((inner, step) => (inner && inner.path.length > step.path.length ? inner : step), undefined);
  return around?.step === 'show' && around.isWritable && around.lower !== undefined;
}
