/** The file of a session, `<data>/sessions/<id>.jsonl`: one line when a task is asked for, another when it has answered. Lines that cannot be read are skipped. */
import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { newTaskId, TaskId } from '../../contracts/ids.ts';
import { IsoTime } from '../../contracts/shapes/shape.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { readAt } from '../../journal/read-at.ts';
import { endsInLine } from '../tasks/index-file.ts';
import { namesIn } from '../tasks/task-list.ts';
import { type Exchange, maxExchanges, shortened } from './exchange.ts';

/** Lines of another version are ignored. */
const version = 1;

const Line = z.object({
  v: z.literal(version),
  at: IsoTime,
  task: TaskId.optional(),
  input: z.string().transform(shortened).optional(),
  output: z.string().transform(shortened).optional(),
});
type Line = z.infer<typeof Line>;

/** How much of the end of a file is read: large enough to hold every exchange that is read back. */
const tailBytes = 512 * 1024;
/** A file longer than this is cut down to the part that is read back. */
const maxBytes = 2 * tailBytes;
/** How many sessions are kept. */
const maxSessions = 500;

const folderOf = (data: string): string => join(data, 'sessions');

/** Throws `id_invalid`, for example for a path. */
function pathOf(data: string, session: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(session)) throw new ArtooError('id_invalid', `"${session.slice(0, 80)}" is not a session`);
  return join(folderOf(data), `${session}.jsonl`);
}

/** Begins a session with earlier exchanges. Throws `data_unwritable`. */
export function createSession(data: string, before: readonly Exchange[], now: Date): string {
  const session = newTaskId(now);
  attempt(data, () => {
    mkdirSync(folderOf(data), { recursive: true, mode: 0o700 });
    writeFileSync(pathOf(data, session), before.map((exchange) => lineOf(exchange, now)).join(''), { flag: 'wx', mode: 0o600 });
  });
  removeOldest(data);
  return session;
}

/** Adds what was asked, or the answer to it. Throws `id_invalid`, or `data_unwritable`, also if there is no such session. */
export function addToSession(data: string, session: string, exchange: Exchange | Omit<Exchange, 'input'>, now: Date): void {
  const path = pathOf(data, session);
  attempt(data, () => {
    using file = openFile(path, constants.O_RDWR | constants.O_APPEND);
    writeSync(file.fd, `${endsInLine(file.fd) ? '' : '\n'}${lineOf(exchange, now)}`);
    if (fstatSync(file.fd).size > maxBytes) cutDown(path, readExchanges(file.fd), now);
  });
}

/** The last exchanges, oldest first; none if nothing can be read. Throws `id_invalid`. */
export function readSession(data: string, session: string): readonly Exchange[] {
  const path = pathOf(data, session);
  try {
    using file = openFile(path, constants.O_RDONLY);
    return readExchanges(file.fd);
  } catch {
    return []; // a follow-up without the earlier exchanges is better than none
  }
}

function readExchanges(fd: number): readonly Exchange[] {
  const { size } = fstatSync(fd);
  const from = Math.max(0, size - tailBytes);
  const lines = readAt(fd, from, tailBytes).toString().split('\n');
  const whole = from === 0 ? lines : lines.slice(1); // the first line may be incomplete
  const found = new Map<string, Exchange>();
  for (const [at, text] of whole.entries()) {
    const { data: line } = Line.safeParse(parsedJson(text));
    if (!line) continue;
    const key = line.task ?? `line ${at}`;
    const { input } = { ...found.get(key), ...line };
    if (input === undefined) continue;
    found.set(key, { ...found.get(key), ...partsOf(line), input });
  }
  return [...found.values()].slice(-maxExchanges);
}

const partsOf = ({ task, input, output }: Omit<Line, 'v' | 'at'>): Partial<Exchange> => ({
  ...(task !== undefined && { task }),
  ...(input !== undefined && { input }),
  ...(output !== undefined && { output }),
});

const lineOf = (exchange: Partial<Exchange>, now: Date): string => {
  const { task, input, output } = exchange;
  const parts = partsOf({ task, input: input === undefined ? undefined : shortened(input), output: output && shortened(output) });
  return `${JSON.stringify({ v: version, at: now.toISOString(), ...parts })}\n`;
};

function cutDown(path: string, exchanges: readonly Exchange[], now: Date): void {
  const draft = `${path}.new`;
  writeFileSync(draft, exchanges.map((exchange) => lineOf(exchange, now)).join(''), { mode: 0o600 });
  renameSync(draft, path);
}

/** Removes the oldest sessions; names sort by time. */
function removeOldest(data: string): void {
  const names = namesIn(folderOf(data)).toSorted();
  for (const name of names.slice(0, -maxSessions)) rmSync(join(folderOf(data), name), { force: true, recursive: true });
}

/** Opens a file. Throws for anything but a regular file, and does not block on a pipe. */
function openFile(path: string, flags: number): Disposable & { readonly fd: number } {
  const fd = openSync(path, flags | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const file = { fd, [Symbol.dispose]: () => closeSync(fd) };
  if (fstatSync(fd).isFile()) return file;
  file[Symbol.dispose]();
  throw new Error('not a file');
}

function attempt(data: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    if (cause instanceof ArtooError) throw cause;
    throw new ArtooError('data_unwritable', `cannot write to ${folderOf(data)}: ${errnoOf(cause) ?? cause}`, { cause });
  }
}
