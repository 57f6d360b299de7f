/** What a person can do about a server that cannot be used. Pure. */
import { isLocal, type McpServer } from '../../tools/mcp/server.ts';
import type { ToolErrorClass } from '../../tools/tool.ts';

/** One sentence. */
export function remedyFor(failure: ToolErrorClass, name: string, server: McpServer): string {
  if (isLocal(server)) {
    if (failure === 'missing_program')
      return `Install ${server.command}, or give its whole path: artoo mcp remove ${name}, then add it again.`;
    if (server.contained)
      return `Within walls it can write nothing and reach no network; if it needs either, set contained: false for ${name} in config.yaml.`;
    return failure === 'timeout' ? longer(name) : `Run ${server.command} by hand to see what it says.`;
  }
  const remedies: Partial<Record<ToolErrorClass, string>> = {
    permission: `Sign in with artoo mcp login ${name}, or check the headers in its configuration.`,
    network: `Check that ${new URL(server.url).host} can be reached from here.`,
    not_found: 'Check the path of its address: many servers end with /mcp.',
    rate_limit: 'Try again later.',
    timeout: longer(name),
  };
  return remedies[failure] ?? 'Check that its address is that of an MCP server.';
}

const longer = (name: string): string => `If it only needs more time, set start_timeout for ${name} in config.yaml.`;
