/**
 * Whether the clocks of the machines that share a board agree. Entries of the journal are written one after another, so a machine that wrote later
 * and claims an earlier time has a clock that is behind, however long the writes took. Pure.
 */
import type { Board } from '../board/board.ts';
import { skewMs } from '../claimable.ts';
import type { TeamLine } from '../journal.ts';

/** A process reported that its agents are alive, at a time by its own clock. */
export type Beat = { readonly agents: readonly string[]; readonly at: number };

/** Two machines, as agents name theirs, and by how much the clocks differ at least. */
export type ClockSkew = { readonly ahead: string; readonly behind: string; readonly ms: number };

/** How many beats count: the latest of all processes. */
const kept = 100;

export function beatIn(line: TeamLine): Beat | undefined {
  if (line.kind !== 'update') return undefined;
  const at = Date.parse(line.at);
  if (line.act?.act === 'heartbeat') return { agents: line.act.agents, at };
  return line.act?.act === 'register' ? { agents: [line.act.agent], at } : undefined;
}

/** The beats that count after this one has been added, in the order in which they were written. */
export const withBeat = (beats: readonly Beat[], beat: Beat): readonly Beat[] => [...beats.slice(1 - kept), beat];

/**
 * Each pair of machines whose clocks differ by more than leases can tolerate, judged by agents on the board, and by this machine's own time. A
 * machine that reports after another one and names an earlier time is behind it, until the other one reports after it and names about the same time.
 */
export function skewsIn(
  { agents }: Pick<Board, 'agents'>,
  beats: readonly Beat[],
  { host, now }: { readonly host: string; readonly now: Date },
): readonly ClockSkew[] {
  const last = new Map<string, number>();
  const found = new Map<string, ClockSkew>();
  const keyOf = (ahead: string, behind: string): string => JSON.stringify([ahead, behind]);
  function note(machine: string, at: number): void {
    for (const [other, before] of last) {
      if (other === machine) continue;
      if (at - before <= skewMs) found.delete(keyOf(machine, other));
      if (before - at > skewMs) found.set(keyOf(other, machine), { ahead: other, behind: machine, ms: before - at });
    }
    last.set(machine, at);
  }
  for (const { agents: reported, at } of beats) {
    const machine = agents[reported[0] ?? '']?.host;
    if (machine) note(machine, at);
  }
  note(host, now.getTime());
  return [...found.values()];
}

/** The agents of machines whose clock is behind that of another machine, on which their leases seem to have ended. */
export function agentsBehind({ agents }: Pick<Board, 'agents'>, skews: readonly ClockSkew[]): ReadonlySet<string> {
  const behind = new Set(skews.map((skew) => skew.behind));
  return new Set(Object.keys(agents).filter((id) => behind.has(agents[id]?.host ?? '')));
}
