/** Why a client could not connect to a server, for a person. Pure. */
import { errors } from '@nats-io/transport-node';

export type NotConnected = { readonly code: 'bus_denied' | 'bus_unreachable'; readonly why: string };

const unknownAuthority =
  "has a certificate from an authority that this machine does not trust: name the authority's own certificate as `ca`";

/** What Node and OpenSSL report when one side does not trust the other. */
const distrust: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|CERT_SIGNATURE_FAILURE/, unknownAuthority],
  [/CERT_HAS_EXPIRED/, 'has a certificate that has expired'],
  [/CERT_NOT_YET_VALID/, 'has a certificate that is not valid yet: compare the clocks'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'has a certificate for another name, not the one in its address'],
  [/server does not support 'tls'/, 'offers no TLS: its address begins with nats://'],
  [/unable to parse credentials/, 'needs credentials, and the file that was named contains none'],
  [/ERR_OSSL|PEM/, 'cannot be used with these certificates: one of the files is not a PEM file, or a key does not match its certificate'],
];

export function whyNotConnected(error: unknown, hasTls: boolean): NotConnected {
  const { message, code } = told(error);
  if (error instanceof errors.AuthorizationError) return { code: 'bus_denied', why: `refuses these credentials (${message})` };
  const why = distrust.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
  if (why !== undefined) return { code: 'bus_denied', why };
  const isSilent = hasTls && error instanceof errors.TimeoutError;
  return { code: 'bus_unreachable', why: `cannot be reached (${message})${isSilent ? wantsCertificate : ''}` };
}

/** The client cannot tell that the server hung up after the handshake. */
const wantsCertificate = ': this also happens if the server accepts only clients with a certificate, so name yours as `cert` and `key`';

function told(error: unknown): { readonly message: string; readonly code: string } {
  if (!(error instanceof Error)) return { message: String(error), code: '' };
  return { message: error.message, code: 'code' in error ? String(error.code) : '' };
}
