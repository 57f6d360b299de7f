/** What the doctor reports about a bus. */
import type { SeenBus } from '../../cluster/server/look-at-bus.ts';
import { type Finding, failed, ok, type Subject, warning } from '../../config/doctor/finding.ts';
import { asArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type BusAddress, shownBus } from '../../laws/network/bus-address.ts';
import { withBus } from './with-bus.ts';

const about = (name: string): Subject => ({ name, about: 'machine' });
const [server, users, streams] = [about('bus'), about('bus users'), about('bus streams')];
const [losses, clock] = [about('bus power loss'), about('bus clock')];
const folder = about('bus folder');

/** The largest clock difference that is fine: times from several machines are shown and compared together. */
const maxClockMs = 2_000;

/**
 * One finding each about the server, its streams, what a power failure may lose, its clock, and whether other machines may continue the tasks of a folder;
 * if the bus cannot be used, a single failure.
 */
export async function checkBus(address: BusAddress, cwd: string, signal: AbortSignal): Promise<readonly Finding[]> {
  try {
    const [{ lookAtBus }, { sharedAround }] = await Promise.all([
      import('../../cluster/server/look-at-bus.ts'),
      import('../../cluster/owners/shared-folder.ts'),
    ]);
    const seen = await withBus(address, 'host', (bus) => lookAtBus(bus, signal));
    return [...findingsOf(shownBus(address), seen), folderFinding(cwd, sharedAround(cwd))];
  } catch (error) {
    const { message, hint } = asArtooError(error, 'bus_unreachable');
    return [failed(server, message, hint)];
  }
}

function findingsOf(name: string, seen: SeenBus): readonly Finding[] {
  const { version, hasTls, asksCredentials, maxPayload } = seen;
  const how = [hasTls ? 'TLS' : 'no TLS', asksCredentials ? 'credentials' : 'no credentials'].join(', ');
  return [
    ok(server, `nats-server ${version} at ${name}: ${how}, messages up to ${Math.floor(maxPayload / 1024)} KiB`),
    ...usersFindings(seen),
    streamsFinding(seen),
    ...lossFindings(seen),
    ...clockFindings(seen),
  ];
}

function usersFindings({ mayRemove }: SeenBus): readonly Finding[] {
  if (mayRemove !== false) return [];
  const what =
    'these credentials may not remove registers, so an earlier version printed them: its workers share an account with hosts, and can change or remove logs';
  return [warning(users, what, 'Print them again: `artoo bus init --permissions`. docs/cluster.md says how to move the streams.')];
}

function streamsFinding({ streams: all }: SeenBus): Finding {
  const unfit = all.flatMap(({ name, unfit: why }) => (why === undefined ? [] : [`${name} ${why}`]));
  const isMissing = all.some(({ unfit: why }) => why === 'is missing');
  if (unfit.length > 0)
    return failed(
      streams,
      unfit.join('; '),
      isMissing ? 'Run `artoo bus init`: it creates what is missing.' : 'docs/cluster.md says what streams need.',
    );
  const old = all.flatMap(({ name, outdated }) => (outdated === undefined ? [] : [`${name} ${outdated}`]));
  if (old.length > 0)
    return warning(streams, old.join('; '), 'Run `artoo bus init` as the operator: it updates the streams, and nothing is lost.');
  const [fullest] = all.toSorted((a, b) => b.bytes / b.maxBytes - a.bytes / a.maxBytes);
  const share = fullest ? Math.round((100 * fullest.bytes) / fullest.maxBytes) : 0;
  if (fullest && share >= 80)
    return warning(
      streams,
      `${fullest.name} is ${share} % full; once it is full, tasks pause`,
      'Give it more room, or remove tasks that ended long ago: `artoo gc --bus --remove-after 90d` lists them. Never set its max_bytes to less than it holds: the server would delete the oldest messages.',
    );
  return ok(streams, `all ${all.length} exist; the fullest is ${share} % full`);
}

/** No client can ask a server how often it syncs its files, so the findings follow from its version and the number of replicas. */
function lossFindings({ version, streams: all }: SeenBus): readonly Finding[] {
  const replicas = Math.min(...all.map((each) => each.replicas));
  if (replicas === 0) return [];
  if (replicas >= 3) return [ok(losses, `${replicas} replicas of each stream: if one server loses power, nothing is lost`)];
  const may = 'a server that is killed loses nothing; one that loses power may lose what it acknowledged in the last two minutes';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const canSync = major > 2 || (major === 2 && minor >= 10);
  const hint = canSync
    ? 'Set `sync_interval: always` in its jetstream block, or use three replicas.'
    : 'Newer servers can sync every write; upgrade, or use three replicas.';
  return [warning(losses, may, hint)];
}

function clockFindings({ aheadMs }: SeenBus): readonly Finding[] {
  if (aheadMs === undefined) return [];
  const seconds = `${Math.abs(aheadMs / 1_000).toFixed(1)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the server's`;
  if (Math.abs(aheadMs) <= maxClockMs) return [ok(clock, `this machine's clock is ${seconds}`)];
  return [warning(clock, `this machine's clock is ${seconds}`, 'Let NTP set both.')];
}

/** `root`: the shared folder at `cwd` or around it. */
function folderFinding(cwd: string, root: string | undefined): Finding {
  if (root !== undefined)
    return ok(folder, `${visible(root)} is shared: a machine that has this folder at the same path may continue its tasks`);
  return ok(
    folder,
    `${visible(cwd)} is not shared: only this machine can continue tasks of this folder; artoo bus share lets other machines continue them`,
  );
}
