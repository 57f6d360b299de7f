/** Reads the URL of a page in the form that a model provides. Pure. */
import type { Result } from '../../contracts/result.ts';

const maxLength = 2_000;

/** The URL, with its host in normalised form and without a fragment; or what is wrong with it. */
export function readUrl(text: string, base?: URL): Result<URL> {
  const trimmed = text.trim();
  if (trimmed.length > maxLength)
    return { ok: false, error: `an address may have at most ${maxLength} characters; this one has ${trimmed.length}` };
  const url = URL.parse(trimmed, base?.href);
  if (!url) return { ok: false, error: `${JSON.stringify(trimmed.slice(0, 200))} is not a full address, such as https://example.org/page` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { ok: false, error: `only http and https can be fetched, not ${url.protocol}` };
  if (url.username !== '' || url.password !== '')
    return { ok: false, error: 'an address with a user name or a password in it is not fetched' };
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.hostname === '' || url.hostname.endsWith('.') ? { ok: false, error: 'its host is not a name' } : { ok: true, value: url };
}

/** The host: an IP address without brackets, or a name. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');
