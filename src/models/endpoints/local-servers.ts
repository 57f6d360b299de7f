/** Which of the well-known local model servers are running. */
import { listModels, type Patience } from './model-list.ts';
import { providers } from './providers.ts';

export type LocalServer = { readonly provider: LocalProvider; readonly base_url: string; readonly models: readonly string[] };

const localProviders = ['ollama', 'lmstudio', 'llamacpp'] as const;
type LocalProvider = (typeof localProviders)[number];

export type LocalSearch = Patience & { readonly ports?: Readonly<Partial<Record<LocalProvider, number>>> };

/** The local servers that are running, all queried at once. Other programs on these ports do not count. */
export async function findLocalServers({ ports = {}, timeoutMs = 400, ...patience }: LocalSearch): Promise<readonly LocalServer[]> {
  const asked = localProviders.map(async (provider): Promise<readonly LocalServer[]> => {
    const port = ports[provider];
    const base_url = port === undefined ? providers[provider].base_url : `http://127.0.0.1:${port}/v1`;
    const found = await listModels({ protocol: 'openai', base_url, api_key: undefined }, { ...patience, timeoutMs });
    return found.ok ? [{ provider, base_url, models: found.models }] : [];
  });
  return (await Promise.all(asked)).flat();
}
