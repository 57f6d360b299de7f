/** The files of a project that count only once the person trusts them: its settings, and its MCP servers. */
import { readConfigFile } from '../config-file.ts';
import { ownConfigFile, type ProjectFile, projectConfigFile, projectServersFile, readProjectFile } from '../config-files.ts';
import type { Environment } from '../config-layers.ts';
import { needsTrust } from '../project-layer.ts';
import { keyVariables } from './key-variables.ts';
import { type ProjectServers, readProjectServers } from './project-servers.ts';

export type JudgedFile = { readonly settings: ProjectFile } | { readonly servers: ProjectServers };

export const judgedPaths = (cwd: string): readonly string[] => [projectConfigFile(cwd), projectServersFile(cwd)];

/** Those that are there, and can be read. Throws `config_invalid`. */
export async function readJudgedFiles(data: string, cwd: string, env: Environment): Promise<readonly JudgedFile[]> {
  const [settings, own] = await Promise.all([readProjectFile(data, cwd), readConfigFile(ownConfigFile(data))]);
  const keys = keyVariables(settings, own);
  const servers = await readProjectServers(data, cwd, { values: env, keys });
  return [...(settings ? [{ settings }] : []), ...(servers && 'file' in servers ? [{ servers }] : [])];
}

/** Place, content and verdict. */
export const judged = (file: JudgedFile): Pick<ProjectFile, 'file' | 'hash' | 'trust'> =>
  'settings' in file ? file.settings : file.servers;

/** Whether it says anything that counts only once it is trusted. */
export const wantsTrust = (file: JudgedFile): boolean =>
  'settings' in file ? needsTrust(file.settings).length > 0 : Object.keys(file.servers.servers).length > 0;
