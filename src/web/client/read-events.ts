/** Server-sent events in the bytes of a response. Runs in browsers too. */
import type { StreamEvent } from '../wire.ts';

/**
 * Comments and fields other than `event` and `data` are left out, and so is an incomplete last event. `onBytes` is called whenever something arrives.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      onBytes();
      const events = (rest + decoder.decode(step.value, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const read = eventIn(event);
        if (read) yield read;
      }
    }
  } finally {
    await reader.cancel().catch(() => {}); // in either case the response is no longer needed
  }
}

function eventIn(text: string): StreamEvent | undefined {
  const fields = new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
  const [event, data] = [fields.get('event'), fields.get('data')];
  return event === undefined || data === undefined ? undefined : ({ event, data: JSON.parse(data) } as StreamEvent); // the server of the same build wrote the data
}
