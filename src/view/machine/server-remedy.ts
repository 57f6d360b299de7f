/** What a person can do about a server that cannot be used. Pure. */
import { type HttpFailure, httpFailureOf } from '../../tools/mcp/http-failure.ts';
import { isLocal, type LocalServer, type McpServer, type RemoteServer } from '../../tools/mcp/server.ts';
import type { ToolErrorClass } from '../../tools/tool.ts';

/** A server that cannot be used. `error`: the error that was thrown. */
type Trouble = { readonly name: string; readonly server: McpServer; readonly failure: ToolErrorClass; readonly error: unknown };

/** What to do about it, in one sentence. */
export function remedyFor({ name, server, failure, error }: Trouble): string {
  if (isLocal(server)) return forProgram(name, server, failure);
  const remedy = addressRemedy({ name, server, error });
  if (remedy !== undefined) return remedy;
  if (failure === 'permission') return withToken(name, server);
  return failure === 'timeout' ? longer(name) : ofMcp(new URL(server.url));
}

/** What to do about an address that did not answer; undefined if something else is wrong. */
export function addressRemedy({
  name,
  server,
  error,
}: Pick<Trouble, 'name' | 'error'> & { readonly server: RemoteServer }): string | undefined {
  const kind = httpFailureOf(error)?.kind;
  return kind && forAddress[kind](new URL(server.url), name);
}

function forProgram(name: string, { command, contained }: LocalServer, failure: ToolErrorClass): string {
  if (failure === 'missing_program') return `Install ${command}, or give its full path: artoo mcp remove ${name}, then add it again.`;
  if (contained)
    return `Within walls it can write nothing and reach no network; if it needs either, set contained: false for ${name} in config.yaml.`;
  return failure === 'timeout' ? longer(name) : `Run ${command} by hand to see what it says.`;
}

/** What a person who has a token can do; the error itself contains the command that signs in. */
const withToken = (name: string, { headers }: RemoteServer): string =>
  Object.keys(headers).some((header) => header.toLowerCase() === 'authorization')
    ? `Check that header in config.yaml; without it, artoo mcp login ${name} signs in.`
    : 'Or, if you have a token for it, add the server again with --header; artoo mcp add --help shows how.';

const ofMcp = ({ href }: URL): string => `Check that ${href} is the address of an MCP server; many end with /mcp.`;

const forAddress: Readonly<Record<HttpFailure, (url: URL, name: string) => string>> = {
  unknown_host: ({ hostname }) => `Check the spelling of ${hostname}, and that this machine is online.`,
  offline: ({ hostname }) => `Check that this machine is online, and that ${hostname} is up.`,
  not_listening: ({ host }) => `Start the server, or check the port in its address: ${host}.`,
  closed: ofMcp,
  slow: ({ hostname }) => `Check that ${hostname} is up, and that no firewall is in the way.`,
  untrusted_certificate: () =>
    "If your organisation signs its own certificates, set NODE_EXTRA_CA_CERTS to the file with its authority's certificate.",
  outdated_certificate: ({ hostname }) => `Check the clock of this machine; if it is right, ${hostname} needs a new certificate.`,
  other_certificate: ({ hostname }) => `Check the host in its address: ${hostname}.`,
  no_https: ({ host }) => `If ${host} is a server of your own, its address may have to begin with http://.`,
  no_mcp: ofMcp,
  redirected: ({ href }, name) =>
    `curl -sI ${href} shows where; if that is the server, artoo mcp remove ${name}, and add it with that address.`,
  denied: (_, name) => `Sign in again with artoo mcp login ${name}, or check the headers in its configuration.`,
  missing: ofMcp,
  refused: (_, name) => `Check the address and the headers of ${name} in config.yaml.`,
  busy: () => 'Try again later.',
  broken: () => "Try again later, or look at the server's log.",
};

const longer = (name: string): string => `If it only needs more time, set start_timeout for ${name} in config.yaml.`;
