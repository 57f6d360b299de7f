/** Certificates that the person's variables name are shown, but nothing else is shown because of these variables. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHome, triedBy, users } from '../../../../test/support/contained.ts';

describe.each(users)('for %s', (user) => {
  let elsewhere = '';
  beforeAll(() => {
    elsewhere = mkdtempSync('/tmp/artoo-certificates-'); // a command has a /tmp of its own
    chmodSync(elsewhere, 0o755);
    mkdirSync(join(elsewhere, 'certs'));
    for (const name of ['ca.pem', 'other.pem', 'certs/company.pem']) writeFileSync(join(elsewhere, name), `${name}\n`, { mode: 0o666 });
    symlinkSync('ca.pem', join(elsewhere, 'current.pem'));
  });
  afterAll(() => rmSync(elsewhere, { recursive: true }));

  test.each(triedBy(user, ['overlay', 'copy', 'read-only'] as const))(
    'a file and a folder are shown read-only, and not what is beside them (%s)',
    async (from) => {
      const variables = { SSL_CERT_FILE: join(elsewhere, 'current.pem'), SSL_CERT_DIR: `/nowhere:${join(elsewhere, 'certs')}` };
      const read = `cat "$SSL_CERT_FILE" ${elsewhere}/certs/company.pem; cat ${elsewhere}/other.pem`;
      expect((await newHome(user).run(read, { from, variables })).output).toMatch(
        /^ca\.pem\ncerts\/company\.pem\ncat: .*other\.pem: No such file/,
      );
      const { output, effects } = await newHome(user).run(`echo x >> "$SSL_CERT_FILE"`, { from, variables });
      expect({ output, effects }).toEqual({ output: expect.stringMatching(/Read-only file system|Permission denied/), effects: [] });
    },
  );

  test('a variable that names a secret opens nothing', async () => {
    const home = newHome(user);
    const variables = { SSL_CERT_FILE: join(home.path, '.ssh/id'), SSL_CERT_DIR: '/', CURL_CA_BUNDLE: join(home.path, '.artoo') };
    const { output } = await home.run('cat "$SSL_CERT_FILE"; cat "$CURL_CA_BUNDLE"/log; ls /root /var/log', { variables });
    expect(output).not.toMatch(/PRIVATE|JOURNAL|dpkg/);
    expect(output).toMatch(/Permission denied/);
  });
});
