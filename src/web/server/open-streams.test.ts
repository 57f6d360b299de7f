import { expect, test } from 'vitest';
import type { Drive } from '../../app/drive/drive.ts';
import { createOpenStreams } from './open-streams.ts';

/** Items that never come. */
const drive = {
  news: async function* (signal: AbortSignal) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  },
} as unknown as Drive; // no other members are used

const watching = (count: number, first = 0) => ({
  add: Array.from({ length: count }, (_, at) => ({ n: first + at, kind: 'news', asks: {} })),
});

async function idOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const { value } = await body.getReader().read();
  return /"stream":"([^"]+)"/.exec(new TextDecoder().decode(value))?.[1] ?? '';
}

test('a client that opens more and more streams is refused, and let in again when some are closed', async () => {
  const streams = createOpenStreams(drive);
  const bodies = Array.from({ length: 256 }, () => streams.open({}));
  expect(() => streams.open({})).toThrow(expect.objectContaining({ code: 'client_refused' }));
  await bodies[0]?.cancel();
  expect(() => streams.open({})).not.toThrow();
  await streams.close(AbortSignal.abort());
});

test('a stream carries a limited number of watches, and a change a limited number of new ones', async () => {
  const streams = createOpenStreams(drive);
  const id = await idOf(streams.open(watching(64)));
  expect(() => streams.change(id, watching(65, 64))).toThrow(expect.objectContaining({ code: 'usage' }));
  for (const first of [64, 128, 192]) streams.change(id, watching(64, first));
  expect(() => streams.change(id, watching(1, 256))).toThrow(expect.objectContaining({ code: 'usage' }));
  await streams.close(AbortSignal.abort());
});

test.each([
  ['a kind that is none', { n: 1, kind: 'memory', asks: {} }],
  ['arguments beyond its own', { n: 1, kind: 'news', asks: { task: 'x' } }],
  ['a number where a name belongs', { n: 1, kind: 'team', asks: { folder: 7 } }],
])('what cannot be watched is refused: %s', async (_, add) => {
  const streams = createOpenStreams(drive);
  const told = async (): Promise<string> => {
    const reader = streams.open({ add: [add] }).getReader();
    let text = '';
    while (!text.includes('event: error')) text += new TextDecoder().decode((await reader.read()).value);
    return text;
  };
  if (add.kind === 'memory') expect(() => streams.open({ add: [add] })).toThrow(expect.objectContaining({ code: 'usage' }));
  else expect(await told()).toContain('"code":"usage"');
  await streams.close(AbortSignal.abort());
});
