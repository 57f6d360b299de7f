/** The bus that the person's settings name, with the files needed to sign in. */
import { type BusAddress, type BusFiles, readBusAddress } from '../laws/network/bus-address.ts';
import { invalid, type Layer, type Sourced } from './config-layers.ts';
import { type Surroundings, settledFolder } from './folders.ts';

/**
 * The bus of the first source that names one: a flag, the variable, the person's own file. A project's file cannot name one, even if trusted, because
 * tasks are sent to the bus. The sign-in settings in the person's file apply only to the server that this file names.
 */
export function busIn(layers: readonly Layer[], surroundings: Surroundings): Sourced<BusAddress | undefined> {
  const own = layers.filter(({ name }) => name !== 'project' && name !== 'servers');
  const naming = own.find(({ values }) => values.bus.url !== undefined);
  const url = naming?.values.bus.url;
  if (naming === undefined || url === undefined) return { value: undefined, from: 'default' };
  const { server } = addressOf(naming, url, {});
  const alike = own.filter(({ values: { bus } }) => bus.url === undefined || addressOf(naming, bus.url, {}).server === server);
  const files: BusFiles = Object.assign({}, ...alike.toReversed().map((layer) => filesOf(layer, surroundings)));
  const pool = alike.find(({ values }) => values.bus.pool !== undefined)?.values.bus.pool;
  return { value: { ...addressOf(naming, url, files), ...(pool !== undefined && { pool }) }, from: naming.from(['bus', 'url']) };
}

function addressOf(layer: Layer, url: string, files: BusFiles): BusAddress {
  const read = readBusAddress(url, files);
  if (read.ok) return read.value;
  throw invalid(layer, ['bus', 'url'], read.error);
}

function filesOf(layer: Layer, surroundings: Surroundings): BusFiles {
  const { url, pool, ...named } = layer.values.bus;
  const paths = Object.entries(named).flatMap(([key, path]) => {
    if (path === undefined) return [];
    const read = settledFolder(path, surroundings);
    if (!read.ok) throw invalid(layer, ['bus', key], read.error);
    return [[key, read.value] as const];
  });
  return Object.fromEntries(paths);
}
