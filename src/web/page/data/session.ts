/** How the page gets its secret: the token in the address is valid once; the secret stays in this tab. */
import { ArtooError } from '../../../contracts/errors.ts';
import { enter } from '../../client/connect-drive.ts';

const [name, folderName] = ['artoo-secret', 'artoo-folder'];

/** Rejects with `client_refused` if there is neither a token nor a secret, and as `enter` does. */
export async function secretOfPage(): Promise<string> {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get('token');
  if (token !== null) {
    history.replaceState(null, '', '#/'); // so that it is not in the history and is not sent anywhere
    const secret = await enter(location.origin, token);
    sessionStorage.setItem(name, secret);
    sessionStorage.setItem(folderName, given.get('in') ?? '');
    return secret;
  }
  const kept = sessionStorage.getItem(name);
  if (kept === null) throw new ArtooError('client_refused', 'This page was opened without the address that `artoo serve` printed');
  return kept;
}

/** For a secret that the server no longer accepts. */
export const forgetSecret = (): void => sessionStorage.removeItem(name);

/** The folder that the server suggests for a first task; empty if it suggests none. */
export const suggestedFolder = (): string => sessionStorage.getItem(folderName) ?? '';
