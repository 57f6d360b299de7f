import { describe, expect, test } from 'vitest';
import { accountServer, type Certificates, certificatesFor } from '../../test/support/bus-credentials.ts';
import { type NatsServer, startNats } from '../../test/support/nats.ts';
import { isProof } from '../../test/support/sample.ts';
import { type BusFiles, busAddress } from '../laws/network/bus-address.ts';
import { openBus } from './bus.ts';

/** Whether the server lets a client in, or why not. */
async function signIn(url: string, files: BusFiles = {}): Promise<'in' | string> {
  try {
    await using bus = await openBus(busAddress(url, files));
    return bus.connection.isClosed() ? 'closed' : 'in';
  } catch (error) {
    return String(error);
  }
}

const overTls = ({ url }: NatsServer, host = '127.0.0.1') => url.replace('nats:', 'tls:').replace('127.0.0.1', host);
const tls = ({ cert, key, ca }: Certificates, more = '') => `tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${ca}"${more} }`;

describe('a server with TLS', () => {
  test('is joined with the CA that signed its certificate, by name and by address; without it, a person is told what is missing', async () => {
    const own = certificatesFor('IP:127.0.0.1,DNS:localhost');
    const server = await startNats(tls(own));
    const { ca } = own;
    expect(await signIn(overTls(server), { ca })).toBe('in');
    expect(await signIn(overTls(server, 'localhost'), { ca })).toBe('in');
    expect(await signIn(server.url, { ca })).toBe('in'); // a `ca` implies TLS
    for (const url of [overTls(server), server.url])
      expect(await signIn(url)).toMatch(/an authority that this machine does not trust.*`ca`/);
    expect(await signIn(overTls(server), { ca: certificatesFor('DNS:localhost').ca })).toMatch(/does not trust/);
    expect(await signIn(overTls(server), { ca: '/nonexistent/ca.pem' })).toMatch(/cannot read \/nonexistent\/ca\.pem.*ENOENT/);
  });

  test('that answers for another name is not joined', async () => {
    const own = certificatesFor('DNS:elsewhere.example');
    const server = await startNats(tls(own));
    for (const host of ['127.0.0.1', 'localhost']) expect(await signIn(overTls(server, host), own)).toMatch(/for another name/);
  });

  test('that wants a certificate of the client gets it', async () => {
    const own = certificatesFor('IP:127.0.0.1');
    const server = await startNats(tls(own, ', verify: true'));
    expect(await signIn(overTls(server), own)).toBe('in');
    expect(await signIn(overTls(server), { ca: own.ca, cert: own.cert })).toMatch(/needs its key/);
    if (isProof) expect(await signIn(overTls(server), { ca: own.ca })).toMatch(/only clients with a certificate.*`cert` and `key`/); // takes 10 s
  });

  test('is what tls:// insists on', async () => {
    expect(await signIn(overTls(await startNats()))).toMatch(/offers no TLS/);
  });
});

test.each([
  ['user', 'authorization { user: me, password: "p:w" }', 'me:p%3Aw@', ['', 'me:wrong@', 'p%3Aw@']],
  ['token', 'authorization { token: "a-token" }', 'a-token@', ['', 'another@', 'me:a-token@']],
] as const)('a server that wants a %s takes the right one, and no error shows what was tried', async (_, config, right, others) => {
  const { url } = await startNats(config);
  expect(await signIn(url.replace('//', `//${right}`))).toBe('in');
  for (const other of others) {
    const answer = await signIn(url.replace('//', `//${other}`));
    expect(answer).toMatch(/refuses these credentials/);
    expect(answer).not.toMatch(/p:w|p%3Aw|wrong|token|another/);
  }
});

test('a server with accounts takes the .creds file of one of its users, and no other file', async () => {
  const { config, credentials } = accountServer();
  const { url } = await startNats(config);
  expect(await signIn(url, { credentials })).toBe('in');
  expect(await signIn(url, { credentials: accountServer().credentials })).toMatch(/refuses these credentials/);
  expect(await signIn(url)).toMatch(/refuses these credentials/);
  expect(await signIn(url, { credentials: certificatesFor('DNS:localhost').key })).toMatch(/contains none/);
  expect(await signIn(url, { credentials: '/nonexistent/me.creds' })).toMatch(/cannot read \/nonexistent\/me\.creds/);
});
