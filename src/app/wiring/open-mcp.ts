/** The MCP servers of a configuration on this machine: how they are started, what is known about them, and how artoo signs in to them. */
import { type KnownServers, openKnownServers } from '../../tools/mcp/known-servers.ts';
import { isLocal, type McpServers } from '../../tools/mcp/server.ts';
import { openServers, type Servers } from '../../tools/mcp/servers.ts';
import { bearerFor } from '../../tools/mcp/signing-in/bearer.ts';
import { type Logins, openLogins } from '../../tools/mcp/signing-in/logins.ts';
import type { Machine } from '../../tools/mcp/start-program.ts';
import { type Environment, scrubbed } from '../../tools/running/environment.ts';
import { callersVariables } from '../audit/trace-contexts.ts';

type McpOptions = {
  readonly data: string;
  readonly env: Environment;
  readonly servers: McpServers;
  readonly containment: Machine['containment'];
};

export type OpenMcp = { readonly servers: Servers; readonly kept: KnownServers; readonly logins: Logins };

/** No server is started, and no code loaded, before it is needed. */
export function openMcp({ data, env, servers, containment }: McpOptions): OpenMcp {
  const [kept, logins] = [openKnownServers(data), openLogins(data)];
  const http = (name: string) => {
    const server = servers[name];
    return server && !isLocal(server) ? { authProvider: bearerFor({ name, server, logins }) } : {};
  };
  return {
    kept,
    logins,
    servers: openServers({
      servers,
      kept,
      machine: { variables: env, env: { ...scrubbed(env), ...callersVariables(env) }, containment },
      http,
    }),
  };
}
