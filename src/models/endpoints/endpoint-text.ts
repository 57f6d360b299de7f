/** An endpoint as written in flags, variables and files: `[provider:]model[@base_url]`. Pure. */
import { nearest } from '../../contracts/text/nearest.ts';
import { baseUrl } from './base-url.ts';
import { type ProviderName, providerNamed, providerNames, providers } from './providers.ts';

export type EndpointParts = { readonly provider?: ProviderName; readonly model?: string; readonly base_url?: string };

export type EndpointText = { readonly ok: true; readonly endpoint: EndpointParts } | { readonly ok: false; readonly error: string };

/** `beside` is a base URL that is set separately. A parsed text has at least one part; its base URL is valid, but kept as written. */
export function readEndpointText(text: string, beside?: string): EndpointText {
  const written = text.trim();
  const fault = faultOf(written);
  if (fault !== undefined) return { ok: false, error: fault };
  const { front, base_url } = split(written);
  const { provider, model } = parts(front, base_url ?? beside);
  const slip = provider === undefined && base_url === undefined && beside === undefined ? unknownProvider(front) : undefined;
  if (slip !== undefined) return { ok: false, error: slip };
  const url = base_url === undefined ? undefined : baseUrl(base_url, provider ? providers[provider].protocol : 'openai');
  if (url && !url.ok) return { ok: false, error: front === '' ? url.error : `has a base URL that ${url.error}` };
  return { ok: true, endpoint: { ...(provider && { provider }), ...(model && { model }), ...(base_url && { base_url }) } };
}

function faultOf(text: string): string | undefined {
  if (text === '') return 'is empty; gpt-5.4-mini or ollama:qwen3:8b would do';
  if (text.length > 2_500) return 'is too long for a model name';
  if (/[\s\p{C}]/u.test(text)) return 'must not contain spaces or control characters';
  if (text.endsWith('@')) return 'ends with @; a base URL must follow it, as in my-model@http://gpu:8000/v1';
  return undefined;
}

const scheme = /^[a-z][a-z\d+.-]*:\/\//i;
const thisMachine = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d+)?(?:\/|$)/i;
const hostAndPort = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?:\d{1,5}(?:\/|$)/i;
const looksLikeUrl = (text: string): boolean => scheme.test(text) || thisMachine.test(text) || hostAndPort.test(text);

/** Splits at the first @ that is followed by a URL: model names may contain an @, and so may URLs, which are then rejected as a whole. */
function split(text: string): { readonly front: string; readonly base_url?: string } {
  if (scheme.test(text) || thisMachine.test(text)) return { front: '', base_url: text };
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const base_url = text.slice(at + 1);
    if (looksLikeUrl(base_url)) return { front: text.slice(0, at), base_url };
  }
  return { front: text };
}

function parts(front: string, base_url: string | undefined): { readonly provider?: ProviderName | undefined; readonly model?: string } {
  const [, prefix = front, model = ''] = /^([^:]*):(.*)$/.exec(front) ?? [];
  const provider = providerNamed(prefix);
  if (provider && (base_url === undefined || isMoreThanAddress(provider))) return { provider, model };
  return { model: front };
}

/** With an address other than Mistral's, `mistral:7b` is a model. Local servers, which can be anywhere, and protocol names stay providers. */
const isMoreThanAddress = (provider: ProviderName): boolean => providers[provider].local || provider === providers[provider].protocol;

/** Without an address, a word before the first colon must be a provider, unless the text after it is a tag, as in `qwen3:8b`. */
function unknownProvider(front: string): string | undefined {
  const [, word, rest = ''] = /^([a-z][a-z-]*):(.+)$/i.exec(front) ?? [];
  if (word === undefined || tag.test(rest)) return undefined;
  const known = `${providerNames.slice(0, -1).join(', ')} and ${providerNames.at(-1)}`;
  const close = nearest(word, providerNames);
  const meant = close === undefined ? '' : `did you mean ${close}? `;
  return `names the provider "${word}", which is unknown; ${meant}the known providers are ${known}. Write any other server as ${rest}@http://host:8000/v1`;
}

const tag = /^(?:[\d.]+[a-z]*|latest|free|thinking|online|nitro|beta|instruct|chat|base|text|mini|q\d|fp?\d)(?:[-_.:].*)?$/i;
