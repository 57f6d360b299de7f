/** Which server is called for which model with which key, given everything that is configured. Pure. */
import { baseUrl, isLoopback } from '../../models/endpoints/base-url.ts';
import type { Protocol } from '../../models/endpoints/endpoint.ts';
import { type ProviderName, providerAt, providerOfModel, providers } from '../../models/endpoints/providers.ts';
import type { EndpointChoice } from '../config.ts';
import type { LayerName, Sourced } from '../config-layers.ts';

/** What one source sets about an endpoint. */
export type Level = {
  readonly layer: LayerName;
  readonly choice: EndpointChoice;
  readonly from: (part: keyof EndpointChoice) => string;
  /** Whether the level applies to a single role; levels of lower precedence apply to the role's tier. */
  readonly ofRole?: boolean;
};

export type ConfiguredEndpoint = {
  /** Undefined for the server of an unknown provider. */
  readonly provider: ProviderName | undefined;
  readonly protocol: Protocol;
  readonly base_url: Sourced<string>;
  /** Undefined if the server must be asked which models it offers. */
  readonly model: Sourced<string | undefined>;
  readonly api_key: Sourced<string | undefined>;
};

/** The values of a provider's variables. */
export type ProviderVariables = {
  readonly key: (provider: ProviderName) => Sourced<string> | undefined;
  /** The address that replaces a provider's own, and to which its key then belongs. */
  readonly address: (provider: ProviderName) => Sourced<string> | undefined;
};

export type Chosen = { readonly endpoint: ConfiguredEndpoint; readonly notes: readonly string[] };

/** `levels` by precedence, highest first; `who` names the endpoint in notes. */
export function chooseEndpoint(levels: readonly Level[], variables: ProviderVariables, who: string): Chosen {
  const server = serverOf(levels, variables);
  const { provider, protocol, base_url } = server;
  const { key, notes } = keyFor(server, levels, variables, who);
  const model = modelOf(levels) ?? { value: server.starter, from: 'default' };
  return {
    endpoint: { provider, protocol, base_url, model: { value: model.value, from: model.from }, api_key: key },
    notes: [...notes, ...unencryptedKeyNote(key, base_url.value)],
  };
}

type Server = {
  readonly provider: ProviderName | undefined;
  readonly protocol: Protocol;
  readonly base_url: Sourced<string>;
  readonly starter: string | undefined;
  /** The level that names the server, and whether it does so by address. */
  readonly level: Level | undefined;
  readonly byAddress: boolean;
};

const namesServer = ({ choice }: Level): boolean => choice.provider !== undefined || choice.base_url !== undefined;

/** The provider and the base URL belong together: the first level that names either decides both. */
function serverOf(levels: readonly Level[], variables: ProviderVariables): Server {
  const byName = serverByName(variables);
  const level = levels.find(namesServer);
  const model = modelOf(levels);
  const maker = model && providerOfModel(model.value);
  if (!level) return byName(maker ?? 'openai', 'default', maker && model?.level);
  const { provider, base_url } = level.choice;
  if (base_url !== undefined) return atAddress(base_url, provider, level);
  const named = provider ?? 'openai';
  const isOverruled = model && maker && maker !== named && isMaker(named) && levels.indexOf(model.level) < levels.indexOf(level);
  return isOverruled ? byName(maker, model.from, model.level) : byName(named, level.from('provider'), level);
}

/** Providers that serve only their own models. */
const isMaker = (provider: ProviderName): boolean => provider === providers[provider].protocol;

/** A server named by its provider, at the address in the provider's variable or, without one, at the provider's own. */
const serverByName =
  ({ address }: ProviderVariables) =>
  (name: ProviderName, from: string, level: Level | undefined): Server => {
    const { protocol, base_url, starter_model } = providers[name];
    const elsewhere = address(name);
    const starter = elsewhere && protocol === 'openai' ? undefined : starter_model; // any server may speak this protocol, and have its own models
    return { provider: name, protocol, base_url: elsewhere ?? { value: base_url, from }, starter, level, byAddress: false };
  };

function atAddress(written: string, named: ProviderName | undefined, level: Level): Server {
  const provider = named ?? providerAt(rootOf(written, 'openai'));
  const { protocol, base_url, starter_model } = provider ? providers[provider] : { protocol: 'openai' as const, base_url: '' };
  const url = rootOf(written, protocol);
  const starter = url === base_url ? starter_model : undefined;
  return { provider, protocol, base_url: { value: url, from: level.from('base_url') }, starter, level, byAddress: true };
}

/** The root of an address that the schema has already checked. */
function rootOf(written: string, protocol: Protocol): string {
  const read = baseUrl(written, protocol);
  return read.ok ? read.url : written;
}

/**
 * The first model that is named, without looking beyond a level that names a server but no model, because another server's model is useless on that
 * server.
 */
function modelOf(levels: readonly Level[]): (Sourced<string> & { readonly level: Level }) | undefined {
  for (const level of levels) {
    const { provider, model } = level.choice;
    if (model !== undefined) return { value: model, from: level.from('model'), level };
    const isWhole = level.ofRole || level.layer === 'flags';
    if (provider !== undefined || (isWhole && namesServer(level))) return undefined;
  }
  return undefined;
}

type Key = { readonly key: Sourced<string | undefined>; readonly notes: readonly string[] };

const noKey: Sourced<undefined> = { value: undefined, from: 'default' };

/** The key for a server: first a key for exactly this endpoint, then a key set together with the server, then a shared key, and a project's key last. */
function keyFor(server: Server, levels: readonly Level[], variables: ProviderVariables, who: string): Key {
  const { ofProvider, kept } = providerKey(server, variables);
  if (server.byAddress && server.level?.layer === 'project') return keyForProject(server, levels, ofProvider, who);
  const withKey = levels.filter(({ choice }) => choice.api_key !== undefined);
  const usable = withKey.filter((level) => mayUse(level, server, levels, variables));
  const ofPerson = usable.filter(({ layer }) => layer !== 'project');
  const sharesKeys = server.provider === undefined || server.provider === 'openai';
  const own =
    ofPerson.find(({ ofRole }) => ofRole) ??
    ofPerson.find(({ layer }) => layer === 'flags') ??
    ofPerson.find(({ layer }) => layer === 'environment') ??
    ofPerson.find((level) => level === server.level) ??
    ofPerson.find(({ layer }) => sharesKeys || layer !== 'openai');
  const key = keyOf(own) ?? ofProvider ?? keyOf(ofPerson[0]) ?? keyOf(usable[0]) ?? noKey;
  const besideAnother = withKey.find((level) => isBesideAnother(level, server, variables))?.from('api_key') ?? kept;
  return { key, notes: notesOn(key, withKey, server, who, besideAnother) };
}

/**
 * The key in a provider's variable, which is only for the address that is set with it; if the key is withheld from another address, the name of its
 * variable.
 */
function providerKey({ provider, base_url }: Server, { key, address }: ProviderVariables) {
  const ofProvider = provider && key(provider);
  const beside = provider && address(provider);
  if (!beside || originAt(beside.value) === originAt(base_url.value)) return { ofProvider, kept: undefined };
  return { ofProvider: undefined, kept: ofProvider?.from };
}

/** A note about a key that would be sent unencrypted: once per key and address, however many roles use them. */
function unencryptedKeyNote({ value, from }: Sourced<string | undefined>, base_url: string): readonly string[] {
  if (value === undefined || !base_url.startsWith('http:') || isLoopback(base_url)) return [];
  const { host } = new URL(base_url);
  return [`the key at ${from} goes to ${host} without encryption, and anyone on the network path can read it; use https, or a tunnel`];
}

function notesOn(
  { value, from }: Sourced<string | undefined>,
  withKey: readonly Level[],
  server: Server,
  who: string,
  unused: string | undefined,
): readonly string[] {
  if (value === undefined && isLoopback(server.base_url.value)) return []; // servers on this machine need no key
  if (value === undefined)
    return unused !== undefined
      ? [`${who} has no key: the key at ${unused} is for another server; --key-env NAME sends the key in the variable NAME`]
      : [];
  const isForeign = withKey.some((level) => level.layer === 'project' && level.from('api_key') === from);
  return isForeign ? [`the key for ${who} comes from the project's file (${from}); the owner of the key may see what you ask`] : [];
}

function keyOf(level: Level | undefined): Sourced<string> | undefined {
  const value = level?.choice.api_key;
  return level && value !== undefined ? { value, from: level.from('api_key') } : undefined;
}

/** The key for a server that a project's file names: only the project's own, because anyone may have written that file. */
function keyForProject({ base_url }: Server, levels: readonly Level[], ofProvider: Sourced<string> | undefined, who: string): Key {
  const own = levels.find(({ layer, choice }) => layer === 'project' && choice.api_key !== undefined);
  const key = keyOf(own) ?? noKey;
  if (isLoopback(base_url.value)) return { key, notes: [] };
  const isWithheld = !own && (ofProvider !== undefined || levels.some(({ choice }) => choice.api_key !== undefined));
  const withheld = isWithheld
    ? '; your keys are not sent there. To trust this address, name it in a flag, a variable or your own config.yaml'
    : '';
  return { key, notes: [`${who} uses the address ${base_url.value}, which comes from the project's file (${base_url.from})${withheld}`] };
}

/**
 * Whether a key belongs to another provider: a key set together with a model that only one provider makes is for that provider, and not for an
 * address in a flag.
 */
const isOfAnotherMaker = (level: Level, server: Server): boolean =>
  server.byAddress &&
  server.level?.layer === 'flags' &&
  level !== server.level &&
  !namesServer(level) &&
  providerOfModel(level.choice.model ?? '') !== undefined;

function mayUse(level: Level, server: Server, levels: readonly Level[], variables: ProviderVariables): boolean {
  if (isOfAnotherMaker(level, server)) return false;
  if (isBesideAnother(level, server, variables) || isLedAstray(level, server, levels, variables)) return false;
  const role = levels.find(({ ofRole }) => ofRole);
  if (!role || level === role || !namesServer(role)) return true;
  return (
    originOf(
      serverOf(
        levels.filter((each) => each !== role),
        variables,
      ),
    ) === originOf(server)
  );
}

/** Whether the person's key would be sent to a different server because of the project's file. */
function isLedAstray(level: Level, server: Server, levels: readonly Level[], variables: ProviderVariables): boolean {
  if (server.level?.layer !== 'project' || level.layer === 'project') return false;
  return (
    originOf(
      serverOf(
        levels.filter(({ layer }) => layer !== 'project'),
        variables,
      ),
    ) !== originOf(server)
  );
}

/**
 * Whether a key is set together with another server. A key belongs to the server that is named with it, even if that is only implied by a model that
 * one provider makes; the shared key belongs to OpenAI, or to the address set with it.
 */
function isBesideAnother(level: Level, server: Server, variables: ProviderVariables): boolean {
  const { model } = level.choice;
  const isNamed = level.layer === 'openai' || namesServer(level) || (!server.byAddress && providerOfModel(model ?? '') !== undefined);
  return isNamed && originOf(serverOf([level], variables)) !== originOf(server);
}

const originOf = ({ base_url }: Server): string => originAt(base_url.value);
const originAt = (url: string): string => URL.parse(url)?.origin ?? url;
