/** The address that a server prints, and the place in the page that goes with it. Pure. */
import { addressOf, routeIn } from './route.ts';

/** What the page gets from the fragment of an address: a token that is valid once, the folder of the server, and where to go. */
export type Given = { readonly token: string; readonly folder: string; readonly place: string };

/** Undefined for a fragment without a token. */
export function givenIn(fragment: string): Given | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = given.get('token');
  return token === null ? undefined : { token, folder: given.get('in') ?? '', place: placeIn(given.get('at') ?? '') };
}

/** A place of this page, for any text. */
export const placeIn = (fragment: string): string => addressOf(routeIn(fragment));

/** The address with the place to continue at; undefined for a text that is not such an address. */
export function addressAt(pasted: string, place: string): string | undefined {
  const text = pasted.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !givenIn(url.hash)) return undefined;
  return `${url.href}&at=${encodeURIComponent(placeIn(place))}`;
}
