/** How the page gets its secret: the token in the address is valid once; the secret stays in this tab. */
import { ArtooError } from '../../../contracts/errors.ts';
import { enter } from '../../client/connect-drive.ts';
import { givenIn, placeIn } from '../state/new-address.ts';

const [name, folderName, placeName] = ['artoo-secret', 'artoo-folder', 'artoo-place'];

/** Rejects with `client_refused` if there is no token and no secret, and as `enter` does. */
export async function secretOfPage(): Promise<string> {
  const given = givenIn(location.hash);
  if (given) {
    const place = given.place === '#/' ? placeIn(sessionStorage.getItem(placeName) ?? '') : given.place;
    history.replaceState(null, '', place); // so that the token is neither kept in the history nor sent anywhere
    const secret = await enter(location.origin, given.token);
    sessionStorage.setItem(name, secret);
    sessionStorage.setItem(folderName, given.folder);
    sessionStorage.removeItem(placeName);
    return secret;
  }
  const kept = sessionStorage.getItem(name);
  if (kept === null) throw new ArtooError('client_refused', 'This page was opened without the address that `artoo serve` printed');
  return kept;
}

/** The server no longer accepts the secret. The person's place in the page is kept for the next address. */
export function forgetSecret(): void {
  sessionStorage.removeItem(name);
  sessionStorage.setItem(placeName, location.hash);
}

/** Goes to an address; an address of this page is loaded again, so that its token is used. */
export function openAddress(address: string): void {
  location.assign(address);
}

/** If an address with a token is entered while the page is open, it is used as in a new tab. */
export const enterOnNewAddress = (): void =>
  addEventListener('hashchange', () => {
    if (givenIn(location.hash)) location.reload();
  });

/** The folder that the server suggests for a first task; empty if it suggests none. */
export const suggestedFolder = (): string => sessionStorage.getItem(folderName) ?? '';
