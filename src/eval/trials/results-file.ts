/** The results of one run of a suite: a head that says what is measured, then a line for each trial, appended as they end. */
import { closeSync, constants, createReadStream, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { tryLock } from 'fs-native-extensions';
import { z } from 'zod';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { Json } from '../../contracts/shapes/json.ts';
import { explain } from '../../contracts/text/explain.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { TrialResult } from './trial-result.ts';

/** What two runs must have in common before their results can share a file. */
export const ResultsHead = z
  .object({
    format: z.literal(1),
    suite: z.string(),
    /** SHA-256 of the suite. */
    hash: z.string(),
    arms: z.array(z.object({ name: z.string(), settings: Json })).min(1),
    version: z.string(),
    started_at: z.string(),
  })
  .readonly();
export type ResultsHead = z.infer<typeof ResultsHead>;

/** Failure contract: `append` throws `data_unwritable`; the file then still consists of whole lines. */
export type ResultsFile = Disposable & {
  readonly path: string;
  readonly head: ResultsHead;
  /** The lines of one chain appear together or not at all. When this returns, they are on disk. */
  append(results: readonly TrialResult[]): void;
};

/**
 * Opens or creates the file for this process alone. Throws `results_unfit` if it contains the results of something else, or if another process is
 * writing it, and `data_unwritable` if it cannot be written. What a killed process left half written is cut off.
 */
export async function openResults(path: string, wanted: ResultsHead): Promise<ResultsFile> {
  const fd = opened(path);
  try {
    if (!tryLock(fd)) throw new ArtooError('results_unfit', `another process writes results into ${path}`);
    const size = fstatSync(fd).size;
    const head = size === 0 ? undefined : await headIn(path);
    if (head) mustBeAlike(path, head, wanted);
    let written = size === 0 ? 0 : await wholeLines(path);
    if (written < size) ftruncateSync(fd, written);
    const write = (text: string): void => {
      try {
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
        fsyncSync(fd);
        written += bytes.length;
      } catch (cause) {
        ftruncateSync(fd, written);
        throw new ArtooError('data_unwritable', `cannot write ${path}: ${errnoOf(cause) ?? cause}`, { cause });
      }
    };
    if (!head) write(`${JSON.stringify(wanted)}\n`);
    return {
      path,
      head: head ?? wanted,
      append: (results) => write(results.map((result) => `${JSON.stringify(result)}\n`).join('')),
      [Symbol.dispose]: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function opened(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, constants.O_CREAT | constants.O_RDWR | constants.O_APPEND, 0o600);
  } catch (cause) {
    throw new ArtooError('data_unwritable', `cannot write ${path}: ${errnoOf(cause) ?? cause}`, { cause });
  }
}

function mustBeAlike(path: string, head: ResultsHead, wanted: ResultsHead): void {
  const differs = (what: string) => new ArtooError('results_unfit', `${path} has results of ${what}`);
  if (head.suite !== wanted.suite) throw differs(`the suite ${head.suite}, not ${wanted.suite}`);
  if (head.hash !== wanted.hash) throw differs(`${head.suite} from before it changed`);
  if (JSON.stringify(head.arms) !== JSON.stringify(wanted.arms))
    throw differs(`other arms: ${head.arms.map(({ name }) => name).join(', ')}`);
  if (head.version !== wanted.version) throw differs(`artoo ${head.version}, not ${wanted.version}`);
}

/** The head, then every trial, read as a stream. Throws `results_unfit` for a line that is not a result; an unfinished last line is left out. */
export async function* readResults(path: string): AsyncIterable<TrialResult> {
  let line = 0;
  for await (const text of linesOf(path)) {
    line += 1;
    if (line === 1) continue;
    yield parsed(text, TrialResult, `${path}:${line}`);
  }
}

async function headIn(path: string): Promise<ResultsHead> {
  for await (const text of linesOf(path)) return parsed(text, ResultsHead, `${path}:1`);
  throw new ArtooError('results_unfit', `${path} does not begin with a complete line`);
}

function parsed<T>(text: string, schema: z.ZodType<T>, at: string): T {
  const value = parsedJson(text);
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new ArtooError('results_unfit', `${at}: not a line of results: ${explain(read.error, value)}`);
}

/** The complete lines of the file. */
async function* linesOf(path: string): AsyncIterable<string> {
  const end = await wholeLines(path);
  if (end === 0) return;
  const input = createReadStream(path, { end: end - 1 });
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } finally {
    input.destroy();
  }
}

/** The size of the file up to the end of its last complete line. */
async function wholeLines(path: string): Promise<number> {
  let [size, whole] = [0, 0];
  // without an encoding, a stream of a file yields buffers
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    const at = bytes.lastIndexOf(10);
    if (at !== -1) whole = size + at + 1;
    size += bytes.length;
  }
  return whole;
}
