/** What tokens cost, from a table that comes with a package. No prices are fetched. */
import { isLoopback } from '../endpoints/base-url.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { providerAt, providers } from '../endpoints/providers.ts';

export type TokenCounts = {
  /** Includes tokens read from and written to a cache. */
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens?: number;
  readonly cache_write_tokens?: number;
};

/** The cost never falls as the number of tokens rises. */
export type Price = { usd(usage: TokenCounts): number };

const free: Price = { usd: () => 0 };

/** Undefined if unknown. The well-known local servers cost nothing, except for models that they run in a cloud. */
export async function priceOf({ base_url, model, price }: Pick<Endpoint, 'base_url' | 'model' | 'price'>): Promise<Price | undefined> {
  if (price) return { usd: ({ input_tokens, output_tokens }) => (input_tokens * price.input + output_tokens * price.output) / 1e6 };
  if (isLocal(base_url) && !/[:-]cloud$/.test(model)) return free;
  if (isLoopback(base_url)) return undefined; // this may be a gateway or a tunnel to a paid service
  const { calcPrice, findProvider } = await import('@pydantic/genai-prices');
  const provider = findProvider({ providerApiUrl: base_url });
  if (!provider) return undefined;
  const usd = (usage: TokenCounts) => calcPrice(sound(usage), model, { providerId: provider.id })?.total_price;
  if (usd({ input_tokens: 1, output_tokens: 1 }) === undefined) return undefined;
  return { usd: (usage) => usd(usage) ?? 0 };
}

/** Corrects counts that the table would reject: more cached tokens than input tokens. */
function sound({ input_tokens, output_tokens, cache_read_tokens = 0, cache_write_tokens = 0 }: TokenCounts): Record<string, number> {
  const read = Math.min(cache_read_tokens, input_tokens);
  const written = Math.min(cache_write_tokens, input_tokens - read);
  return { input_tokens, output_tokens, cache_read_tokens: read, cache_write_tokens: written };
}

function isLocal(base_url: string): boolean {
  const provider = providerAt(base_url);
  return provider !== undefined && providers[provider].local;
}
