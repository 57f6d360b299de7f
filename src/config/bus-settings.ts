/** The bus that several machines share: `bus: nats://…`, or a map of its address and the files needed to sign in. */
import { readBusAddress } from '../laws/network/bus-address.ts';
import { by, section } from '../reading/by.ts';
import type { Read } from '../reading/quantities.ts';

const file = by(
  (raw): Read<string> =>
    typeof raw === 'string' && raw.trim() !== '' && !/\p{Cc}/u.test(raw)
      ? { ok: true, value: raw.trim() }
      : { ok: false, error: 'must be the path of a file' },
);

/** The shape of a label with which workers are started. */
export const poolShape = /^[A-Za-z0-9_-]{1,32}$/;

const pool = by(
  (raw): Read<string> =>
    typeof raw === 'string' && poolShape.test(raw)
      ? { ok: true, value: raw }
      : { ok: false, error: 'must have 1 to 32 letters, digits, _ or -' },
);

const fields = {
  url: by(readUrl).optional(),
  credentials: file.optional(),
  ca: file.optional(),
  cert: file.optional(),
  key: file.optional(),
  pool: pool.optional(),
};

export const busKeys: readonly string[] = Object.keys(fields);

/** The settings of a bus; a text is just its address. */
export const BusSettings = by((raw): Read<unknown> => ({ ok: true, value: typeof raw === 'string' ? { url: raw } : raw })).pipe(
  section(fields, 'the address of a bus, such as nats://host:4222, or a map of url, credentials, ca, cert, key and pool'),
);

function readUrl(raw: unknown): Read<string> {
  const read = readBusAddress(typeof raw === 'string' ? raw.trim() : '');
  return read.ok ? { ok: true, value: String(raw).trim() } : read;
}
