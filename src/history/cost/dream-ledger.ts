/** What dreams cost: one line per model call, in a file next to the memory. It holds only figures, so that it reveals nothing that was forgotten. */
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RoleCost } from '../../contracts/control.ts';
import { errnoOf } from '../../contracts/errno.ts';
import { asArtooError } from '../../contracts/errors.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import type { Usage } from '../../contracts/usage.ts';
import { memoryFolder } from '../../memory/memory-folder.ts';
import { isAmount, isTime, objectIn } from '../tasks/hand-checks.ts';
import { endsInLine } from '../tasks/index-file.ts';

type Used = Omit<RoleCost, 'role'>;

/** One model call made by a dream. */
type DreamCall = { readonly ts: string; readonly ms: number; readonly usage: Usage };

export type DreamCosts = {
  readonly calls: readonly Used[];
  /** How many lines cannot be read. */
  readonly unknown: number;
};

const fileIn = (data: string): string => join(memoryFolder(data), 'dreams.jsonl');

export type DreamLedger = {
  /** Rejects if the file cannot be written: called before money is spent. */
  check(): Promise<void>;
  note(call: DreamCall): Promise<void>;
};

/** Failure contract: both methods reject with `memory_unwritable` if the file cannot be written. */
export const dreamLedger = (data: string): DreamLedger => ({
  check: () => withFile(data, async () => {}),
  note: (call) => withFile(data, (file) => file.appendFile(`${endsInLine(file.fd) ? '' : '\n'}${JSON.stringify(call)}\n`)),
});

async function withFile(data: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await mkdir(memoryFolder(data), { recursive: true, mode: 0o700 });
    await using file = await open(fileIn(data), 'a+', 0o600);
    await work(file);
  } catch (error) {
    throw asArtooError(error, 'memory_unwritable');
  }
}

/** What the dreams between two moments cost. Throws an ArtooError if the file exists and cannot be read. */
export async function readDreamCosts(data: string, { since = 0, until = Number.POSITIVE_INFINITY } = {}): Promise<DreamCosts> {
  const lines = (await textIn(fileIn(data))).split('\n').filter((line) => line !== '');
  const found = lines.map(callIn);
  const calls = found.filter((call) => call !== undefined);
  const wanted = calls.filter(({ ts }) => Date.parse(ts) >= since && Date.parse(ts) < until);
  return { calls: wanted.map(usedBy), unknown: found.length - calls.length };
}

async function textIn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return '';
    throw asArtooError(error, 'memory_unavailable');
  }
}

/** The call that a line describes, checked by hand like the lines of the index; undefined if the line describes none. */
function callIn(line: string): DreamCall | undefined {
  const { ts, ms, usage } = objectIn(parsedJson(line)) ?? {};
  const { input_tokens, output_tokens, usd, model, estimated } = objectIn(usage) ?? {};
  if (!isTime(ts) || !isAmount(ms) || !isAmount(input_tokens) || !isAmount(output_tokens)) return undefined;
  const told = { ...(isAmount(usd) && { usd }), ...(typeof model === 'string' && { model }), ...(estimated === true && { estimated }) };
  return { ts, ms, usage: { input_tokens, output_tokens, ...told } };
}

function usedBy({ ms, usage: { input_tokens, output_tokens, usd, model, estimated } }: DreamCall): Used {
  const unpriced = usd === undefined && model !== undefined ? [model] : [];
  const used = { model_calls: 1, tool_calls: 0, input_tokens, output_tokens, model_ms: ms, tool_ms: 0, usd: usd ?? 0, unpriced };
  return { ...used, ...(estimated && { estimated }) };
}
