/** What is known about a command line before it runs, and about its effects afterwards: the facts on which Law 1 bases its decisions. */
import { whyUnreadable } from '../../laws/commands/inspect-command.ts';
import { hostViewFor } from '../../laws/commands/programs/looking-programs.ts';
import type { RunFacts } from '../../laws/law1-harm.ts';
import { freeFolders } from '../../laws/rules/free-folders.ts';
import { doesWhatItSays } from '../../laws/rules/reach.ts';
import type { ContainedRun } from '../containment/containment.ts';
import type { ToolContext } from '../tool.ts';
import { type FactSources, gatherFacts } from './effect-facts.ts';
import { type Asked, type ShellOutcome, shellHash } from './shell-harm.ts';

/** A command line in a question, with what is known about it. */
export type KnownLine = { readonly asked: Asked; readonly facts: RunFacts };

export function factsBeforeRun(
  { command, network, hasDoor }: { readonly command: string; readonly network: boolean; readonly hasDoor: boolean },
  { cwd, workspace, approved, network: given, call }: ToolContext,
  { permissions, places }: FactSources,
): KnownLine {
  const line = { tool: 'shell', command, cwd } as const;
  const asked = { command, cwd, workspace, home: places.home, rule: permissions.narrow(line) };
  const facts = {
    ruled: permissions.decide(line, call.task_id),
    looksAt: hostViewFor(command),
    network: { wanted: network, given, hasDoor },
    approved,
    hashes: {
      ...{ run: shellHash.run(asked), network: shellHash.network(asked) },
      ...{ sockets: shellHash.sockets(asked), background: shellHash.background(asked) },
    },
  };
  return { asked, facts };
}

/** The facts about a run whose effects are known. */
export async function factsAfterRun(
  {
    asked,
    facts: {
      ruled,
      network: { hasDoor },
    },
  }: KnownLine,
  { run: view, how }: Ran,
  context: ToolContext,
  sources: FactSources,
): Promise<ShellOutcome> {
  const { command } = asked;
  const line = { ruled, lacks: lackedBy(view, how, hasDoor), unreadable: whyUnreadable(command), doesWhatItSays: doesWhatItSays(command) };
  const known = await gatherFacts(view.changes, context, sources, { line: command });
  const freed = freeFolders(sources.permissions.folders(context.call.task_id), { home: asked.home, cwd: asked.cwd }, known.places);
  return {
    ...known,
    places: { ...known.places, freed },
    line,
    hash: shellHash.effects(asked, known.effects),
    exitCode: view.ended.exitCode,
    lost: view.left.files,
  };
}

/** A run, and what was allowed inside its walls. */
export type Ran = { readonly run: ContainedRun; readonly how: 'contained' | 'networked' | 'with sockets' };

/**
 * A command that succeeded without the network did not need it, so its attempt to use the network is only noted. If its walls have no doors, neither
 * sockets nor the network can be made available.
 */
function lackedBy(
  { attemptedNetwork, attemptedSocket, ended }: ContainedRun,
  how: Ran['how'],
  hasDoor: boolean,
): 'network' | 'socket' | undefined {
  if (ended.exitCode === 0 || how === 'with sockets') return undefined;
  if (how === 'contained' && (attemptedNetwork === 'outside' || (attemptedSocket && !hasDoor))) return 'network';
  return attemptedSocket ? 'socket' : undefined;
}
