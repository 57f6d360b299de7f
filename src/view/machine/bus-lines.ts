/** A bus as lines: what was made, and what it contains. Pure. */

import type { SeenBus } from '../../cluster/server/look-at-bus.ts';
import type { MadeStream } from '../../cluster/streams.ts';
import { sizeText } from '../../contracts/text/size-text.ts';
import { counted } from '../pages.ts';

const what = {
  log: 'journals of tasks',
  object: 'contents of files',
  memory: 'what is remembered',
  place: 'who does what',
} as const satisfies Record<MadeStream['kind'], string>;

export function madeLines(bus: string, streams: readonly MadeStream[]): readonly string[] {
  const made = streams.filter(({ made: isNew, fixed }) => isNew || fixed).length;
  const rows = streams.map(
    ({ kind, name, maxBytes, made: isNew, fixed }) =>
      `  ${isNew ? 'made ' : fixed ? 'fixed' : 'there'}  ${name.padEnd(28)} up to ${sizeText(maxBytes).padStart(9)}  ${what[kind]}`,
  );
  const head = made === 0 ? `Nothing was missing on ${bus}, and nothing was changed:` : `On ${bus}:`;
  return [head, ...rows, ...(made === 0 ? [] : ['', `Run tasks on it with --bus ${bus}`])];
}

export function seenLines(bus: string, { version, hasTls, asksCredentials, storage, streams, aheadMs }: SeenBus): readonly string[] {
  const limit = storage.limit === undefined ? '' : ` of ${sizeText(storage.limit)}`;
  return [
    `${bus}: nats-server ${version}, ${hasTls ? 'TLS' : 'no TLS'}, ${asksCredentials ? 'credentials' : 'no credentials'}, ${sizeText(storage.used)}${limit} used`,
    ...streams.map(({ name, unfit, outdated, messages, bytes, maxBytes, replicas }) =>
      unfit === 'is missing'
        ? `  ${name.padEnd(28)} is missing: artoo bus init creates it`
        : `  ${name.padEnd(28)} ${sizeText(bytes)} of ${sizeText(maxBytes)}, ${counted(messages, 'message')}, ${replicas === 1 ? 'no replicas' : `${replicas} replicas`}${told({ unfit, outdated })}`,
    ),
    ...(aheadMs === undefined
      ? []
      : [`  this machine's clock is ${Math.abs(aheadMs)} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} the server's`]),
  ];
}

const told = ({ unfit, outdated }: Pick<SeenBus['streams'][number], 'unfit' | 'outdated'>): string =>
  unfit !== undefined ? `; it ${unfit}` : outdated !== undefined ? `; it ${outdated}; artoo bus init updates it` : '';
