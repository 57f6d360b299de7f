/**
 * The parts of a project that count only once the person trusts them: its settings, its MCP servers and its skills. Trust in each applies to exactly
 * its content.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Skill } from '../tools/skills/find-skills.ts';
import type { Environment } from './config-layers.ts';
import { readConfigFile } from './files/config-file.ts';
import { ownConfigFile, type ProjectFile, readProjectFile } from './files/config-files.ts';
import { needsTrust } from './project-layer.ts';
import { keyVariables } from './servers/key-variables.ts';
import { type ProjectServers, readProjectServers } from './servers/project-servers.ts';
import type { SkillPlace } from './skills.ts';
import type { Trust } from './trust.ts';

/** `file`: the real path for which trust is recorded. */
export type ProjectPart = { readonly file: string; readonly hash: string; readonly trust: Trust } & (
  | { readonly kind: 'settings'; readonly settings: ProjectFile }
  | { readonly kind: 'servers'; readonly servers: ProjectServers }
  | { readonly kind: 'skill'; readonly skill: Skill }
);

export type ProjectPlace = SkillPlace & { readonly env: Environment };

/** The parts that exist and can be read. Throws `config_invalid`. */
export async function readProjectParts({ data, cwd, home, env }: ProjectPlace): Promise<readonly ProjectPart[]> {
  const [settings, own] = await Promise.all([readProjectFile(data, cwd), readConfigFile(ownConfigFile(data))]);
  const found = await readProjectServers(data, cwd, { values: env, keys: keyVariables(settings, own) });
  const servers = found && 'file' in found ? found : undefined;
  return [
    ...(settings ? [{ kind: 'settings', settings, ...judgedBy(settings) } as const] : []),
    ...(servers ? [{ kind: 'servers', servers, ...judgedBy(servers) } as const] : []),
    ...(mayHaveSkills(cwd) ? await skillParts({ data, cwd, home }) : []),
  ];
}

async function skillParts(place: SkillPlace): Promise<readonly ProjectPart[]> {
  const { skillsIn } = await import('./skills.ts'); // most projects have no skills
  const brought = (await skillsIn(place)).skills.filter(({ isOwn }) => !isOwn);
  return brought.map((skill) => ({ kind: 'skill', skill, file: skill.folder, hash: skill.hash, trust: skill.trust }));
}

const judgedBy = ({ file, hash, trust }: ProjectFile | ProjectServers) => ({ file, hash, trust });

/** Whether a part needs trust and the person has not yet decided about it. */
export const isOpen = (part: ProjectPart): boolean => part.trust === 'unasked' && needsWord(part);

function needsWord(part: ProjectPart): boolean {
  if (part.kind === 'settings') return needsTrust(part.settings).length > 0;
  return part.kind === 'skill' || Object.keys(part.servers.servers).length > 0;
}

/** Whether there is a folder of skills in this folder or above it: a quick test, which is true more often than the full search finds one. */
function mayHaveSkills(cwd: string): boolean {
  const isHere = ['.agents/skills', '.claude/skills'].some((place) => existsSync(join(cwd, place)));
  return isHere || (dirname(cwd) !== cwd && mayHaveSkills(dirname(cwd)));
}
