/** The MCP servers of a configuration, and their tools. */
import { type Secret, secretsIn } from '../../journal/redact.ts';
import type { Permissions } from '../../tools/asking/permissions.ts';
import type { LookOptions } from '../../tools/look/look-around.ts';
import { HeldCalls } from '../../tools/mcp/held-calls.ts';
import { createMcpTools, type McpToolOptions } from '../../tools/mcp/mcp-tool.ts';
import { createFindTool, offerTools } from '../../tools/mcp/offer-tools.ts';
import { isLocal, type McpServers } from '../../tools/mcp/server.ts';
import { type Machine, variablesIn } from '../../tools/mcp/start-program.ts';
import type { Environment } from '../../tools/running/environment.ts';
import type { StartedCalls } from '../../tools/running/started-calls.ts';
import type { Tool } from '../../tools/tool.ts';
import { openMcp } from './open-mcp.ts';

type McpParts = {
  readonly data: string;
  readonly env: Environment;
  readonly servers: McpServers;
  readonly permissions: Permissions;
  readonly started: StartedCalls;
  readonly containment: Machine['containment'];
  readonly metaOf: McpToolOptions['metaOf'];
};

type AssembledMcp = {
  /** The tool of that name, if it belongs to a server or is the tool that finds tools. */
  readonly tool: (name: string) => Tool | undefined;
  readonly offer: LookOptions['offer'];
  /** The tokens that have been sent to servers so far. */
  readonly secrets: () => readonly Secret[];
  /** The person refused what a server asked. */
  readonly decline: (task_id: string, hash: string) => void;
  readonly close: () => void;
};

/** Nothing is started or loaded before it is needed. */
export function assembleMcp({ data, env, servers, permissions, started, containment, metaOf }: McpParts): AssembledMcp {
  const { kept, logins, servers: open } = openMcp({ data, env, servers, containment });
  const held = new HeldCalls();
  const toolNamed = createMcpTools({ servers: open, kept, permissions, started, held, metaOf });
  const findTool = createFindTool(open);
  return {
    tool: (name) => (name === findTool.name ? findTool : toolNamed(name)),
    offer: open.names.length === 0 ? undefined : (where, signal) => offerTools(open, where, signal),
    secrets: () => logins.seen().map((value) => ({ name: 'MCP token', value })),
    decline: (task_id, hash) => held.decline(task_id, hash),
    close: open.close,
  };
}

/** What must not appear in a journal: all headers for servers, variables named like a secret, and values taken from artoo's own variables. */
export const secretsOf = (servers: McpServers, env: Environment): readonly Secret[] =>
  Object.values(servers).flatMap((server) => {
    const given = isLocal(server) ? server.env : server.headers;
    const taken = Object.values(given).flatMap((text) =>
      [...text.matchAll(variablesIn)].map(([, name = '']) => ({ name, value: env[name] ?? '' })),
    );
    const long = taken.filter(({ value }) => value.length >= minSecretLength);
    return [...long, ...(isLocal(server) ? secretsIn(given) : secretHeaders(Object.entries(given)))];
  });

/** The values of headers that are sent to a server, without the word for the kind of key. */
export const secretHeaders = (headers: readonly (readonly [name: string, value: string])[]): readonly Secret[] =>
  headers
    .map(([name, text]) => ({ name, value: text.replace(/^(?:Bearer|Basic) /i, '') }))
    .filter(({ value }) => value.length >= minSecretLength);

/** The shortest value that is redacted: shorter values are too likely to be ordinary text (SPEC §10). */
const minSecretLength = 8;
