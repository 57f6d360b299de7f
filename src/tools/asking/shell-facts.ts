/** What is known of a command line before it runs, and of what it did once it ran: the facts that Law 1 decides by. */
import { whyUnreadable } from '../../laws/commands/inspect-command.ts';
import type { RunFacts } from '../../laws/law1.ts';
import type { Surroundings } from '../../laws/places/sensitive-places.ts';
import { doesWhatItSays } from '../../laws/rules/reach.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import type { ContainedRun } from '../containment/containment.ts';
import { mayReadBare } from '../running/plain-reading.ts';
import type { ToolContext } from '../tool.ts';
import { gatherEffects } from './effect-facts.ts';
import type { Permissions } from './permissions.ts';
import { realPlaces } from './real-places.ts';
import { type Asked, type ShellOutcome, shellHash } from './shell-harm.ts';

export type ShellSources = {
  readonly changes: Pick<ChangeStore, 'isOwn'>;
  readonly permissions: Permissions;
  readonly places: Surroundings;
  /** Places that no command may see. */
  readonly secrets: readonly string[];
};

/** A command line as it is asked about, with what is known of it. */
export type KnownLine = { readonly asked: Asked; readonly facts: RunFacts };

export async function factsBeforeRun(
  { command, network }: { readonly command: string; readonly network: boolean },
  { cwd, workspace, approved, network: given }: ToolContext,
  { permissions, places, secrets }: ShellSources,
): Promise<KnownLine> {
  const line = { tool: 'shell', command, cwd } as const;
  const asked = { command, cwd, workspace, home: places.home, rule: permissions.narrow(line) };
  const facts = {
    ruled: permissions.decide(line),
    onlyReads: await mayReadBare(command, cwd, secrets),
    network: { wanted: network, given },
    approved,
    hashes: { run: shellHash.run(asked), network: shellHash.network(asked) },
  };
  return { asked, facts };
}

/** For a run whose effects can be told. */
export async function factsAfterRun(
  { asked, facts: { ruled, approved } }: KnownLine,
  view: ContainedRun,
  context: ToolContext,
  { changes, permissions, places }: ShellSources,
): Promise<ShellOutcome> {
  const effects = await gatherEffects(view.changes, { changes, permissions, context });
  const { command, cwd, workspace } = asked;
  return {
    line: { ruled, lacksNetwork: lacksNetwork(view), unreadable: whyUnreadable(command), doesWhatItSays: doesWhatItSays(command) },
    effects,
    places: await realPlaces(places, cwd, workspace),
    approved,
    hash: shellHash.effects(asked, effects),
    exitCode: view.ended.exitCode,
  };
}

/** What did well without the network lacked nothing: that it tried is told, and no more. */
export const lacksNetwork = ({ attemptedNetwork, ended }: ContainedRun): boolean => attemptedNetwork && ended.exitCode !== 0;
