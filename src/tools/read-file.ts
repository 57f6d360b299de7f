/** Reads a text file, or some of its lines, exactly as it is. Never waits for a device or a pipe, and returns a limited amount. */
import { type FileHandle, stat } from 'node:fs/promises';
import { normalize } from 'node:path';
import { z } from 'zod';
import type { LeftOut } from '../contracts/text/shorten.ts';
import { withoutValues } from '../laws/places/env-file.ts';
import { readHarm, readHash } from './asking/read-harm.ts';
import { failedBy } from './failed-by.ts';
import { openFile } from './files/open-file.ts';
import { type ReadingGate, refusedToRead, type TaskGate } from './files/reading-gate.ts';
import { failed, needsYes, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const maxBytes = 1024 * 1024;
const chunkBytes = 64 * 1024;
const lineFeed = 0x0a;

const ReadFileInput = z
  .object({
    path: z.string().min(1).describe('Absolute, or relative to the current folder.'),
    from: z.int().min(1).optional().describe('The first line to read, counted from 1.'),
    to: z.int().min(1).optional().describe('The last line to read.'),
  })
  .refine(({ from = 1, to = from }) => from <= to, { error: 'must not be less than `from`', path: ['to'] });
type ReadFileInput = z.infer<typeof ReadFileInput>;

export const createReadFile = (gate: ReadingGate): Tool<ReadFileInput> => ({
  name: 'read_file',
  description: 'Read a text file, whole or from one line to another (both included).',
  input: ReadFileInput,
  target: ({ path }) => normalize(path),
  timeoutMs: 60_000,
  changes: () => false,
  repeatable: () => true,
  evidence: { kind: 'reads', path: 'path', parts: ['from', 'to'] },
  leftOut,
  run: (input, context) => run(input, context, gate),
});

async function run(
  { path, from = 1, to = Number.POSITIVE_INFINITY }: ReadFileInput,
  context: ToolContext,
  gate: ReadingGate,
): Promise<ToolResult> {
  const { cwd, signal, approved } = context;
  const absolute = gate.pathOf(cwd, path);
  const gateOfTask = gate.for(context);
  const withYes: TaskGate = (real, known) => gateOfTask(real, { ...known, isApproved: approved === readHash(absolute, real) });
  try {
    const entry = await stat(absolute);
    if (entry.isDirectory()) return failed('invalid_input', `${absolute} is a folder; glob lists what is in it`);
    if (!entry.isFile()) return failed('invalid_input', `${absolute} is not a regular file`);
    const opened = await openFile(absolute, withYes);
    if ('read' in opened) return opened.asks ? needsYes(readHarm(absolute, opened.asks)) : refusedToRead(absolute, opened.why);
    await using _ = opened;
    const { file } = opened;
    if (opened.isNames) return await readNames(file, absolute, { from, to }, signal);
    const read = await readLines(file, { from, to }, signal);
    if (read === 'binary') return failed('invalid_input', `${absolute} is a binary file`);
    if (read.length === 0 && from > 1) return failed('invalid_input', `${absolute} has no line ${from}`);
    return read.length > maxBytes ? await firstPart(read, file, from, signal) : succeeded(decoded(read, false));
  } catch (error) {
    return failedBy(error, `cannot read ${absolute}`);
  }
}

/** The lines of a .env file without their values: since a value may span several lines, the whole file is read. */
async function readNames(file: FileHandle, path: string, { from, to }: Lines, signal: AbortSignal): Promise<ToolResult> {
  const read = await readLines(file, { from: 1, to: Number.POSITIVE_INFINITY }, signal);
  if (read === 'binary') return failed('invalid_input', `${path} is a binary file`);
  if (read.length > maxBytes) return failed('invalid_input', `${path} is too long to be read without its values`);
  const lines = withoutValues(decoded(read, false)).text.split(/(?<=\n)/);
  if (from > 1 && lines.length < from) return failed('invalid_input', `${path} has no line ${from}`);
  return succeeded(lines.slice(from - 1, to).join(''));
}

type Lines = { readonly from: number; readonly to: number };

function leftOut(left: LeftOut, { from: first = 1 }: ReadFileInput): string {
  const counted = (count: number): string => count.toLocaleString('en');
  const line = (number: number): string => counted(number + first - 1);
  const next = left.from + first - 1;
  return left.from === left.to
    ? `${counted(left.characters)} characters of line ${next} left out; shell with cut or head reads parts of a long line`
    : `lines ${line(left.from)} to ${line(left.to)} of ${line(left.lines)} left out; read_file with from: ${next} continues`;
}

/** The bytes of these lines; slightly more than `maxBytes` if there are more. */
async function readLines(file: FileHandle, { from, to }: Lines, signal: AbortSignal): Promise<Buffer | 'binary'> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let toSkip = from - 1;
  let toKeep = to - toSkip;
  while (toKeep > 0 && keptBytes <= maxBytes) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    if (chunk.includes(0)) return 'binary';
    const start = afterLines(chunk, 0, toSkip);
    toSkip -= start.lines;
    const end = afterLines(chunk, start.at, toKeep);
    toKeep -= end.lines;
    kept.push(chunk.subarray(start.at, end.at));
    keptBytes += end.at - start.at;
  }
  return Buffer.concat(kept);
}

/** The position `count` lines after `at`, or the end, and how many lines end before that position. */
function afterLines(bytes: Buffer, at: number, count: number): { at: number; lines: number } {
  let place = at;
  for (let lines = 0; lines < count; lines++) {
    const end = bytes.indexOf(lineFeed, place);
    if (end === -1) return { at: bytes.length, lines };
    place = end + 1;
  }
  return { at: place, lines: count };
}

/** The beginning of a text that is too long, if possible up to the end of a line, and how to continue reading. */
async function firstPart(bytes: Buffer, file: FileHandle, from: number, signal: AbortSignal): Promise<ToolResult> {
  const end = bytes.lastIndexOf(lineFeed, maxBytes - 1) + 1;
  const kept = end > 0 ? bytes.subarray(0, end) : bytes.subarray(0, maxBytes);
  const next = from + linesIn(kept);
  const total = await linesOf(file, signal);
  const where =
    end > 0 ? `read_file with from: ${next} continues` : `line ${next} is too long to be read; shell with cut or head reads parts of it`;
  return succeeded(`${decoded(kept, end === 0)}${end > 0 ? '' : '\n'}… the file has ${total} lines; ${where} …`, { truncated: true });
}

/** How many bytes are read in order to count lines. */
const maxCounted = 512 * 1024 * 1024;

async function linesOf(file: FileHandle, signal: AbortSignal): Promise<string> {
  const buffer = Buffer.alloc(chunkBytes * 16);
  let lines = 0;
  let last = lineFeed;
  for (let at = 0; at < maxCounted; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return String(lines + (last === lineFeed ? 0 : 1));
    lines += linesIn(buffer.subarray(0, bytesRead));
    last = buffer[bytesRead - 1] ?? lineFeed;
    at += bytesRead;
  }
  return `more than ${lines}`;
}

const linesIn = (bytes: Buffer): number => afterLines(bytes, 0, Number.POSITIVE_INFINITY).lines;

/** In stream mode, the decoder drops a character that was cut in two. */
const decoded = (bytes: Buffer, isCut: boolean): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut });
