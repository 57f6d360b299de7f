/** Who may connect: a token is valid once, for a few minutes, and is exchanged for the secret that every request carries. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a token is valid. */
const tokenMs = 10 * 60_000;

export type Admission = {
  /** A token for the URL; earlier ones become invalid. */
  newToken(): string;
  /** The secret, for a valid token, which then becomes invalid. */
  enter(token: string): string | undefined;
  knows(secret: string): boolean;
};

export function createAdmission(now: () => number = () => performance.now()): Admission {
  const secret = randomName();
  let open: { readonly token: string; readonly until: number } | undefined;
  return {
    newToken() {
      const token = randomName();
      open = { token, until: now() + tokenMs };
      return token;
    },
    enter(token) {
      if (!open || now() > open.until || !isSame(token, open.token)) return undefined;
      open = undefined;
      return secret;
    },
    knows: (given) => isSame(given, secret),
  };
}

/** 256 random bits, as text that can be part of a URL or a header. */
export const randomName = (): string => randomBytes(32).toString('base64url');

/** Compares in the same time for any input: both sides are hashed first, so that lengths are equal. */
const isSame = (given: string, kept: string): boolean => timingSafeEqual(hashOf(given), hashOf(kept));
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
