/** The variables that hold keys of model providers and search engines. A project's servers get none of these, whatever its files say. Pure. */
import { providerNames, providers } from '../../models/endpoints/providers.ts';
import { isLocal, type McpServers } from '../../tools/mcp/server.ts';
import type { Config } from '../config.ts';

type File = { readonly values: Config } | undefined;

/** The variables of all providers and of artoo's own tiers, and those that these files name. */
export function keyVariables(...files: readonly File[]): ReadonlySet<string> {
  const settings = files.flatMap((file) => (file ? [file.values] : []));
  const named = settings.flatMap(({ brain, tool, roles }) =>
    [brain, tool, ...Object.values(roles)].flatMap((choice) => (typeof choice === 'object' && choice.key_env ? [choice.key_env] : [])),
  );
  const searching = settings.flatMap(({ search }) => [search.brave_key_env, search.tavily_key_env].filter((name) => name !== undefined));
  return new Set([...providerNames.flatMap((name) => providers[name].key_env), 'BRAIN_API_KEY', 'TOOL_API_KEY', ...named, ...searching]);
}

/** The servers that do not ask for these variables, and a note about each of the others. */
export function withoutKeys(
  servers: McpServers,
  keys: ReadonlySet<string>,
): { readonly servers: McpServers; readonly notes: readonly string[] } {
  const judged = Object.entries(servers).map(([name, server]) => {
    const texts = Object.values(isLocal(server) ? server.env : server.headers);
    const asks = (key: string) => texts.some((text) => text.includes(`\${${key}}`) || text.includes(`\${${key}:-`));
    return { name, server, key: [...keys].find(asks) };
  });
  return {
    servers: Object.fromEntries(judged.flatMap(({ name, server, key }) => (key === undefined ? [[name, server]] : []))),
    notes: judged.flatMap(({ name, key }) =>
      key === undefined ? [] : [`the MCP server ${name} asks for ${key}, which is a key for models or searches: the key is left out`],
    ),
  };
}
