/**
 * Which agents this process has heard from while it watched the board. A lease names a time by the clock of its own machine, which may be wrong here:
 * an agent whose lease seems to have ended counts as alive until it has been silent for long enough, measured by a clock that cannot be set.
 */
import type { Board } from '../board/board.ts';
import { settingsOf } from '../board/settings.ts';
import { isLeaseSpent } from '../claimable.ts';

/**
 * `silentMs`: the time since this process first saw the agent's last heartbeat. `hasBeaten`: whether that heartbeat came while this process watched.
 */
type Heard = { readonly silentMs: number; readonly hasBeaten: boolean };
type Limits = { readonly leaseMs: number; readonly heartbeatMs: number };

/** How long an agent may be silent before its lease is believed: a whole lease after a heartbeat, otherwise two missed heartbeats. */
const patience = ({ hasBeaten }: Pick<Heard, 'hasBeaten'>, { leaseMs, heartbeatMs }: Limits): number =>
  hasBeaten ? leaseMs : 2 * heartbeatMs;

export type Heartbeats = {
  /** The agents whose lease has ended by this machine's clock, but which may be alive. */
  awaited(board: Board, now: Date): ReadonlySet<string>;
  /** How long until the next of them is no longer awaited; undefined if there was none at the last look. */
  nextMs(): number | undefined;
  /** While all agents have to wait, none sends heartbeats, so silence counts from now on. */
  pause(): void;
};

/** `elapsed` returns milliseconds since any fixed time. */
export function watchHeartbeats(elapsed: () => number = () => performance.now()): Heartbeats {
  const heard = new Map<string, { readonly heartbeat: unknown; readonly since: number; readonly hasBeaten: boolean }>();
  let next: number | undefined;

  function listen({ agents }: Board, at: number): void {
    for (const id of heard.keys()) if (!(id in agents)) heard.delete(id);
    for (const [id, { heartbeat }] of Object.entries(agents)) {
      const known = heard.get(id);
      if (known && known.heartbeat === heartbeat) continue;
      heard.set(id, { heartbeat, since: at, hasBeaten: known !== undefined });
    }
  }

  return {
    awaited(board, now) {
      const at = elapsed();
      listen(board, at);
      const { leaseSeconds, heartbeatSeconds } = settingsOf(board.config);
      const limits = { leaseMs: leaseSeconds * 1_000, heartbeatMs: heartbeatSeconds * 1_000 };
      const left = [...heard].flatMap(([id, each]): readonly (readonly [string, number])[] => {
        const ms = each.since + patience(each, limits) - at;
        return ms > 0 && isLeaseSpent(board, id, now) ? [[id, ms]] : [];
      });
      next = left.length === 0 ? undefined : at + Math.min(...left.map(([, ms]) => ms));
      return new Set(left.map(([id]) => id));
    },
    nextMs: () => (next === undefined ? undefined : Math.max(0, next - elapsed())),
    pause() {
      const at = elapsed();
      for (const [id, each] of heard) heard.set(id, { ...each, since: at });
    },
  };
}
