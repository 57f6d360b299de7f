import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { envValues, isEnvFile, secretValues, withoutValues } from './env-file.ts';

test.each([
  ...[
    '.env',
    'a/.env',
    '.env.local',
    '.env.production',
    '.envrc',
    'prod.env',
    '.ENV',
    '.env-staging',
    '.env~',
    '.env1',
    '.env copy',
    '#.env#',
    'prod.env~',
    ...['prod.env.bak', 'prod.env.old', 'prod.env.1', '.prod.env.swp', 'prod.env.save', 'prod.env.bak.2~', 'prod.env copy'],
    '.flaskenv',
    '.dev.vars',
    '.dev.vars.production',
    'a/.envs/.local/.django',
  ].map((path) => [path, true] as const),
  ...[
    '.env.example',
    '.env.sample',
    '.env.template',
    '.env.dist',
    'env.ts',
    '.environment',
    'a.env.js',
    'prod.env.example',
    'prod.env.bakery',
    'environment',
    '.env.d.ts',
    '.env/x',
    '.envoy',
    '.envs',
    '.dev.variables',
  ].map((path) => [path, false] as const),
])('%s is a file of variables: %s', (path, is) => expect(isEnvFile(path)).toBe(is));

test('names are shown, values are not', () => {
  const text = `# of the app
A=one
export B = "two \\" words" # why
C='three
lines
here'
D=
# OLD_KEY=four
e: five
stray words
[section]
`;
  expect(withoutValues(text).text).toBe(`# of the app
A=<hidden>
export B = <hidden>
C=<hidden>
D=
# OLD_KEY=<hidden>
e: <hidden>
<hidden>
[section]
`);
});

test('no value of any text is shown, and every place that is shown is correct', () => {
  const name = fc.stringMatching(/^[A-Z_]{1,8}$/);
  const value = fc.stringMatching(/^[a-z0-9]{8,20}$/);
  const line = fc
    .tuple(name, value, fc.constantFrom('', '"', "'", '`'))
    .map(([key, text, quote]) => ({ text, line: `${key}=${quote}${text}${quote}` }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const text = lines.map((each) => each.line + end).join('');
      const shown = withoutValues(text);
      for (const each of lines) expect(shown.text).not.toContain(each.text);
      for (let at = 0; at <= shown.text.length; at += 1) {
        const real = shown.real(at);
        if (real !== undefined && at < shown.text.length && shown.text.charAt(at) !== '<')
          expect(text.charAt(real)).toBe(shown.text.charAt(at));
      }
      expect(shown.real(shown.text.length)).toBe(text.length);
    }),
  );
});

describe('a value that is hidden wherever it occurs', () => {
  test.each([
    ['API_KEY=hunter2hunter2', ['hunter2hunter2']],
    ['DATABASE_URL=postgres://ada:l0vel4ce!@db/app', ['postgres://ada:l0vel4ce!@db/app', 'l0vel4ce!']],
    ['SESSION=a8f5f167f44f4964e6c998dee827110c', ['a8f5f167f44f4964e6c998dee827110c']],
    ['PASSWORD="two words here"', ['two words here']],
  ])('%s', (text, values) => expect(secretValues(text).map(({ value }) => value)).toEqual(values));

  test.each([
    'NODE_ENV=development',
    'PORT=3000',
    'URL=http://localhost:3000',
    'API_KEY=short',
    'DEBUG=true',
    'DIR=/home/ada/data',
    'TOKEN=$OTHER',
    'PASSWORD=changeme',
  ])('%s is not one', (text) => expect(secretValues(text)).toEqual([]));
});

test('the time for a megabyte of anything grows only with its length', () => {
  for (const part of ['A=', '#', ' ', '"', "A='", 'A="\\', 'export ', 'a: ', '\n', '- - ']) {
    const began = workedMs();
    envValues(part.repeat(1e6 / part.length));
    expect(workedMs() - began).toBeLessThan(5_000);
  }
});
