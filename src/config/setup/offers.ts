/** The possible set-ups, given what was found on this machine. Pure. */
import type { LocalServer } from '../../models/endpoints/local-servers.ts';
import { type ProviderName, providers } from '../../models/endpoints/providers.ts';
import type { EndpointChoice } from '../config.ts';
import type { Environment } from '../config-layers.ts';

export type Found = {
  /** The providers whose key is set, each with the variable that holds it. */
  readonly keys: readonly { readonly name: ProviderName; readonly variable: string }[];
  readonly servers: readonly LocalServer[];
  /** What is configured for Codex. */
  readonly codex: EndpointChoice | undefined;
};

export type Offer = {
  /** What was found, and its place. */
  readonly what: string;
  readonly where: string;
  /** What would be saved; without a model if the person has yet to choose one. */
  readonly choice: EndpointChoice;
  /** The models to choose from, if they are known. */
  readonly models: readonly string[];
};

/** The offers, the likeliest first. No offer contains a key. */
export function offersFrom({ keys, servers, codex }: Found, env: Environment): readonly Offer[] {
  return [
    ...keys.map(({ name, variable }) => keyOffer(name, variable, env)),
    ...servers.filter(({ models }) => models.length > 0).map(localOffer),
    ...(codex && isUsable(codex, env) ? [codexOffer(codex)] : []),
  ];
}

/** The servers that run here and have no model yet, each in a sentence. */
export const idleServers = ({ servers }: Found): readonly string[] =>
  servers
    .filter(({ models }) => models.length === 0)
    .map(
      ({ provider }) =>
        `${names[provider] ?? provider} is running here, but has no model yet${provider === 'ollama' ? ': `ollama pull qwen3:8b` downloads one' : ''}.`,
    );

function localOffer({ provider, base_url, models }: LocalServer): Offer {
  const [only, ...others] = models;
  const isUsual = base_url === providers[provider].base_url;
  return {
    what: `${names[provider] ?? provider} on this machine`,
    where: base_url,
    choice: { provider, ...(isUsual ? {} : { base_url }), ...(others.length === 0 && { model: only }) },
    models,
  };
}

/** The offer for a key, at the address that is set with it. */
function keyOffer(name: ProviderName, variable: string, env: Environment): Offer {
  const { protocol, base_url, starter_model, address_env = '' } = providers[name];
  const beside = env[address_env]?.trim();
  const model = (name === 'openai' && env.OPENAI_MODEL?.trim()) || undefined;
  if (!beside) return { what: variable, where: base_url, choice: { provider: name, model: model ?? starter_model }, models: [] };
  const server = protocol === 'openai' ? { model } : { provider: name, model: starter_model };
  return { what: variable, where: beside, choice: { ...server, base_url: beside, key_env: variable }, models: [] };
}

const codexOffer = (choice: EndpointChoice): Offer => ({
  what: "Codex's config.toml",
  where: choice.base_url ?? providers[choice.provider ?? 'openai'].base_url,
  choice,
  models: [],
});

/** Whether a set-up has the key that it needs; otherwise it is not offered. */
function isUsable({ key_env, provider }: EndpointChoice, env: Environment): boolean {
  const variables = key_env !== undefined ? [key_env] : provider ? providers[provider].key_env : [];
  return variables.length === 0 || variables.some((variable) => env[variable]?.trim());
}

const names: Readonly<Partial<Record<ProviderName, string>>> = { ollama: 'Ollama', lmstudio: 'LM Studio', llamacpp: 'llama.cpp' };
