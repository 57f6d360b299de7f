/**
 * Reads what programs report about their use of tokens and money, in the lines of JSON that they print. Pure, except that a reader remembers what it
 * has read.
 */
import { z } from 'zod';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { percentOf, type TurnUsage } from './turn-usage.ts';

/** The programs whose lines can be read. */
export type UsageFormat = keyof typeof formats;

export type UsageReader = {
  /** Takes what was printed, in pieces of any size. */
  take(text: string): void;
  /** What has been reported so far; undefined if nothing has. */
  used(): TurnUsage | undefined;
};

/** The limit on lines; longer ones contain no report. */
const maxLine = 1024 ** 2;

/**
 * `windows`: the context size of each model, if earlier turns of this program reported it; this turn adds those that it reports. `onReport` is called
 * after each report.
 */
export function createUsageReader(
  format: UsageFormat | undefined,
  windows: Map<string, number> = new Map(),
  onReport: (used: TurnUsage | undefined) => void = () => {},
): UsageReader {
  if (format === undefined) return { take: () => {}, used: () => undefined };
  const fold = formats[format];
  let used: Seen = {};
  let rest = '';

  function read(line: string): void {
    const before = used;
    used = line.startsWith('{') ? fold(used, parsedJson(line)) : used;
    if (used === before) return;
    for (const [model, window] of Object.entries(used.windows ?? {})) windows.set(model, window);
    onReport(usageOf(used, windows));
  }

  return {
    take(text) {
      const lines = `${rest}${text}`.split('\n');
      rest = (lines.pop() ?? '').slice(0, maxLine);
      lines.forEach(read);
    },
    used: () => usageOf(used, windows),
  };
}

/** What the lines so far have reported. */
type Seen = {
  readonly total?: Pick<TurnUsage, 'inputTokens' | 'outputTokens' | 'usd' | 'modelCalls'>;
  readonly models?: readonly string[];
  readonly windows?: Readonly<Record<string, number>>;
  /** The tokens of the newest answer with all of its input, and its model. */
  readonly newest?: { readonly tokens: number; readonly model: string; readonly id?: string };
};

function usageOf({ total, models, newest }: Seen, windows: ReadonlyMap<string, number>): TurnUsage | undefined {
  if (!total) return undefined;
  const { usd, ...rest } = total;
  const window = newest && windows.get(newest.model);
  return {
    ...rest,
    ...(usd ? { usd } : {}), // programs report 0 if they have no price
    ...(models?.length ? { models } : {}),
    ...(newest && window ? { contextPercent: percentOf(newest.tokens, window) } : {}),
  };
}

const count = z.number().min(0).catch(0);
const cost = z.number().min(0).optional().catch(undefined);

const ClaudeUsage = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});
const given = (usage: z.infer<typeof ClaudeUsage>): number =>
  usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens;
const ClaudeAnswer = z.object({
  type: z.literal('assistant'),
  parent_tool_use_id: z.null().optional(), // the program's own helpers have separate contexts
  message: z.object({ id: z.string(), model: z.string(), usage: ClaudeUsage }),
});
const ClaudeResult = z.object({
  type: z.literal('result'),
  total_cost_usd: cost,
  usage: ClaudeUsage,
  modelUsage: z.record(z.string(), z.object({ contextWindow: z.number().positive().optional().catch(undefined) })).catch({}),
});

const CodexTurn = z.object({ type: z.literal('turn.completed'), usage: z.object({ input_tokens: count, output_tokens: count }) });

const GeminiResult = z.object({
  type: z.literal('result'),
  stats: z.object({ input_tokens: count, output_tokens: count, models: z.record(z.string(), z.unknown()).catch({}) }),
});

const OpencodeStep = z.object({
  type: z.literal('step_finish'),
  part: z.object({
    cost,
    tokens: z.object({
      input: count,
      output: count,
      reasoning: count,
      cache: z.object({ read: count, write: count }).catch({ read: 0, write: 0 }),
    }),
  }),
});

/**
 * What each line adds, by program. Each format was observed in the program's own output; if a program reports nothing about its context, the use of
 * it is unknown.
 */
const formats = {
  /** `claude -p --output-format stream-json --verbose` (2.1): the sum, the money and the window come last; each answer has its own usage. */
  claude(seen: Seen, line: unknown): Seen {
    const answer = ClaudeAnswer.safeParse(line).data?.message;
    if (answer) {
      const isSame = seen.newest?.id === answer.id; // an answer may be reported in several lines
      const before = seen.total ?? { inputTokens: 0, outputTokens: 0, modelCalls: 0 };
      const newest = { tokens: given(answer.usage) + answer.usage.output_tokens, model: answer.model, id: answer.id };
      if (isSame) return { ...seen, newest };
      const total = {
        inputTokens: before.inputTokens + given(answer.usage),
        outputTokens: before.outputTokens + answer.usage.output_tokens,
        modelCalls: (before.modelCalls ?? 0) + 1,
      };
      return { ...seen, total, newest };
    }
    const result = ClaudeResult.safeParse(line).data;
    if (!result) return seen;
    const { usage, total_cost_usd: usd, modelUsage } = result;
    const windows = Object.entries(modelUsage).flatMap(([model, { contextWindow }]) => (contextWindow ? [[model, contextWindow]] : []));
    return {
      ...seen,
      total: { ...seen.total, inputTokens: given(usage), outputTokens: usage.output_tokens, ...(usd === undefined ? {} : { usd }) },
      models: Object.keys(modelUsage),
      windows: Object.fromEntries(windows),
    };
  },

  /** `codex exec --json` (0.169): one sum at the end, without money, model or window. */
  codex(seen: Seen, line: unknown): Seen {
    const usage = CodexTurn.safeParse(line).data?.usage;
    return usage ? { ...seen, total: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens } } : seen;
  },

  /** `gemini -p --output-format stream-json` (0.61): one sum at the end, with its models. */
  gemini(seen: Seen, line: unknown): Seen {
    const stats = GeminiResult.safeParse(line).data?.stats;
    if (!stats) return seen;
    return { total: { inputTokens: stats.input_tokens, outputTokens: stats.output_tokens }, models: Object.keys(stats.models) };
  },

  /** `opencode run --format json` (1.18): tokens and money of each step. */
  opencode(seen: Seen, line: unknown): Seen {
    const part = OpencodeStep.safeParse(line).data?.part;
    if (!part) return seen;
    const { input, output, reasoning, cache } = part.tokens;
    const before = seen.total ?? { inputTokens: 0, outputTokens: 0, modelCalls: 0, usd: 0 };
    const usd = before.usd === undefined || !part.cost ? undefined : before.usd + part.cost; // if one step has no price, the sum has none
    return {
      total: {
        inputTokens: before.inputTokens + input + cache.read + cache.write,
        outputTokens: before.outputTokens + output + reasoning,
        modelCalls: (before.modelCalls ?? 0) + 1,
        ...(usd === undefined ? {} : { usd }),
      },
    };
  },
} as const satisfies Readonly<Record<string, (seen: Seen, line: unknown) => Seen>>;
