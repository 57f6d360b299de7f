/** The root of a server's API, from any text that a person may have copied: with or without scheme, version, operation or slash. Pure. */
import { BlockList, isIP } from 'node:net';
import { lazily } from '../../contracts/lazily.ts';
import type { Protocol } from './endpoint.ts';
import { providers } from './providers.ts';

export type BaseUrl = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly error: string };

/** Errors never quote the text, which may contain a key. */
export function baseUrl(text: string, protocol: Protocol): BaseUrl {
  const written = text.trim();
  const fault = faultOf(written);
  if (fault !== undefined) return { ok: false, error: fault };
  const url = URL.parse(hasScheme(written) ? written : `${isPrivate(written) ? 'http' : 'https'}://${written}`);
  if (!url) return { ok: false, error: 'is not a URL; https://host/v1 is one' };
  if (/^https?$/.test(url.hostname)) return { ok: false, error: 'has an extra scheme, or lacks a colon; https://host/v1 is right' };
  if (url.username !== '' || url.password !== '')
    return { ok: false, error: 'must not contain a user or a password; the key is set separately' };
  return { ok: true, url: rootOf(url, protocol) };
}

const hasScheme = (text: string): boolean => /^https?:\/\//i.test(text);

function faultOf(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.length > 2_000) return 'is too long: at most 2,000 characters';
  if (/[\s\p{C}]/u.test(text)) return 'must not contain spaces or control characters';
  if (text.includes('\\')) return 'has backslashes; a URL has slashes';
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && !/^https?$/.test(scheme)) return `starts with ${scheme.slice(0, 20)}://; ${correction(scheme)}`;
  if (scheme === undefined && /^https?:(?!\d+(?:\/|$))/i.test(text)) return 'lacks a slash: http:// has two';
  if (/^(?:https?:\/\/)?\//i.test(text)) return 'has no host; https://host/v1 has one';
  if (/[?#]/.test(text)) return 'must not contain a query (?) or a fragment (#)';
  return undefined;
}

/** A suggestion for what a typo was meant to be. */
const correction = (scheme: string): string =>
  /^(?:h\w{1,4}|t+p)s?$/.test(scheme) ? `did you mean ${scheme.endsWith('s') ? 'https' : 'http'}://?` : 'only http:// and https:// work';

/** Whether a text without a scheme starts with a loopback or private address, where certificates are rare. */
function isPrivate(text: string): boolean {
  const host = URL.parse(`http://${text}`)?.hostname.replaceAll(/[[\]]/g, '') ?? '';
  const family = isIP(host);
  return family === 0 ? /^(?:.+\.)?localhost\.?$/.test(host) : privateNets().check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether a base URL points to this machine. */
export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return /^(?:.+\.)?localhost\.?$|^127(?:\.\d+){3}$|^0\.0\.0\.0$|^\[::1?\]$/.test(host);
}

const privateRanges =
  '127.0.0.0/8 0.0.0.0/32 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 100.64.0.0/10 ::1/128 fc00::/7 fe80::/10';

const privateNets = lazily(() => {
  const nets = new BlockList();
  for (const range of privateRanges.split(' ')) {
    const [net = '', prefix] = range.split('/');
    nets.addSubnet(net, Number(prefix), isIP(net) === 4 ? 'ipv4' : 'ipv6');
  }
  return nets;
});

/** The path after the root if the URL of an operation was copied, possibly doubled. */
const operations: Readonly<Record<Protocol, RegExp>> = {
  openai: /\/chat\/completions(?:\/.*)?$|\/(?:completions|responses)$|(?<=\/v1)\/models$/i,
  anthropic: /\/messages(?:\/.*)?$|\/models$/i,
  google: /\/models(?:\/.*)?$/i,
};

function rootOf({ origin, pathname }: URL, protocol: Protocol): string {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const path = segments
    .map((segment) => `/${segment}`)
    .join('')
    .replace(operations[protocol], '')
    .replace(/(\/v\d+(?:beta)?)\1+$/i, '$1');
  const known = Object.values(providers).find(
    (provider) => provider.protocol === protocol && provider.base_url.startsWith(`${origin}${path}/`),
  );
  return known?.base_url ?? `${origin}${versioned(path, protocol)}`;
}

/** OpenAI-compatible servers use paths of many kinds, which stay unchanged; for Anthropic and Google a missing version is added. */
function versioned(path: string, protocol: Protocol): string {
  if (protocol === 'openai') return path === '' ? '/v1' : path;
  if (/\/v\d+(?:alpha|beta)?\d*$/i.test(path)) return path;
  return `${path}${protocol === 'anthropic' ? '/v1' : '/v1beta'}`;
}
