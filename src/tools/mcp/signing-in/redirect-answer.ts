/** Reads the address at which a browser arrives after signing in. Pure. */
import { visible } from '../../../contracts/text/visible.ts';

export type RedirectAnswer =
  | { readonly code: string; readonly iss: string | undefined }
  /** The authorization server refused, in its own words. */
  | { readonly refusal: string }
  /** The answer does not belong to this attempt to sign in, and is ignored. */
  | { readonly stranger: string };

/** `redirect`: the address to which the browser should be sent. `state`: a value that is known only to this attempt to sign in. */
export function readAnswer(address: string, redirect: string, state: string): RedirectAnswer {
  const [url, wanted] = [URL.parse(address.trim()), new URL(redirect)];
  if (url === null || url.origin !== wanted.origin || url.pathname !== wanted.pathname)
    return { stranger: `this is not the address of that page, which begins with ${redirect}` };
  const { state: given, code, error, ...rest } = singles(url.searchParams);
  if (given !== state) return { stranger: 'this address belongs to another sign-in attempt' };
  if (error !== undefined) return { refusal: visible([error, rest.error_description].filter(Boolean).join(': ').slice(0, 300)) };
  return code === undefined || code === '' ? { stranger: 'there is no code in this address' } : { code, iss: rest.iss };
}

/** A parameter that occurs twice counts as absent, because it is unclear which value is meant. */
function singles(parameters: URLSearchParams): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries([...parameters].filter(([name]) => parameters.getAll(name).length === 1));
}
