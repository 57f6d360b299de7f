/** A model that plays back a cassette, including the look around the task, and fails loudly if asked for anything that is not on it. */
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { ArtooError, errorCodes } from '../contracts/errors.ts';
import { EffectKey } from '../contracts/ids.ts';
import { RoleId } from '../contracts/parties.ts';
import { Json } from '../contracts/shapes/json.ts';
import { listOf } from '../contracts/shapes/shape.ts';
import { Surroundings } from '../contracts/surroundings.ts';
import { explain } from '../contracts/text/explain.ts';
import { parsedJson } from '../contracts/text/parsed-json.ts';
import { Usage } from '../contracts/usage.ts';
import type { Model, ModelAnswer, ModelRequest, StepOrigin } from '../models/model.ts';
import { type Pattern, readPattern } from '../tools/observing/pattern.ts';
import { inputHash } from './effects.ts';

/** One answer, for the step with this `key` or for a step of `role` whose prompt matches. Used once, unless `repeat` is set. */
export const CassetteLine = z
  .strictObject({
    key: EffectKey.optional(),
    role: RoleId.optional(),
    match: z.string().optional(),
    repeat: z.boolean().default(false),
    /** Only in a recorded line: the fingerprint of the prompt. */
    prompt_hash: z.string().optional(),
    answer: Json.default(''),
    calls: listOf(z.strictObject({ call_id: z.string().min(1).optional(), tool: z.string(), input: Json })).default([]),
    /** Whether the answer ended because it reached its maximum length. */
    cut: z.boolean().optional(),
    /** Instead of an answer: what was found in the folder where the task runs. */
    look: Surroundings.optional(),
    /** Instead of an answer: how the step failed. */
    failure: z.strictObject({ code: z.enum(errorCodes), detail: z.string() }).optional(),
    usage: Usage.default({ input_tokens: 0, output_tokens: 0 }),
  })
  .refine(({ key, role }) => (key === undefined) !== (role === undefined), 'needs a key, or a role with an optional match')
  .refine(({ key, look }) => look === undefined || key !== undefined, 'has a look, which needs a key')
  .refine(({ key, match }) => key === undefined || match === undefined, 'has a match that its key would override');
export type CassetteLine = z.input<typeof CassetteLine>;

export type Cassette = Model & {
  readonly seen: NonNullable<Model['seen']>;
  readonly unused: readonly CassetteLine[];
  /** The keys of steps whose prompt differs from the recorded one. */
  readonly drifted: readonly EffectKey[];
};

type Line = z.output<typeof CassetteLine> & { readonly pattern: Pattern | undefined; used: boolean };

/** A cassette made from its lines. Throws `cassette_corrupt` with the number of the bad line. */
export function createCassette(script: readonly CassetteLine[]): Cassette {
  const lines = script.map(readLine);
  const drifted: EffectKey[] = [];

  async function step(request: ModelRequest, origin: StepOrigin, signal: AbortSignal): Promise<ModelAnswer> {
    if (signal.aborted) throw new ArtooError('cancelled', 'stopped by a cancel', { cause: signal.reason });
    const asked = promptOf(request);
    const line =
      lines.find((candidate) => isFree(candidate) && candidate.key === origin.key && candidate.look === undefined) ??
      lines.find((candidate) => isFree(candidate) && fits(candidate, origin, asked));
    if (!line) throw mismatch(origin, asked, lines.filter(isFree));
    line.used = true;
    if (line.prompt_hash !== undefined && line.prompt_hash !== promptHash(request)) drifted.push(origin.key);
    await spend(line.usage, origin);
    if (line.failure) throw new ArtooError(line.failure.code, line.failure.detail);
    return {
      text: typeof line.answer === 'string' ? line.answer : JSON.stringify(line.answer),
      calls: line.calls.map(({ call_id = '', ...call }, index) => ({ call_id: call_id || `${origin.key}#${index + 1}`, ...call })),
      usage: line.usage,
      ...(line.cut && { cut: true }),
    };
  }

  function seen(key: EffectKey): Surroundings | undefined {
    const line = lines.find((candidate) => candidate.key === key && candidate.look !== undefined && isFree(candidate));
    if (line) line.used = true;
    return line?.look;
  }

  return {
    reserves: true,
    seen,
    step,
    get unused() {
      return script.filter((_, index) => lines[index]?.used === false);
    },
    drifted,
  };
}

/** A cassette read from its file: one JSON object per line; empty lines and lines that start with `//` are skipped. */
export async function readCassette(path: string | URL): Promise<Cassette> {
  const text = await readRegular(path).catch((cause) => {
    throw new ArtooError('cassette_corrupt', `cannot read the cassette ${path}: ${cause.message}`, { cause });
  });
  const script = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' || line.startsWith('//') ? [] : [parseLine(line, index + 1, path)]));
  return createCassette(script);
}

/** Reads only regular files: a pipe or a device could block forever. */
async function readRegular(path: string | URL): Promise<string> {
  if (!(await stat(path)).isFile()) throw new Error('it is not a regular file');
  return readFile(path, 'utf8');
}

function parseLine(line: string, number: number, path: string | URL): CassetteLine {
  const value = parsedJson(line);
  if (value === undefined) throw new ArtooError('cassette_corrupt', `line ${number} of the cassette ${path} is not JSON`);
  return value as CassetteLine; // `readLine` parses it
}

function readLine(line: CassetteLine, index: number): Line {
  const parsed = CassetteLine.safeParse(line);
  if (!parsed.success) throw new ArtooError('cassette_corrupt', `answer ${index + 1} of the cassette: ${explain(parsed.error)}`);
  const { match } = parsed.data;
  const pattern = match === undefined ? undefined : readPattern(`(?s)${match}`);
  if (pattern && !pattern.ok)
    throw new ArtooError(
      'cassette_corrupt',
      `answer ${index + 1} of the cassette: ${match} is not a regular expression (${pattern.error})`,
    );
  return { ...parsed.data, pattern, used: false };
}

/** Reserves and settles exactly: what a recorded step uses is known in advance. */
async function spend(usage: Usage, { spending }: StepOrigin): Promise<void> {
  const { model = 'the cassette', input_tokens, output_tokens, usd } = usage;
  const price = usd === undefined ? {} : { usd: () => usd };
  const held = await spending.reserve({ model, input_tokens, output_tokens, least_output_tokens: output_tokens, ...price });
  held.settle(usage);
}

/** The fingerprint of a prompt, to detect changes to it. Dates, paths, the surroundings and memory are left out, since they differ from run to run. */
export function promptHash({ system, turns, tools }: ModelRequest): string {
  return inputHash(
    [system, turns, tools].map((part) =>
      around
        .reduce((text, name) => withoutPart(text, name), JSON.stringify(part))
        .replaceAll(remembered, '')
        .replaceAll(emptied, '')
        .replaceAll(dates, 'DATE')
        .replaceAll(paths, 'PATH'),
    ),
  );
}
const remembered = /(?:\\n)*From memory[^<"]*<memory>.*?<\/memory>/g;
/** A context that contained only memories. */
const emptied = /<context>(?:\\n){0,4}<\/context>(?:\\n){0,4}/g;
const dates = /\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g;
const paths = /(?<![\w.*/])\/[^\s"'<>(),;:\\]+/g;

/** The tags around the parts of a prompt that describe the surroundings. */
const around = ['surroundings', 'instructions'] as const;

/** The text without the content of all tags with that name; the tags themselves stay. */
function withoutPart(text: string, name: string): string {
  const [opening, closing] = [`<${name}>`, `</${name}>`];
  const kept: string[] = [];
  let at = 0;
  for (let start = text.indexOf(opening); start !== -1; start = text.indexOf(opening, at)) {
    const end = text.indexOf(closing, start);
    if (end === -1) break;
    kept.push(text.slice(at, start + opening.length));
    at = end;
  }
  return [...kept, text.slice(at)].join('');
}

const isFree = ({ used, repeat }: Line): boolean => repeat || !used;

const fits = ({ role, pattern }: Line, origin: StepOrigin, asked: string): boolean =>
  role === origin.role && (pattern === undefined || typeof pattern.find(asked) === 'object');

const promptOf = ({ system, turns }: ModelRequest): string => [system, ...turns.map(({ text }) => text)].join('\n');

function mismatch({ key, role }: StepOrigin, asked: string, free: readonly Line[]): ArtooError {
  const left = free.map((line) => line.key ?? `${line.role}${line.match === undefined ? '' : ` /${line.match}/`}`).join(', ');
  return new ArtooError(
    'cassette_mismatch',
    `the cassette has no answer for ${role} at ${key} (answers left: ${left || 'none'}); the prompt ended with: …${asked.slice(-200)}`,
  );
}
