/** The settings files that apply in a folder: that of the project and that of the person. */
import { statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment, Layer } from '../config-layers.ts';
import { exists } from '../folders.ts';
import { projectLayer } from '../project-layer.ts';
import { keyVariables, withoutKeys } from '../servers/key-variables.ts';
import type { Variables } from '../servers/mcp-json.ts';
import { readTrust, type Trust, trustFile, trustOf } from '../trust.ts';
import { type ConfigFile, readConfigFile } from './config-file.ts';

/** The person's own file; rules are written to it. */
export const ownConfigFile = (data: string): string => join(data, 'config.yaml');

export const projectConfigFile = (cwd: string): string => join(cwd, '.artoo', 'config.yaml');

/** The name of the project's file in messages. */
export const projectConfigName = './.artoo/config.yaml';

/** Other agents read this file too. */
export const projectServersFile = (cwd: string): string => join(cwd, '.mcp.json');

export const projectServersName = './.mcp.json';

/** The settings files in order of precedence; missing ones are left out. Throws `config_invalid`. */
export async function readConfigFiles(data: string, cwd: string, env: Environment): Promise<readonly Layer[]> {
  const [project, own] = await Promise.all([readProjectFile(data, cwd), readConfigFile(ownConfigFile(data))]);
  const keys = keyVariables(project, own);
  const servers = await readServersLayer(data, cwd, { values: env, keys });
  return [
    ...(project ? [keyless(projectLayer(project), keys)] : []),
    ...(servers ? [servers] : []),
    ...(own ? [{ name: 'data', ...own } as const] : []),
  ];
}

/** The layer of a project's `.mcp.json`, whose reader is loaded only if there is such a file. */
async function readServersLayer(data: string, cwd: string, variables: Variables): Promise<Layer | undefined> {
  if (!exists(projectServersFile(cwd))) return undefined;
  const { readProjectServers, serversLayer } = await import('../servers/project-servers.ts');
  const found = await readProjectServers(data, cwd, variables);
  return found && serversLayer(found);
}

/** The same layer without the keys that servers would be given for models or searches. */
function keyless(layer: Layer, keys: ReadonlySet<string>): Layer {
  const { servers, notes } = withoutKeys(layer.values.mcp.servers, keys);
  return notes.length === 0 ? layer : { ...layer, values: { ...layer.values, mcp: { servers } }, serverNotes: notes };
}

/** A project's file with its path, and whether the person trusts its content. */
export type ProjectFile = ConfigFile & { readonly file: string; readonly trust: Trust };

/** Undefined if there is no file, or if it is the person's own. Throws `config_invalid`. */
export async function readProjectFile(data: string, cwd: string): Promise<ProjectFile | undefined> {
  const found = await readConfigFile(projectConfigFile(cwd), projectConfigName);
  if (!found) return undefined;
  const [file, own] = await Promise.all([realpath(projectConfigFile(cwd)), realpath(ownConfigFile(data)).catch(() => undefined)]);
  return file === own ? undefined : { ...found, file, trust: trustOf(await readTrust(data), file, found.hash) };
}

/** Changes whenever one of the files or its trust changes; empty if there is no file. */
export function configStamp(data: string, cwd: string): string {
  const stamp = [ownConfigFile(data), projectConfigFile(cwd), projectServersFile(cwd)].map(stampOf).join('');
  return stamp === '' ? '' : `${stamp}${stampOf(trustFile(data))}`;
}

function stampOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (found) return `${path}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}\n`;
    return exists(path) ? `${path}\n` : ''; // a broken link counts, too
  } catch {
    return `${path}\n`; // the error is reported when the file is read
  }
}
