/**
 * Whether the clocks of the machines that share a board agree. Entries of the journal are written one after the other, so a machine that wrote later
 * and claims an earlier time has a clock that is behind, however long the writes took. Pure.
 */
import type { Board } from '../board/board.ts';
import { skewMs } from '../claimable.ts';
import type { TeamLine } from '../journal.ts';

/** A process said that its agents are alive, at a time by its own clock. */
export type Beat = { readonly agents: readonly string[]; readonly at: number };

/** Two machines, as agents name theirs, and by how much the clocks differ at least. */
export type ClockSkew = { readonly ahead: string; readonly behind: string; readonly ms: number };

/** How many beats of a process count. With one, two processes that write in turn would agree after every second beat. */
const kept = 2;

export function beatIn(line: TeamLine): Beat | undefined {
  if (line.kind !== 'update') return undefined;
  const at = Date.parse(line.at);
  if (line.act?.act === 'heartbeat') return { agents: line.act.agents, at };
  return line.act?.act === 'register' ? { agents: [line.act.agent], at } : undefined;
}

/** The beats that count, in the order in which they were written, once there is another one. */
export function withBeat(beats: readonly Beat[], beat: Beat): readonly Beat[] {
  const [first] = beat.agents;
  const own = beats.filter(({ agents }) => agents[0] === first);
  const dropped = new Set(own.slice(0, Math.max(0, own.length + 1 - kept)));
  return [...beats.filter((each) => !dropped.has(each)), beat];
}

/** Each pair of machines whose clocks differ by more than leases can bear, judged by agents on the board, and by this machine's own time. */
export function skewsIn(
  { agents }: Pick<Board, 'agents'>,
  beats: readonly Beat[],
  { host, now }: { readonly host: string; readonly now: Date },
): readonly ClockSkew[] {
  const said = beats.flatMap(({ agents: [agent = ''], at }) => {
    const machine = agents[agent]?.host;
    return machine ? [{ machine, at }] : [];
  });
  const seen = [...said, { machine: host, at: now.getTime() }];
  const found = new Map<string, ClockSkew>();
  for (const [index, earlier] of seen.entries())
    for (const later of seen.slice(index + 1)) {
      const ms = earlier.at - later.at;
      const key = JSON.stringify([earlier.machine, later.machine]);
      if (earlier.machine === later.machine || ms <= skewMs || ms <= (found.get(key)?.ms ?? 0)) continue;
      found.set(key, { ahead: earlier.machine, behind: later.machine, ms });
    }
  return [...found.values()];
}

/** The agents of machines whose clock is behind another one: there, their leases seem to have ended. */
export function agentsBehind({ agents }: Pick<Board, 'agents'>, skews: readonly ClockSkew[]): ReadonlySet<string> {
  const behind = new Set(skews.map((skew) => skew.behind));
  return new Set(Object.keys(agents).filter((id) => behind.has(agents[id]?.host ?? '')));
}
