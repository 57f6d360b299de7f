/** What a step used: as reported by the server, otherwise an upper estimate. */
import { addUsage, type Usage } from '../../contracts/usage.ts';
import type { Completion } from '../http/exchange.ts';
import type { Price, TokenCounts } from './price.ts';

/** What all attempts at a step used. `add` returns the amount that it added. */
export type Bill = { add(used: TokenCounts, estimated: boolean): Usage; total(): Usage };

export function createBill(model: string, price: Price | undefined): Bill {
  let sum: Usage | undefined;
  return {
    add(used, estimated) {
      const usd = price?.usd(used);
      const { input_tokens, output_tokens } = used;
      const added: Usage = { input_tokens, output_tokens, ...(usd !== undefined && { usd }), model, ...(estimated && { estimated }) };
      sum = sum ? addUsage(sum, added) : added;
      return added;
    },
    total: () => sum ?? { input_tokens: 0, output_tokens: 0, model },
  };
}

/** What was used, and whether this is an estimate: without a report, the maximum counts, but with no more output tokens than bytes received. */
export function usageOf(
  { usage: { inputTokens, outputTokens }, content }: Completion,
  most: TokenCounts,
  receivedBytes: number,
): [TokenCounts, boolean] {
  const input = counted(inputTokens.total);
  const output = counted(outputTokens.total);
  const isKnown = input > 0 && (output > 0 || content.length === 0);
  return [
    {
      input_tokens: input || most.input_tokens,
      output_tokens: isKnown || output > 0 ? output : Math.min(receivedBytes, most.output_tokens),
      cache_read_tokens: counted(inputTokens.cacheRead),
      cache_write_tokens: counted(inputTokens.cacheWrite),
    },
    !isKnown,
  ];
}

/** Servers report all kinds of numbers, including NaN and negative ones. */
const counted = (tokens: number | undefined): number =>
  Number.isSafeInteger(Math.ceil(tokens ?? 0)) ? Math.max(0, Math.ceil(tokens ?? 0)) : 0;
