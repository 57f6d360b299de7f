import { expect, test } from 'vitest';
import { scrubbed } from './environment.ts';

test.each([
  [{ HOME: '/h', USER: 'u', LOGNAME: 'u', LANG: 'C', LC_TIME: 'C', TZ: 'UTC', TERM: 'x', TMPDIR: '/t' }, 'all'],
  [{ OPENAI_API_KEY: 'k', BASH_ENV: 'x', ENV: 'x', LD_PRELOAD: 'x', 'BASH_FUNC_ls%%': 'x', PS4: 'x', PWD: '/', IFS: 'x' }, 'none'],
  [{ XPATH: '/x', HOMEX: '/x', MY_LC_ALL: 'x', path: '/x', ['__proto__']: 'x', constructor: 'x' }, 'none'],
  [{ HOME: undefined }, 'none'],
] as const)('%o keeps %s', (environment, kept) => {
  expect(scrubbed(environment)).toEqual({ ...(kept === 'all' ? environment : {}), LC_MESSAGES: 'C' });
});

test('speaks English, whatever language the person speaks, so that errors can be read', () => {
  expect(scrubbed({ LANG: 'de_DE.UTF-8', LC_ALL: 'fr_FR.UTF-8', LC_MESSAGES: 'it_IT' })).toEqual({
    LANG: 'fr_FR.UTF-8',
    LC_MESSAGES: 'C',
  });
});

test.each([
  ['/usr/bin:/bin', '/usr/bin:/bin'],
  ['.:/usr/bin::node_modules/.bin:/bin:', '/usr/bin:/bin'],
  ['~/bin:/bin', '/bin'],
  ['.', undefined],
  ['', undefined],
])('PATH=%s becomes %s', (path, expected) => {
  expect(scrubbed({ PATH: path }).PATH).toBe(expected);
});

test.each([
  ['SSL_CERT_FILE', '/srv/ca.pem', true],
  ['NODE_EXTRA_CA_CERTS', '/srv/ca.pem', true],
  ['SSL_CERT_DIR', '/srv/certs:/opt/certs', true],
  ['NODE_EXTRA_CA_CERTS', 'ca.pem', false],
  ['NODE_OPTIONS', '/srv/ca.pem', false],
  ['GIT_SSL_NO_VERIFY', '/srv/ca.pem', false],
])('%s=%s, kept: %s', (name, value, isKept) => {
  expect(scrubbed({ [name]: value })[name]).toBe(isKept ? value : undefined);
});
