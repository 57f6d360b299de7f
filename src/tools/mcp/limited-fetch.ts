/** `fetch` for MCP over HTTP: limits how much of a response is kept in memory to the size of a message. */
import { maxMessageBytes } from './child-transport.ts';

/** The limit applies to a whole response, or to a single event in an event stream. */
export const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const { status, statusText, headers } = response;
  const limited = new Response(response.body.pipeThrough(limit(isStream)), { status, statusText, headers });
  Object.defineProperty(limited, 'url', { value: response.url }); // a response that is created in code has no URL of its own
  return limited;
};

function limit(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let held = 0;
  let isLineEmpty = true;
  return new TransformStream({
    transform(chunk, controller) {
      if (!isStream) held += chunk.length;
      else {
        for (const byte of chunk) {
          const isBreak = byte === 10 || byte === 13;
          held = isBreak && isLineEmpty ? 0 : held + 1; // an empty line ends an event
          isLineEmpty = isBreak ? byte === 10 : false;
        }
      }
      if (held > maxMessageBytes) throw new Error(`it sent a message of more than ${maxMessageBytes / 1024 ** 2} MiB`);
      controller.enqueue(chunk);
    },
  });
}
