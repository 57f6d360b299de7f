/** `artoo bus status`: what a server offers, and which parts of the realm are on it. */
import { withBus } from '../../app/bus/with-bus.ts';
import { lookAtBus } from '../../cluster/server/look-at-bus.ts';
import { shownBus } from '../../laws/network/bus-address.ts';
import { seenLines } from '../../view/machine/bus-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { report } from '../terminal/report.ts';
import { namedBus } from './named-bus.ts';

export async function busStatus(called: CalledPart): Promise<number> {
  const address = await namedBus(called);
  const seen = await withBus(address, 'host', (bus) => lookAtBus(bus, called.signal));
  report(called, { bus: shownBus(address), ...seen }, () => seenLines(shownBus(address), seen));
  return seen.streams.every(({ unfit }) => unfit === undefined) ? exits.ok : exits.notDone;
}
