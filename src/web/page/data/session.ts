/** How the page comes by its secret: the token of the address is good once; the secret stays in this tab. */
import { ArtooError } from '../../../contracts/errors.ts';
import { enter } from '../../client/connect-drive.ts';

const [name, folderName] = ['artoo-secret', 'artoo-folder'];

/** Rejects with `client_refused` where there is neither a token nor a secret, and as `enter` does. */
export async function secretOfPage(): Promise<string> {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get('token');
  if (token !== null) {
    history.replaceState(null, '', '#/'); // not in the history, and not sent anywhere
    const secret = await enter(location.origin, token);
    sessionStorage.setItem(name, secret);
    sessionStorage.setItem(folderName, given.get('in') ?? '');
    return secret;
  }
  const kept = sessionStorage.getItem(name);
  if (kept === null) throw new ArtooError('client_refused', 'This page was opened without the address that `artoo serve` printed');
  return kept;
}

/** The server does not know it any more. */
export const forgetSecret = (): void => sessionStorage.removeItem(name);

/** The folder that the server suggests for a first task; empty where it suggests none. */
export const suggestedFolder = (): string => sessionStorage.getItem(folderName) ?? '';
