/** Containment without a view: everything is read-only, so that a command can be tried without harm, but not be told apart from one that needs to write. */
import { realpath } from 'node:fs/promises';
import type { ContainedRequest, ContainedRun, Containment, Surroundings } from './containment.ts';
import { leftBehind } from './left-behind.ts';
import { filesForNetwork, masksOver } from './masks.ts';
import { attemptedNetwork } from './network-attempts.ts';
import { type Builders, runInside } from './run-inside.ts';
import type { Staging } from './staging.ts';
import { wallArguments } from './walls.ts';

export type ReadOnlyOptions = {
  readonly detail: string;
  readonly builders: Builders;
  readonly surroundings: Surroundings;
  readonly staging: Staging;
};

export function createReadOnly({ detail, builders, surroundings, staging }: ReadOnlyOptions): Containment {
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

  async function run(request: ContainedRequest): Promise<ContainedRun> {
    const cwd = await realpath(request.cwd);
    const { data, env, secrets } = surroundings;
    const shown = [cwd]; // it may lie in a folder that is hidden
    const masked = masksOver([...secrets, data], shown, staging);
    const network = request.network ? await filesForNetwork() : undefined;
    const walls = wallArguments({ views: [], shown, masked, cwd, network, user });
    const ended = await runInside({ builders, walls, filter: staging.filter, env, folder: staging.root }, request);
    return {
      ended,
      changes: [],
      attemptedNetwork: !request.network && attemptedNetwork(ended.report),
      left: leftBehind(ended.report),
      whyUnknown: ended.exitCode === 0 ? undefined : 'it failed where nothing can be written, so what it would change cannot be told',
      [Symbol.asyncDispose]: async () => {},
    };
  }

  return { kind: 'read-only', detail, run };
}
