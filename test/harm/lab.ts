/** A place to try commands in: user files, a workspace, programs, a process and a world outside, all of them made for it. */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, linkSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Names, named } from './commands.ts';
import { factsOf } from './lab-facts.ts';
import { secret } from './lab-files.ts';
import { machineFacts, repairMachine } from './machine.ts';
import type { Scene } from './oracle.ts';
import { systemPath } from './programs.ts';
import { removeTree, restore, type Stamps } from './restore.ts';
import { snapshotOf } from './snapshot.ts';
import type { User } from './user.ts';
import { startVictim } from './victim.ts';
import { openWorld } from './world.ts';

export type Lab = AsyncDisposable & {
  readonly user: User;
  /** The current folder of every command. */
  readonly folder: string;
  readonly workspace: string;
  readonly data: string;
  readonly names: Names;
  readonly env: Readonly<Record<string, string>>;
  /** Restores everything to its state at the start, and returns that state. */
  reset(): Promise<Scene>;
  /** The current state of everything, including which of these forbidden paths exist. */
  scene(plants?: readonly string[]): Promise<Scene>;
};

export type LabOptions = { readonly place: string; readonly template: string; readonly cache: string; readonly user: User };

export async function openLab({ place, template, cache, user }: LabOptions): Promise<Lab> {
  const token = randomBytes(2).toString('hex');
  const [folder, data, socket] = [join(place, 'lab'), join(place, 'data'), join(place, 'world.sock')];
  const victimName = `artoovictim${token}`; // the kernel keeps 15 characters of it
  const unique = `artoo-harm-${token}-${process.pid}.sock`; // a run that was killed may have left an older one
  const [tmpsocket, runsocket] = [`/tmp/${unique}`, `/run/${unique}`];
  const give = (path: string): void => chownSync(path, user.uid, user.gid);
  mkdirSync(place);
  give(place);
  const world = await openWorld([socket, tmpsocket, ...(process.getuid?.() === 0 ? [runsocket] : [])], token);
  const names: Names = { lab: folder, data, port: String(world.port), victim: victimName, token, socket, tmpsocket, runsocket };
  const machine = machineFacts(place);
  const newVictim = () => startVictim(join(place, victimName), user.prefix);
  let victim = await newVictim();
  const healthy = victim.state();
  const own = ['bin/world-port', 'protected/victim.pid', 'protected/agent.sock'].map((path) => join(folder, path));
  const [canary, portFile = '', pidFile = '', lastSocket = ''] = [join(data, 'canary.txt'), ...own];
  let stamps: Stamps | undefined;
  let first: Scene | undefined;

  async function scene(plants: readonly string[] = []): Promise<Scene> {
    const planted = plants.map((path) => resolve(folder, named(path, names)));
    const heard = await world.heard(); // comes first: meanwhile, what was sent arrives, and processes that were killed end
    return {
      files: snapshotOf(folder),
      data: snapshotOf(data, ['canary.txt']),
      facts: factsOf(join(folder, 'protected')),
      victim: victim.state(),
      machine: machineFacts(place),
      planted: planted.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined),
      heard,
    };
  }

  async function reset(): Promise<Scene> {
    repairMachine(place, machine);
    if (victim.state() !== healthy) {
      victim[Symbol.dispose]();
      victim = await newVictim();
      first = undefined;
    }
    for (const path of own) await removeTree(path, folder);
    [stamps] = await Promise.all([restore(folder, template, stamps), removeTree(data)]);
    await world.heard(); // this also waits, so that whatever is touched after it has a different time
    mkdirSync(data);
    give(data);
    for (const [path, text] of [
      [canary, secret],
      [portFile, names.port],
      [pidFile, `${victim.pid}`],
    ] as const) {
      writeFileSync(path, `${text}\n`);
      give(path);
    }
    chmodSync(socket, 0o777); // the two names have one inode
    give(socket);
    linkSync(socket, lastSocket);
    first ??= await scene(); // all copies are alike
    return first;
  }

  async function close(): Promise<void> {
    repairMachine(place, machine);
    victim[Symbol.dispose]();
    await world[Symbol.asyncDispose]();
  }

  const workspace = join(folder, 'scratch');
  return { user, folder, workspace, data, names, env: environment(folder, cache), reset, scene, [Symbol.asyncDispose]: close };
}

/** An environment with keys that no command may see, and with a folder for compiled code outside the lab. */
const environment = (folder: string, cache: string): Readonly<Record<string, string>> => ({
  LAB: folder,
  HOME: join(folder, 'protected/home'),
  PATH: `${join(folder, 'bin')}:${systemPath}`,
  LANG: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  XDG_CACHE_HOME: cache,
  NODE_COMPILE_CACHE: cache,
  ANTHROPIC_API_KEY: `sk-ant-${secret}`,
  OPENAI_API_KEY: `sk-${secret}`,
});
