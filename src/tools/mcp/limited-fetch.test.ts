import { expect, test } from 'vitest';
import { serveHttp } from '../../../test/support/mcp-http.ts';
import { limitedFetch } from './limited-fetch.ts';

const mebibyte = 'a'.repeat(1024 ** 2);

/** Parts of a mebibyte each, with `between` after each of them. */
const body = (parts: number, between: string) =>
  new ReadableStream({
    start(controller) {
      for (let sent = 0; sent < parts; sent += 1) controller.enqueue(new TextEncoder().encode(`data: ${mebibyte}${between}`));
      controller.close();
    },
  });

test.each([
  ['an answer of 1 MiB', 'application/json', 1, '', true],
  ['an answer of 9 MiB', 'application/json', 9, '', false],
  ['9 events of a mebibyte', 'text/event-stream', 9, '\n\n', true],
  ['9 events of a mebibyte, with other line ends', 'text/event-stream', 9, '\r\n\r\n', true],
  ['one event of 9 MiB', 'text/event-stream', 9, '', false],
  ['one event of 9 MiB in many lines', 'text/event-stream', 9, '\n', false],
])('%s', async (_, type, parts, between, isWhole) => {
  const url = await serveHttp(async () => new Response(body(parts, between), { headers: { 'content-type': type } }));
  const read = limitedFetch(url).then((response) => response.text());
  if (isWhole) expect((await read).length).toBe(parts * (mebibyte.length + 6 + between.length));
  else await expect(read).rejects.toThrow();
});
