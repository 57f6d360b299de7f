/** The other end of a server that speaks JSON-RPC over pipes. */
import type { PassThrough } from 'node:stream';

/** The client's end without any library, for input that no library would send: one line each, and the messages that come back. */
export function rawClient({ input, output }: { readonly input: PassThrough; readonly output: PassThrough }) {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const [last = '', ...whole] = (rest + text).split('\n').toReversed();
    rest = last;
    lines.push(...whole.toReversed());
    for (const wake of waiting) wake();
  });
  type Reply = { readonly id?: unknown; readonly result?: unknown; readonly error?: { readonly code: number } };
  const found: Reply[] = [];
  let read = 0;
  return {
    lines,
    send: (line: string) => void input.write(`${line}\n`),
    request: (id: number, method: string, params: object) =>
      void input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`),
    /** Resolves with all replies, once there are this many. */
    async replies(many: number): Promise<readonly Reply[]> {
      for (;;) {
        for (; read < lines.length; read += 1) {
          const message = JSON.parse(lines[read] ?? '') as Reply;
          if ('id' in message && !('method' in message)) found.push(message);
        }
        if (found.length >= many) return [...found];
        await new Promise<void>((resolve) => waiting.add(resolve));
        waiting.clear();
      }
    },
  };
}
