/** The providers that can be named. A provider is an address with a protocol; any other server that speaks one of these protocols works by its base URL. */
import type { Protocol } from './endpoint.ts';

export type Provider = {
  readonly protocol: Protocol;
  readonly base_url: string;
  /** The environment variables for the provider's key; the first that is set counts. Empty if no key is needed. */
  readonly key_env: readonly string[];
  /** The environment variable for a different address, which then receives the key. */
  readonly address_env?: string;
  /** The default model; if absent, the server is asked for its models. */
  readonly starter_model?: string;
  /** Whether the server runs on this machine by default. */
  readonly local: boolean;
};

const remote = (protocol: Protocol, base_url: string, ...key_env: readonly string[]) => ({ protocol, base_url, key_env, local: false });
const local = (port: number) => ({ protocol: 'openai', base_url: `http://127.0.0.1:${port}/v1`, key_env: [], local: true }) as const;

const table = {
  // A starter model has a known price, will stay available, and takes tools without further settings (OpenAI's later models do not over chat completions).
  openai: {
    ...remote('openai', 'https://api.openai.com/v1', 'OPENAI_API_KEY'),
    address_env: 'OPENAI_BASE_URL',
    starter_model: 'gpt-5.4-mini',
  },
  anthropic: {
    ...remote('anthropic', 'https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY'),
    address_env: 'ANTHROPIC_BASE_URL',
    starter_model: 'claude-sonnet-5',
  },
  google: {
    ...remote('google', 'https://generativelanguage.googleapis.com/v1beta', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'),
    starter_model: 'gemini-3.6-flash',
  },
  openrouter: remote('openai', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'),
  groq: remote('openai', 'https://api.groq.com/openai/v1', 'GROQ_API_KEY'),
  mistral: remote('openai', 'https://api.mistral.ai/v1', 'MISTRAL_API_KEY'),
  deepseek: remote('openai', 'https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY'),
  xai: remote('openai', 'https://api.x.ai/v1', 'XAI_API_KEY'),
  ollama: local(11434),
  lmstudio: local(1234),
  llamacpp: local(8080),
} as const satisfies Record<string, Provider>;

export type ProviderName = keyof typeof table;

export const providers: Readonly<Record<ProviderName, Provider>> = table;

export const providerNames = Object.keys(table) as readonly ProviderName[]; // the keys of the literal above

/** The provider with this name, ignoring case. */
export function providerNamed(name: string): ProviderName | undefined {
  const plain = name.toLowerCase();
  return providerNames.find((known) => known === plain);
}

/** The provider whose server has this base URL, by scheme, host and port; all names for this machine count as equal. Google's OpenAI-compatible API does not count as Google. */
export function providerAt(base_url: string): ProviderName | undefined {
  const origin = URL.parse(base_url)?.origin.replace(/^http:\/\/(?:localhost|\[::1\])(?=:|$)/, 'http://127.0.0.1');
  return providerNames.find(
    (name) => URL.parse(providers[name].base_url)?.origin === origin && !(name === 'google' && base_url.includes('/openai')),
  );
}

/** The provider of a model, if the model's name is unambiguous. */
export function providerOfModel(model: string): ProviderName | undefined {
  if (/^claude/i.test(model)) return 'anthropic';
  if (/^gemini/i.test(model)) return 'google';
  return /^gpt-\d/i.test(model) ? 'openai' : undefined;
}
