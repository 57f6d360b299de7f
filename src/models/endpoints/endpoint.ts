/** Where a model is: everything that a call needs, read once from the configuration. */

/** The wire protocols we speak. */
export type Protocol = 'openai' | 'anthropic' | 'google';

/** A model at an address, which is the root of the API (`https://api.openai.com/v1`) without a trailing slash. */
export type Endpoint = {
  readonly protocol: Protocol;
  readonly base_url: string;
  readonly model: string;
  readonly api_key: string | undefined;
  readonly max_output_tokens: number;
  /** For all attempts at one step in total. */
  readonly timeout_ms: number;
  /** What the person says that its tokens cost; overrides the table of prices. */
  readonly price?: TokenPrice;
};

/** In US dollars per million tokens. */
export type TokenPrice = { readonly input: number; readonly output: number };

export const defaultMaxOutputTokens = 8_192;
export const defaultTimeoutMs = 300_000;

/** The address as shown to people: without query and credentials. */
export function addressOf({ base_url }: Endpoint): string {
  const url = URL.parse(base_url);
  return url ? `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}` : 'an invalid address';
}

/** The model's name as shown to people. */
export const nameOf = (endpoint: Endpoint): string => `${endpoint.model} at ${addressOf(endpoint)}`;
