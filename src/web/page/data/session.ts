/** How the page comes by its secret: the token of the address is good once; the secret stays in this tab. */
import { ArtooError } from '../../../contracts/errors.ts';
import { enter } from '../../client/connect-drive.ts';

const name = 'artoo-secret';

/** Rejects with `client_refused` where there is neither a token nor a secret, and as `enter` does. */
export async function secretOfPage(): Promise<string> {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (token !== undefined) {
    history.replaceState(null, '', '#/'); // not in the history, and not sent anywhere
    const secret = await enter(location.origin, token);
    sessionStorage.setItem(name, secret);
    return secret;
  }
  const kept = sessionStorage.getItem(name);
  if (kept === null) throw new ArtooError('client_refused', 'This page was opened without the address that `artoo serve` printed');
  return kept;
}

/** The server does not know it any more. */
export const forgetSecret = (): void => sessionStorage.removeItem(name);
