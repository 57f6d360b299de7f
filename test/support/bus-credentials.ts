/**
 * The configuration of a server with TLS or accounts: certificates of a CA made for the test, and `.creds` files signed by an operator made for the
 * test.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { scratch } from './scratch.ts';

export type Certificates = { readonly ca: string; readonly cert: string; readonly key: string };

/** A CA, and a certificate that it signed for these names; the paths of the PEM files. */
export function certificatesFor(names: string): Certificates {
  const cwd = scratch();
  const openssl = (...args: readonly string[]): void =>
    void execFileSync(
      'openssl',
      ['req', '-x509', '-days', '2', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...args],
      {
        ...{ cwd, stdio: 'ignore' },
      },
    );
  openssl('-subj', '/CN=the CA', '-keyout', 'ca-key.pem', '-out', 'ca.pem', '-addext', 'basicConstraints=critical,CA:TRUE');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-addext', 'basicConstraints=critical,CA:FALSE'];
  openssl('-subj', '/CN=one', '-keyout', 'key.pem', '-out', 'cert.pem', ...signed, '-addext', `subjectAltName=${names}`);
  return { ca: join(cwd, 'ca.pem'), cert: join(cwd, 'cert.pem'), key: join(cwd, 'key.pem') };
}

/** The configuration of a server with one account, and the path of the credentials of one of its users. */
export function accountServer(): { readonly config: string; readonly credentials: string } {
  const [operator, account, system, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createAccount(), nkeys.createUser()];
  const signed = (by: nkeys.KeyPair, of: nkeys.KeyPair, type: string, more: object = {}) => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { jti: randomUUID(), iat: now, iss: by.getPublicKey(), sub: of.getPublicKey(), name: type };
    const body = [
      { typ: 'JWT', alg: 'ed25519-nkey' },
      { ...claims, nats: { type, version: 2, ...more } },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${body}.${Buffer.from(by.sign(Buffer.from(body))).toString('base64url')}`;
  };
  const open = { subs: -1, data: -1, payload: -1 };
  const limits = { ...open, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const stores = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const accounts = [
    [system, signed(operator, system, 'account', { limits })],
    [account, signed(operator, account, 'account', { limits: { ...limits, ...stores } })],
  ] as const;
  const preload = accounts.map(([pair, jwt]) => `  ${pair.getPublicKey()}: ${jwt}`);
  const credentials = join(scratch(), 'user.creds');
  writeFileSync(credentials, new TextDecoder().decode(credsOf(signed(account, user, 'user', open), user)));
  return {
    config: `operator: ${signed(operator, operator, 'operator')}\nsystem_account: ${system.getPublicKey()}\nresolver: MEMORY\nresolver_preload: {\n${preload.join('\n')}\n}`,
    credentials,
  };
}

function credsOf(jwt: string, user: nkeys.KeyPair): Uint8Array {
  const seed = new TextDecoder().decode(user.getSeed());
  const part = (name: string, text: string) => `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n\n`;
  return new TextEncoder().encode(`${part('NATS USER JWT', jwt)}${part('USER NKEY SEED', seed)}`);
}
