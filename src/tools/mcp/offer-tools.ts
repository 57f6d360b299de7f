/** Which tools of MCP servers a task is offered: all of them, or `find_tool` instead if there are many. */
import { z } from 'zod';
import type { OfferedTool } from '../../contracts/offered-tool.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { clip, oneLine } from '../../contracts/text/shorten.ts';
import { limitTo } from '../running/limit-to.ts';
import { succeeded, type Tool } from '../tool.ts';
import { type Definition, offeredName, pinText } from './definition.ts';
import { failureWords } from './failed-call.ts';
import { rankTools } from './rank-tools.ts';
import type { Servers } from './servers.ts';
import type { Where } from './start-program.ts';

/** `pin`: the hash of name, description and schema. */
type PinnedTool = OfferedTool & { readonly pin: string };

/** The tools that a look around finds, and what it could not see, in words. */
export type Offer = {
  readonly tools: readonly PinnedTool[];
  /** The names of the tools that only `find_tool` describes. */
  readonly deferred_tools?: readonly string[];
  readonly left_out: readonly string[];
};

/** `late`: the servers that are still starting. */
type Gathered = { readonly definitions: readonly Definition[]; readonly left_out: readonly string[]; readonly late: readonly string[] };

/** How long a plan, and a call that needs servers, waits for those about which nothing is known. */
const waitMs = { look: 2_500, find: 25_000 } as const;

/** Collects what is known, and the answers of servers about which nothing is known. A late server continues to start. */
async function gather(servers: Servers, where: Where, signal: AbortSignal, ms: number): Promise<Gathered> {
  using limit = limitTo(ms, signal);
  const found = await Promise.all(servers.names.map((name) => definitionsOf(servers, name, where, limit.signal)));
  signal.throwIfAborted();
  return {
    definitions: found.flatMap(({ definitions }) => definitions),
    left_out: found.flatMap(({ left_out }) => left_out),
    late: found.flatMap(({ late }) => late),
  };
}

async function definitionsOf(servers: Servers, name: string, where: Where, signal: AbortSignal): Promise<Gathered> {
  const known = servers.known(name, where);
  if (known) return { definitions: known, left_out: [], late: [] };
  try {
    return { definitions: (await servers.connection(name, where, signal)).definitions(), left_out: [], late: [] };
  } catch (error) {
    const why = signal.aborted ? 'it is still starting' : failureWords(error);
    return { definitions: [], left_out: [`MCP server ${name}: ${oneLine(why, 500)}`], late: signal.aborted ? [name] : [] };
  }
}

/** The share of a context that definitions may fill before they are left out, and the assumed size of a context. */
const most = { tools: 20, share: 0.02, contextTokens: 128_000 } as const;
/** Characters per token: a rough estimate for JSON. */
const charactersPerToken = 4;

/** Whether only `find_tool` is offered. */
export function isDeferred(definitions: readonly Definition[]): boolean {
  const characters = definitions.reduce((sum, each) => sum + JSON.stringify(offeredAs(each)).length, 0);
  return definitions.length > most.tools || characters / charactersPerToken > most.share * most.contextTokens;
}

const offeredAs = (definition: Definition): OfferedTool => ({
  name: offeredName(definition),
  description: definition.description || `The tool ${definition.tool} of the MCP server ${definition.server}.`,
  input: withoutDialect(definition.input),
});

/** Providers accept one dialect of schemas, and some reject the declaration of a dialect. */
function withoutDialect(schema: Json): Json {
  const { $schema: _, ...described } = schema as Readonly<Record<string, Json>>; // the schema of an object, as checked when the definition was read
  return described;
}

/** The offer for the look around a task. `ms`: how long to wait for servers. */
export async function offerTools(servers: Servers, where: Where, signal: AbortSignal, ms: number = waitMs.look): Promise<Offer> {
  const { definitions, left_out, late } = await gather(servers, where, signal, ms);
  const starting = late.length === 0 ? '' : ` It waits for servers that are still starting: ${late.join(', ')}.`;
  const finding = (more = ''): PinnedTool => ({ ...findTool, description: `${findTool.description}${starting}${more}`, pin: '' });
  if (!isDeferred(definitions)) {
    const described = definitions.map((each) => ({ ...offeredAs(each), pin: pinText(each) }));
    return { tools: [...described, ...(late.length === 0 ? [] : [finding()])], left_out };
  }
  const deferred_tools = definitions.slice(0, maxDeferred).map(offeredName);
  return { tools: [finding(` ${namedDirectly} ${listed(definitions)}`)], deferred_tools, left_out };
}

/** The number of names that the journal of a task keeps; other tools are found by a query. */
const maxDeferred = 2_000;

const namedDirectly = 'A plan may also name one of these itself, as mcp__server__tool.';

/** The tools that can be found, by server. */
function listed(definitions: readonly Definition[]): string {
  const servers = Map.groupBy(definitions, ({ server }) => server);
  const each = maxListed / servers.size;
  return [...servers]
    .map(([server, tools]) => `${server} has ${tools.length}: ${clip(tools.map(({ tool }) => tool).join(', '), each)}`)
    .join('; ');
}

const maxListed = 2_000;

const Query = z.object({ query: z.string().trim().min(1).max(2_000).describe('What the tool should do, in a few words.') });

const findTool = {
  name: 'find_tool',
  description:
    'Find tools of the connected MCP servers by what they should do, or by their names. The tools found can be called in the next step.',
  input: {
    type: 'object',
    properties: { query: { type: 'string', description: Query.shape.query.description ?? '' } },
    required: ['query'],
  },
} as const;

/** The tool that finds definitions; its result contains them, so that the tools can be called from then on. */
export function createFindTool(servers: Servers): Tool<z.infer<typeof Query>> {
  return {
    name: findTool.name,
    description: findTool.description,
    input: Query,
    timeoutMs: 30_000,
    target: ({ query }) => query,
    changes: () => false,
    repeatable: () => true,
    async run({ query }, context) {
      const { definitions, left_out } = await gather(servers, context, context.signal, waitMs.find);
      const offers = rankTools(query, definitions).map(offeredAs);
      const lines = offers.map(({ name, description }) => `${name}: ${oneLine(description, 300)}`);
      const none = `none of the ${definitions.length} tools has any of these words; try others`;
      const text = [...(lines.length === 0 ? [none] : lines), ...left_out].join('\n');
      return succeeded(text, { offers });
    },
  };
}
