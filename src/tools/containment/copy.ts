/** Containment by copying: the current folder and the workspace are copied for each command, and compared afterwards. Everything else is read-only. */
import { execFile } from 'node:child_process';
import { lstatSync, mkdirSync, opendirSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { ContainedRequest, ContainedRun, Containment, Surroundings } from './containment.ts';
import { contains } from './folders-in-view.ts';
import { leftBehind } from './left-behind.ts';
import { filesForNetwork, ifOutOfReach, masksOver } from './masks.ts';
import { attemptedNetwork } from './network-attempts.ts';
import { readUppers } from './read-upper.ts';
import { type Builders, runInside } from './run-inside.ts';
import { removeTree, type Staging } from './staging.ts';
import { wallArguments } from './walls.ts';

export type CopyOptions = {
  readonly detail: string;
  readonly builders: Builders;
  readonly cp: string;
  readonly surroundings: Surroundings;
  readonly staging: Staging;
};

/** What is copied for one command at most. */
const most = { entries: 20_000, bytes: 256 * 1024 ** 2 } as const;

export function createCopy({ detail, builders, cp, surroundings, staging }: CopyOptions): Containment {
  const { data, env, secrets } = surroundings;
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

  async function run(request: ContainedRequest): Promise<ContainedRun> {
    const cwd = await realpath(request.cwd);
    const workspace = await realpath(request.workspace).catch(ifOutOfReach);
    const folder = staging.newFolder();
    const dispose = () => removeTree(folder);
    try {
      const lowers = [...new Set([cwd, ...(workspace === undefined ? [] : [workspace])])].filter(
        (path, _, all) => !all.some((other) => other !== path && contains(other, path)),
      );
      measure(lowers);
      const mark = join(folder, 'taken');
      writeFileSync(mark, '');
      const since = lstatSync(mark, { bigint: true }).ctimeNs;
      const views = await Promise.all(lowers.map((lower, at) => copied(lower, join(folder, `copy-${at}`), request.signal)));
      const masked = masksOver([...secrets, data], lowers, staging);
      const network = request.network ? await filesForNetwork() : undefined;
      const walls = wallArguments({ views, shown: [], masked, cwd, network, user });
      const ended = await runInside({ builders, walls, filter: staging.filter, env, folder }, request);
      const layers = views.map(({ lower, merged }) => ({ lower, upper: merged, isWhole: true }));
      const read =
        ended.killedBy === null ? await readUppers(layers, { since, signal: request.signal }) : { changes: [], whyUnknown: undefined };
      return {
        ended,
        ...read,
        attemptedNetwork: !request.network && attemptedNetwork(ended.report),
        left: leftBehind(ended.report),
        [Symbol.asyncDispose]: dispose,
      };
    } catch (error) {
      await dispose();
      throw asArtooError(error, 'containment_failed'); // what cannot be read cannot be copied
    }
  }

  async function copied(lower: string, merged: string, signal: AbortSignal): Promise<{ lower: string; merged: string }> {
    mkdirSync(merged);
    await promisify(execFile)(cp, ['-a', '--reflink=auto', '--', `${lower}/.`, merged], { signal, maxBuffer: 65_536 });
    return { lower, merged };
  }

  return { kind: 'copy', detail, run };
}

/** Throws `containment_failed` for folders that take too long to copy. */
function measure(folders: readonly string[]): void {
  let entries = 0;
  let bytes = 0;
  const waiting = [...folders];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    using opened = opendirSync(folder);
    for (let entry = opened.readSync(); entry; entry = opened.readSync()) {
      const path = join(folder, entry.name);
      entries += 1;
      bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (entry.isDirectory()) waiting.push(path);
      if (entries > most.entries || bytes > most.bytes) {
        throw new ArtooError('containment_failed', `${folders.join(' and ')}: more than can be copied for a command`);
      }
    }
  }
}
