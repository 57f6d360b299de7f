import { describe, expect, test } from 'vitest';
import { failedCall } from './failed-call.ts';
import { httpFailureOf } from './http-failure.ts';

/** Errors as `fetch` and the protocol's module wrap them. */
const wrapped = (parts: object) => {
  const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('of the system'), parts) });
  return Object.assign(new Error('Version negotiation probe failed: fetch failed', { cause }), { code: 'ERA_NEGOTIATION_FAILED' });
};
const answered = (status: number, text = '') => Object.assign(new Error('Error POSTing to endpoint'), { status, data: { status, text } });

describe('a failure is recognised', () => {
  test.each([
    ['ENOTFOUND', 'unknown_host', 'network'],
    ['EAI_AGAIN', 'offline', 'network'],
    ['ECONNREFUSED', 'not_listening', 'network'],
    ['ECONNRESET', 'closed', 'network'],
    ['UND_ERR_CONNECT_TIMEOUT', 'slow', 'timeout'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted_certificate', 'network'],
    ['CERT_HAS_EXPIRED', 'outdated_certificate', 'network'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'other_certificate', 'network'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'no_https', 'network'],
    ['CLIENT_HTTP_UNEXPECTED_CONTENT', 'no_mcp', 'failed'],
  ])('by the code %s', (code, kind, of) => {
    expect(httpFailureOf(wrapped({ code }))).toMatchObject({ kind, class: of });
    expect(failedCall('notes', wrapped({ code })).error?.class).toBe(of);
  });

  test.each([
    [302, 'redirected', 'failed'],
    [400, 'refused', 'failed'],
    [403, 'denied', 'permission'],
    [404, 'missing', 'not_found'],
    [429, 'busy', 'rate_limit'],
    [503, 'broken', 'failed'],
  ])('by the status %i', (status, kind, of) => {
    expect(httpFailureOf(answered(status))).toMatchObject({ kind, class: of });
  });

  test.each([
    ['an error of the protocol', Object.assign(new Error('no such tool'), { code: 404 })],
    ['one that says who should sign in', Object.assign(new Error('it wants you to sign in'), { status: 401 })],
    ['what is no error', 'x'],
  ])('%s has words of its own', (_, error) => {
    expect(httpFailureOf(error)).toBeUndefined();
  });
});

describe('the words', () => {
  test.each<[string, unknown, string]>([
    ['quote what the server said, on one line', answered(403, 'IP not\nallowed'), 'notes: it denies access (HTTP 403): IP not allowed'],
    ['quote no page', answered(502, '<html>bad gateway</html>'), 'notes: it reports an error of its own (HTTP 502)'],
    ['are those of the cause, where its code is not known', wrapped({ code: 'EODD' }), 'notes: of the system'],
    ['are those of the server, where it is an error of the protocol', new Error('no such tool'), 'notes: no such tool'],
  ])('%s', (_, error, message) => {
    expect(failedCall('notes', error).error?.message).toBe(message);
  });
});
