/**
 * Letters of agents that run as separate programs: files in `.liza/outbox/<agent>/`, each answered by a file next to it. Only the folder shows who
 * sent a letter, never its content: an agent can write only to its own folder. The program that writes the letters may be hostile, so they are read
 * with limits, and no link in the folder is followed.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { roleOf } from '../board/ids.ts';
import { readLetter } from './letter.ts';

/**
 * The answer to an agent. `stale`: the agent has lost its claim, and its turn ends. `refused`: the agent can correct the letter and send it again.
 */
export const Reply = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), code: z.enum(['stale', 'refused']), why: z.array(z.string()) }),
]);
export type Reply = { readonly ok: true } | { readonly ok: false; readonly code: 'stale' | 'refused'; readonly why: readonly string[] };

/** A letter that is waiting for its answer. */
export type PendingLetter = {
  /** Made from the agent and the file's name, so that the same file has the same id and counts once. */
  readonly id: string;
  readonly agent: string;
  readonly path: string;
};

const maxBytes = 1024 ** 2;
/** How many files from one agent are examined at once, and how many of its letters are taken. The others wait. */
const maxListed = 1_000;
const maxTaken = 100;

/** The name of a letter's file, which begins with the time of sending, so that names sort by time. */
const letterName = /^[a-z0-9][a-z0-9-]{0,79}\.json$/;
export const isLetterName = (name: string): boolean => letterName.test(name);
export const replyNameOf = (name: string): string => name.replace(/\.json$/, '.reply');

const outboxOf = (root: string): string => join(root, '.liza', 'outbox');

/** The folder in which this agent leaves its letters (LIZA_OUTBOX), created if missing. */
export function openOutbox(root: string, agent: string): string {
  if (roleOf(agent) === undefined) throw new ArtooError('usage', `${agent} is not the id of an agent`);
  const folder = join(outboxOf(root), agent);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes an agent's outbox after its turn. */
export function removeOutbox(root: string, agent: string): void {
  if (roleOf(agent) !== undefined) rmSync(join(outboxOf(root), agent), { recursive: true, force: true });
}

/** Every letter that is waiting for an answer, oldest first. Anything that is not a letter by its name or kind of file is left alone. */
export function pendingLetters(root: string): readonly PendingLetter[] {
  const outbox = outboxOf(root);
  if (!isFolder(outbox)) return [];
  return namesIn(outbox)
    .filter((agent) => roleOf(agent) !== undefined && isFolder(join(outbox, agent)))
    .flatMap((agent) => lettersOf(outbox, agent))
    .sort((a, b) => a.sent - b.sent || a.id.localeCompare(b.id))
    .map(({ id, agent, path }) => ({ id, agent, path }));
}

/** The letter in a file, with the id and the agent that follow from its place, or why it is not a letter. */
export function readLetterFile({ id, agent, path }: PendingLetter): ReturnType<typeof readLetter> {
  const text = readBounded(path);
  if (text === undefined) return { ok: false, why: [`a letter is a plain file of at most ${maxBytes / 1024} KiB`] };
  const value = parsedJson(text); // a parser's message would quote the file, which may be a link to another file
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false, why: ['a letter is one JSON object'] };
  const { id: _id, agent: named, ...said } = value as Readonly<Record<string, unknown>>; // the value is an object, as checked above
  if (named !== undefined && named !== agent)
    return { ok: false, why: [`this outbox belongs to ${agent}: its letters come from that agent`] };
  return readLetter({ ...said, id, agent });
}

/** Leaves the answer next to the letter, and then removes the letter. If the agent removed its folder, there is no one to answer. */
export function answerLetter({ path }: Pick<PendingLetter, 'path'>, reply: Reply): void {
  try {
    placeFile(replyNameOf(path), JSON.stringify(reply));
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) throw error;
  }
  rmSync(path, { force: true, recursive: true });
}

/** Makes a complete file appear, replacing anything with the same name. */
export function placeFile(path: string, text: string): void {
  const draft = join(path, '..', `.${randomUUID()}.draft`);
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function lettersOf(outbox: string, agent: string): readonly (PendingLetter & { readonly sent: number })[] {
  const names = namesIn(join(outbox, agent)).filter(isLetterName).sort().slice(0, maxTaken);
  return names.flatMap((name) => {
    const path = join(outbox, agent, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ id: `${agent}/${name.replace(/\.json$/, '')}`, agent, path, sent: stats.mtimeMs }] : [];
  });
}

/** The names in a folder, up to a limit: one agent cannot keep others waiting by filling its folder. */
function namesIn(folder: string): readonly string[] {
  const names: string[] = [];
  try {
    using directory = opendirSync(folder);
    for (let entry = directory.readSync(); entry && names.length < maxListed; entry = directory.readSync()) names.push(entry.name);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error; // the folder has been removed in the meantime, or cannot be read, so there are no letters
  }
  return names;
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The text of a regular file; undefined if it is a link, a pipe or a device, is too large, or cannot be read. */
function readBounded(path: string): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const buffer = Buffer.alloc(maxBytes + 1); // the file may grow in the meantime
    let length = 0;
    for (let more = -1; more !== 0 && length < buffer.length; length += more)
      more = readSync(fd, buffer, length, buffer.length - length, null);
    return length > maxBytes ? undefined : buffer.subarray(0, length).toString();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
