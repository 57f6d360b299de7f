/** The tools of a machine, with everything that Law 1 needs around them. */
import { delimiter, isAbsolute } from 'node:path';
import type { RuleSet } from '../laws/rules.ts';
import { secretPlacesOf } from '../laws/secret-places.ts';
import { type ChangeStore, openChanges } from '../tools/changes/store.ts';
import { chooseContainment } from '../tools/containment/choose.ts';
import type { Containment, Surroundings } from '../tools/containment/containment.ts';
import { createEditFile } from '../tools/edit-file.ts';
import { type Environment, scrubbed } from '../tools/environment.ts';
import { glob } from '../tools/glob.ts';
import { createPermissions, type Permissions } from '../tools/permissions.ts';
import { readFile } from '../tools/read-file.ts';
import { createShell } from '../tools/shell.ts';
import type { Tool } from '../tools/tool.ts';
import { createToolbox, type Toolbox } from '../tools/toolbox.ts';
import { createWriteFile } from '../tools/write-file.ts';
import { homeIn } from './folders.ts';

/** The tools on offer, or what becomes of those that there are; by default all there are. */
export type Tools = readonly Tool[] | ((own: readonly Tool[]) => readonly Tool[]);

export type FurnishOptions = {
  /** artoo's own data, which no command sees. */
  readonly data: string;
  readonly env: Environment;
  /** What is allowed, asked about and forbidden; nothing by default. */
  readonly rules?: RuleSet | undefined;
  readonly tools?: Tools | undefined;
};

export type Furniture = {
  readonly toolbox: Toolbox;
  readonly changes: ChangeStore;
  readonly permissions: Permissions;
  /** What commands run in, chosen when it is first needed. */
  readonly containment: () => Promise<Containment>;
};

export function furnish({ data, env, rules, tools }: FurnishOptions): Furniture {
  const home = homeIn(env);
  const changes = openChanges(data);
  const permissions = createPermissions(rules);
  const secrets = secretPlacesOf(home);
  const pathFolders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const places = { home, pathFolders, dataFolder: data };
  const surroundings = surroundingsIn(env, data);
  let chosen: Promise<Containment> | undefined;
  const containment = () => {
    chosen ??= chooseContainment({ surroundings, signal: new AbortController().signal });
    return chosen;
  };
  const shell = createShell({ env: scrubbed(env), containment, changes, permissions, places, secrets: [...secrets, data] });
  const writing = { changes, permissions, places };
  const own = [glob, readFile, createWriteFile(writing), createEditFile(writing), shell];
  const offered = typeof tools === 'function' ? tools(own) : (tools ?? own);
  return { toolbox: createToolbox(offered), changes, permissions, containment };
}

/** What containment needs to know of the machine. */
export function surroundingsIn(env: Environment, data: string): Surroundings {
  const home = homeIn(env);
  return { home, data, env: scrubbed(env), secrets: secretPlacesOf(home), stagings: ['/var/tmp', '/tmp', '/dev/shm'] };
}
