/**
 * The MCP servers in a project's `.mcp.json`: none of them is used before the person trusts the file's content, which includes commands and addresses.
 */
import { hash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { isLocal, type McpServers } from '../../tools/mcp/server.ts';
import { defaults } from '../config.ts';
import type { Layer } from '../config-layers.ts';
import { readSettingsBytes } from '../files/config-file.ts';
import { projectServersFile, projectServersName } from '../files/config-files.ts';
import { readTrust, type Trust, trustOf } from '../trust.ts';
import { type McpJson, readMcpJson, type Variables } from './mcp-json.ts';

/** The file with its path and its trust. */
export type ProjectServers = McpJson & { readonly file: string; readonly hash: string; readonly trust: Trust };

/** `unreadable`: why an existing file cannot be used. The file is not ours, so this is not an error. */
export type FoundServers = ProjectServers | { readonly unreadable: string };

/** Undefined if there is no such file. Throws `config_invalid` if the record of trust cannot be read. */
export async function readProjectServers(data: string, cwd: string, variables: Variables): Promise<FoundServers | undefined> {
  const read = await readServersFile(projectServersFile(cwd), projectServersName, variables);
  if (read === undefined || 'unreadable' in read) return read;
  const file = await realpath(projectServersFile(cwd));
  return { ...read, file, trust: trustOf(await readTrust(data), file, read.hash) };
}

/** The servers in any file with this format, whichever program it belongs to. */
export async function readServersFile(
  path: string,
  shown: string,
  variables: Variables,
): Promise<(McpJson & { readonly hash: string }) | { readonly unreadable: string } | undefined> {
  try {
    const bytes = await readSettingsBytes(path, shown);
    if (!bytes) return undefined;
    const read = readMcpJson(parsedJson(bytes.toString('utf8')), variables);
    if (!read) return { unreadable: `${shown} is not JSON with "mcpServers", so its servers are left out` };
    return { ...read, hash: hash('sha256', bytes) };
  } catch (thrown) {
    if (thrown instanceof ArtooError) return { unreadable: thrown.message };
    throw thrown;
  }
}

/** The servers as a layer of the configuration, which sets only servers. */
export function serversLayer(found: FoundServers): Layer {
  const isTrusted = 'servers' in found && found.trust === 'trusted';
  return {
    name: 'servers',
    values: isTrusted ? { ...defaults, mcp: { servers: ofProject(found) } } : defaults,
    given: ([top]) => isTrusted && top === 'mcp',
    from: () => projectServersName,
    subject: ([...path]) => [projectServersName, ...path].join(' '),
    serverNotes: notesOf(found),
    ...(isTrusted && { written: found.written }),
  };
}

/** The servers, each program with the folder of its project: consent to a program of one project does not extend to a program with the same name in another. */
const ofProject = ({ servers, file }: ProjectServers): McpServers =>
  Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [name, isLocal(server) ? { ...server, folder: dirname(file) } : server]),
  );

function notesOf(found: FoundServers): readonly string[] {
  if ('unreadable' in found) return [found.unreadable];
  if (found.trust === 'trusted') return found.leftOut.map(({ why }) => `${projectServersName}: ${why}`);
  const names = Object.keys(found.servers);
  if (found.trust === 'declined' || names.length === 0) return []; // the person refused, so there is nothing to report
  return [
    `${projectServersName} is not trusted, so its MCP servers (${names.join(', ')}) are ignored; artoo trust shows the file and asks whether you trust it`,
  ];
}
