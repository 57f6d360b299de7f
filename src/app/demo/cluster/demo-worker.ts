/** The process of a worker in `artoo demo cluster`. It sends heartbeats more often than other workers, so that its silence is noticed sooner. */
import { readBusAddress } from '../../../laws/network/bus-address.ts';
import { openWorker } from '../../worker/open-worker.ts';

const [url = '', id = '', data = ''] = process.argv.slice(2);
const address = readBusAddress(url);
if (!address.ok) throw new TypeError(address.error);
process.on('disconnect', () => process.exit()); // it does not outlive its parent

const worker = await openWorker({
  ...{ bus: address.value, id, data, pool: 'default', parallel: 4, beatMs: 300 },
  env: process.env,
  signal: new AbortController().signal,
  onEvent: ({ what, run }) => process.send?.({ what, key: run.key }),
});
process.send?.({ what: 'ready', isFit: worker.isFit, detail: worker.detail });
