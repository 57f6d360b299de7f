/** `artoo bus init`: makes the streams of a realm, or prints the users to add to a server's configuration. */
import { randomBytes } from 'node:crypto';
import { withBus } from '../../app/bus/with-bus.ts';
import { serverConfiguration } from '../../cluster/server/permissions.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { shownBus } from '../../laws/network/bus-address.ts';
import { readSize } from '../../reading/quantities.ts';
import { madeLines } from '../../view/machine/bus-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { report } from '../terminal/report.ts';
import { namedBus } from './named-bus.ts';

export async function initBus(called: CalledPart): Promise<number> {
  const { given, terminal } = called;
  const address = await namedBus(called);
  if (given.permissions === true) {
    const password = () => randomBytes(24).toString('base64url');
    const text = serverConfiguration(address.realm, { operator: password(), host: password(), worker: password() });
    for (const line of text.trimEnd().split('\n')) terminal.print(line);
    return exits.ok;
  }
  const size = sizeIn(given.size);
  const { initStreams } = await import('../../cluster/server/init-streams.ts');
  const made = await withBus(address, 'operator', (bus) => initStreams(bus, size));
  return report(called, { bus: shownBus(address), streams: made }, () => madeLines(shownBus(address), made));
}

function sizeIn(given: CalledPart['given'][string] | undefined): number | undefined {
  if (given === undefined) return undefined;
  const read = readSize(given);
  if (read.ok) return read.value;
  throw new ArtooError('usage', `--size ${read.error}`);
}
