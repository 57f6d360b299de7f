import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServedProgram } from '../running/served-program.ts';
import { ChildTransport, maxMessageBytes } from './child-transport.ts';

/** A transport with pipes of its own, and what it received. */
async function piped() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  const program: ServedProgram = {
    ...{ pid: 1, input, output, ended },
    errors: () => '',
    report: () => '',
    keepAlive() {},
    end: () => end('it was stopped'),
  };
  const transport = new ChildTransport(() => program, { parse: JSON.parse, serialize: (message) => `${JSON.stringify(message)}\n` });
  const [messages, errors]: [unknown[], Error[]] = [[], []];
  transport.onmessage = (message) => void messages.push(message);
  transport.onerror = (error) => void errors.push(error);
  await transport.start();
  return { transport, output, messages, errors, end };
}

/** A text in pieces whose sizes repeat in this order. */
function* pieces(text: string, sizes: readonly number[]): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

test('messages come through whole, wherever they are cut on the way', async () => {
  const message = fc.record({
    method: fc.string({ unit: 'grapheme' }),
    params: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async (sent, sizes) => {
        const { output, messages } = await piped();
        for (const piece of pieces(sent.map((each) => `${JSON.stringify(each)}\n`).join(''), sizes)) output.write(piece);
        output.end();
        await finished(output);
        expect(messages).toEqual(sent);
      },
    ),
    { numRuns: 50 },
  );
});

test('what is not a message is reported and skipped', async () => {
  const { output, messages, errors } = await piped();
  output.write('Server listening\n\n{"a":1}\n{"b":\n{"c":3}\n');
  await expect.poll(() => messages).toEqual([{ a: 1 }, { c: 3 }]);
  expect(errors).toHaveLength(2);
});

describe('a connection ends', () => {
  test('with a line that is too long, of which nothing is kept', async () => {
    const { transport, output, messages } = await piped();
    const part = Buffer.alloc(1024 ** 2, 'a');
    for (let sent = 0; sent <= maxMessageBytes; sent += part.length) output.write(part);
    output.write('\n{"a":1}\n');
    await expect.poll(() => transport.why).toBe('it sent a message of more than 8 MiB');
    expect(messages).toEqual([]);
  });

  test('with the program, once, and nothing can be sent any more', async () => {
    const { transport, end } = await piped();
    let closed = 0;
    transport.onclose = () => {
      closed += 1;
    };
    end('it ended with exit code 1');
    await expect.poll(() => transport.why).toBe('it ended with exit code 1');
    await transport.close();
    expect(closed).toBe(1);
  });
});
