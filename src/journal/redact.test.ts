import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { oneIn } from '../../test/support/sample.ts';
import { workedMs } from '../../test/support/worked-ms.ts';
import type { Json } from '../contracts/shapes/json.ts';
import { createRedactor, secretsIn } from './redact.ts';

const redact = createRedactor([]);
const base62 = 'AbC0dEf1GhI2jKl3MnO4pQr5StU6vWx7Yz8AbC9dEf0GhI1jKl2MnO3pQr4StU5v';
const header = '-----BEGIN RSA PRIVATE KEY-----';
const footer = '-----END RSA PRIVATE KEY-----';
const keyLine = 'MIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gun';

/** Fake keys, put together here so that nothing in this file looks like a real one to a scanner. */
const keys: readonly (readonly [format: string, key: string])[] = [
  ['OpenAI', `sk-${base62.slice(0, 48)}`],
  ['OpenAI project', `sk-${'proj'}-${base62.slice(0, 30)}_-${base62.slice(0, 30)}`],
  ['OpenAI service account', `sk-${'svcacct'}-${base62.slice(0, 40)}`],
  ['DeepSeek', `sk-${'0123456789abcdef'.repeat(2)}`],
  ['an OpenAI key without a digit', `sk-${'abcdefghABCDEFGH'.repeat(3)}`],
  ['OpenRouter', `sk-${'or-v1'}-${'0123456789abcdef'.repeat(4)}`],
  ['Anthropic', `sk-${'ant'}-api03-${base62}_-${base62.slice(0, 20)}`],
  ['Google', `AI${'za'}Sy${base62.slice(0, 31)}-_`],
  ...['ghp', 'gho', 'ghs', 'ghu', 'ghr'].map((prefix) => [`GitHub ${prefix}`, `${prefix}_${base62.slice(0, 36)}`] as const),
  ['GitHub fine-grained', `github_${'pat'}_${base62.slice(0, 22)}_${base62.slice(0, 59)}`],
  ...['xoxb', 'xoxp', 'xoxa', 'xoxs'].map((prefix) => [`Slack ${prefix}`, `${prefix}-123456789012-${base62.slice(0, 24)}`] as const),
  ['AWS access key id', `AK${'IA'}IOSFODNN7EXAMPLE`],
  ['AWS session key id', `AS${'IA'}IOSFODNN7EXAMPLE`],
  ['npm', `npm_${base62.slice(0, 36)}`],
  ['Hugging Face', `hf_${base62.slice(0, 34)}`],
  ['Groq', `gsk_${base62.slice(0, 52)}`],
  ['a JSON Web Token', `ey${'J'}hbGciOiJIUzI1NiJ9.ey${'J'}zdWIiOiIxMjM0NTY3ODkwIn0.${base62.slice(0, 43)}`],
  ['a JSON Web Token with - and _', `ey${'J'}hbGciOiJI-zI1_iJ9.ey${'J'}zdWIi-iIxM_M0In0.${base62.slice(0, 20)}_-`],
  ['a JSON Web Token without signature', `ey${'J'}hbGciOiJub25lIn0.ey${'J'}zdWIiOiIxMjM0In0.`],
  ['a PEM private key', [header, keyLine, keyLine, 'abc=', footer].join('\n')],
  ['a PEM private key with headers', [header, 'Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,0A', '', keyLine, footer].join('\r\n')],
  ['a PEM private key inside JSON', [header, keyLine, footer].join('\\n')],
  ['an OpenSSH private key', ['-----BEGIN OPENSSH PRIVATE KEY-----', keyLine, '-----END OPENSSH PRIVATE KEY-----'].join('\n')],
  ['a plain private key', ['-----BEGIN PRIVATE KEY-----', keyLine, '-----END PRIVATE KEY-----'].join('\n')],
  ['a PGP private key', ['-----BEGIN PGP PRIVATE KEY BLOCK-----', '', keyLine, '-----END PGP PRIVATE KEY BLOCK-----'].join('\n')],
  ['a PEM private key whose end is cut off', [header, keyLine, keyLine, keyLine.slice(0, 5)].join('\n')],
];

describe('a key is redacted', () => {
  test.each(keys)('%s', (_, key) => {
    expect(redact(key)).toBe('[redacted]');
  });

  test.each(keys)('inside other text: %s', (_, key) => {
    expect(redact(`the key "${key}", then`)).toBe('the key "[redacted]", then');
    expect(redact(`KEY=${key}\nNEXT=1`)).toBe('KEY=[redacted]\nNEXT=1');
    expect(redact(`https://example.org/?key=${key}&page=2`)).toBe('https://example.org/?key=[redacted]&page=2');
  });

  test('each of several', () => {
    expect(redact(keys.map(([, key]) => key).join(' | '))).toBe(keys.map(() => '[redacted]').join(' | '));
  });
});

describe('ordinary text is left alone', () => {
  test.each([
    'sk-',
    'sk-learn',
    'task-management',
    'task-management-and-scheduling-of-very-long-names-0123456789',
    'desk-0123456789abcdef0123456789abcdef',
    'sk-estimator-doc-link sk-toggleable__content-label-arrow',
    'sk-internationalization',
    'sk-proj-',
    'sk-ant-eater',
    'AIzawa',
    'ghp_',
    'ghost_0123456789012345678901234567890123456789',
    'github_pat_short',
    'xox-',
    'AKIAshort',
    'AKIA0123456789ABCDEFGHIJKLMNOP',
    'npm_config_registry_and_a_good_many_other_settings_of_npm',
    'npm_lifecycle_script',
    'hf_hub_download',
    'gsk_',
    'eyJust.eyJoking.really',
    'a commit 0123456789abcdef0123456789abcdef01234567',
    '8a1f7c9e-1234-4abc-8def-0123456789ab',
    'https://registry.example/zod/-/zod-4.6.7.tgz',
    '-----BEGIN CERTIFICATE-----\nMIIEowIBAAKCAQEAu1SU1LfV\n-----END CERTIFICATE-----',
    `${header} starts a private key`,
    footer,
    '任务 – ünïcödé 🔑',
    '',
  ])('%j', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('a secret is redacted under its name', () => {
  test.each([
    ['with quotes', `pa"ss'wo"rd`],
    ['with backslashes', 'C:\\secret\\value'],
    ['with characters of regular expressions', '^(a+)+$.*[x]{2}|?\\d'],
    ['with characters of replacement strings', "$&$1$`$'$$"],
    ['with line breaks', 'line one\nline two'],
    ['with brackets', '[brackets] (and others)'],
    ['of another script', '密码密码密码密码'],
    ['of emoji', '🔑🔒🔓🗝️'],
    ['with a lone surrogate', 'broken \ud800 text'],
    ['that is a word of the placeholder', 'redacted'],
    ['that is a placeholder', '[redacted]'],
    ['in a key format', `sk-${base62.slice(0, 48)}`],
    ['that is a private key', [header, keyLine, footer, ''].join('\n')],
  ])('%s', (_, value) => {
    const hide = createRedactor([{ name: 'MY_KEY', value }]);
    const shown = value === '[redacted]' ? '[redacted]' : '[redacted MY_KEY]';
    expect(hide(`a ${value.trim()} b ${value.trim()}`)).toBe(`a ${shown} b ${shown}`);
  });

  test('also where it is in a JSON text or a URL', () => {
    const value = 'p"a\\s/s word';
    const hide = createRedactor([{ name: 'DB', value }]);
    expect(hide(JSON.stringify({ value }))).toBe('{"value":"[redacted DB]"}');
    expect(hide(`postgres://me:${encodeURIComponent(value)}@host`)).toBe('postgres://me:[redacted DB]@host');
  });

  test.each([
    ['\n', '\r\n'],
    ['\r\n', '\n'],
    ['\r\n', '\r\n'],
  ])('whichever line breaks it has (%j) and is printed with (%j), at once and line by line', (kept, printed) => {
    const lines = ['first line', 'second "line"', 'third'];
    const hide = createRedactor([{ name: 'A', value: lines.join(kept) }]);
    const text = lines.join(printed);
    expect(hide(`x ${text} y`)).toBe('x [redacted A] y');
    expect(hide(JSON.stringify({ text }))).toBe('{"text":"[redacted A]"}');
    expect(hide(encodeURIComponent(text))).toBe('[redacted A]');
    for (let length = lines.join('').indexOf('second'); length < text.length; length += 1)
      expect(hide.soFar(`before\n${text.slice(0, length)}`)).toBe('before\n');
    expect(hide.soFar(`before\n${text}\n`)).toBe('before\n[redacted A]\n');
  });

  test('when its variable ends with a line break that the text does not have', () => {
    expect(createRedactor([{ name: 'A', value: 'secret-value\n' }])('x secret-value y')).toBe('x [redacted A] y');
  });

  test('the longest first, whatever their order', () => {
    const short = { name: 'SHORT', value: 'password' };
    const long = { name: 'LONG', value: 'my-password-is-long' };
    for (const secrets of [
      [short, long],
      [long, short],
    ]) {
      expect(createRedactor(secrets)('my-password-is-long, password')).toBe('[redacted LONG], [redacted SHORT]');
    }
  });

  test('with nothing of it left where two overlap', () => {
    const hide = createRedactor([
      { name: 'A', value: '0123456789' },
      { name: 'B', value: '56789abcdefgh' },
    ]);
    expect(hide('<0123456789abcdefgh>')).toBe('<[redacted B]>');
  });

  test('unless it is shorter than 8 characters', () => {
    expect(createRedactor([{ name: 'A', value: '1234567' }])('1234567')).toBe('1234567');
    expect(createRedactor([{ name: 'A', value: '' }])('text')).toBe('text');
  });
});

describe('in a JSON value', () => {
  const hide = createRedactor([{ name: 'A', value: 'secret-a' }]);

  test('every string and key is redacted, and nothing else', () => {
    const value = { 'x secret-a': ['secret-a', 1, null, true, { deep: ['secret-a!'] }], other: 'text' };
    expect(hide(value)).toEqual({ 'x [redacted A]': ['[redacted A]', 1, null, true, { deep: ['[redacted A]!'] }], other: 'text' });
    expect(value.other).toBe('text');
  });

  test('keys that read the same afterwards are all kept', () => {
    const value = { 'secret-a': 1, '[redacted A] 1': 2, '[redacted A]': 3 };
    const redacted = hide(value);
    expect(Object.values(redacted ?? {})).toEqual([1, 2, 3]);
    expect(Object.keys(redacted ?? {})[0]).toBe('[redacted A]');
  });

  test('__proto__ is a key like any other', () => {
    const value: Json = JSON.parse('{"a":"secret-a","__proto__":{"polluted":"secret-a"}}');
    const redacted = hide(value);
    expect(JSON.stringify(redacted)).toBe('{"a":"[redacted A]","__proto__":{"polluted":"[redacted A]"}}');
    expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  test('what has nothing to hide stays the same object, also inside one that has', () => {
    const clean = { list: ['a', { b: 'task-management' }], text: 'x'.repeat(1_000) };
    expect(hide(clean)).toBe(clean);
    expect(hide([clean, 'secret-a'])).toEqual([clean, '[redacted A]']);
    expect((hide([clean, 'secret-a']) as readonly Json[])[0]).toBe(clean);
  });
});

describe('whatever the text and the secrets', () => {
  const fragment = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...keys.map(([, key]) => key),
        header,
        footer,
        keyLine,
        '-----',
        '\n',
        ' ',
        '-',
        '_',
        '.',
        'eyJ',
        'sk-',
        'AKIA',
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom('[redacted]', '[redacted A]', '[redacted B]', '[redacted', ' A]', ']', '[') },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
  const pieces = fc.array(fragment, { maxLength: 12 });
  const values = fc.oneof(
    fc.string({ minLength: 8, maxLength: 20, unit: anyCharacter }),
    fc
      .tuple(pieces, fc.nat({ max: 30 }), fc.integer({ min: 8, max: 40 }))
      .map(([parts, from, length]) => parts.join('').slice(from, from + length)),
    fc.constantFrom('redacted', '[redacted A', 'redacted]', 'edacted B] ', 'PRIVATE KEY', '-----BEGIN'),
  );
  const secrets = fc.array(fc.record({ name: fc.constantFrom('A', 'B', 'A B', '[x]'), value: values }), { maxLength: 4 });
  const texts = (known: readonly { value: string }[]) =>
    fc.array(fc.oneof(fragment, fc.constantFrom('', ...known.map(({ value }) => value))), { maxLength: 16 }).map((parts) => parts.join(''));
  const cases = secrets.chain((known) => fc.tuple(fc.constant(known), texts(known)));

  test('redacting twice is redacting once', () => {
    fc.assert(
      fc.property(cases, ([known, text]) => {
        const hide = createRedactor(known);
        const once = hide(text);
        expect(hide(once)).toBe(once);
      }),
      { numRuns: 5_000 / oneIn(10) },
    );
  });

  test('no secret is left, except as part of a placeholder', () => {
    fc.assert(
      fc.property(cases, ([known, text]) => {
        const rest = String(createRedactor(known)(text)).split(/\[redacted(?: (?:A|B|A_B|_x_))?\]/);
        const long = known.map(({ value }) => value.trim()).filter((value) => value.length >= 8);
        expect(long.filter((value) => rest.some((part) => part.includes(value)))).toEqual([]);
      }),
      { numRuns: 2_000 / oneIn(10) },
    );
  });

  test('a JSON value stays the same object when nothing in it was redacted, also inside one where something was', () => {
    const hide = createRedactor([{ name: 'A', value: 'not in there' }]);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = value as Json; // fast-check has its own type for the same values
        expect(hide(json)).toBe(json);
        const redacted = hide({ before: json, 'not in there': 'not in there', after: [json] }) as { [key: string]: Json };
        expect(Object.keys(redacted)).toEqual(['before', '[redacted A]', 'after']);
        expect(redacted.before).toBe(json);
        expect(redacted['[redacted A]']).toBe('[redacted A]');
        expect(redacted.after).toEqual([json]);
      }),
    );
  });
});

describe('megabytes take no longer than their length asks for', () => {
  const size = 10_000_000 / oneIn(20); // smaller sizes will do: quadratic time would still be minutes
  const fill = (text: string) => text.repeat(Math.ceil(size / text.length));
  const secrets = Array.from({ length: 20 }, (_, index) => ({ name: `S${index}`, value: `${index}-${base62.slice(index, index + 30)}` }));

  test.each([
    ['prose', 'the quick brown fox skips over a lazy task-manager in 1970, '],
    ['one letter', 'a'],
    ['starts of keys', 'sk-'],
    ['starts of project keys', ' sk-proj-'],
    ['starts of tokens', '-eyJ'],
    ['first parts of tokens', 'eyJaaaaaaaa-'],
    ['first and second parts of tokens', 'eyJaaaaaaaa.eyJ.'],
    ['heads of private keys', `${header}\n`],
    ['ends of private keys', `${footer}\n`],
    ['dashes', '-----BEGIN '],
    ['capitals', '-----BEGIN A B C D E F G H'],
    ['placeholders', '[redacted]'],
    ['starts of placeholders', '[redacted '],
    ['starts of a secret', secrets[0]?.value.slice(0, -1) ?? ''],
    ['secrets', `${secrets[0]?.value} `],
    ['keys', `${keys[0]?.[1]} `],
    ['another script', '任务 sk-'],
  ])('of %s', (_, text) => {
    const long = fill(text);
    const hide = createRedactor(secrets);
    const began = workedMs();
    hide(long);
    expect(workedMs() - began).toBeLessThan(5_000);
  });

  test.each([
    ['key', `sk-proj-${fill('a')}`, '[redacted]'],
    ['private key', `${header}\n${fill('A')}`, '[redacted]'],
    ['private key in short lines', `${header}${fill(`\n${keyLine.slice(0, 16)}`)}`, '[redacted]'],
    ['private key behind space', `${header}${fill(' ')}${keyLine}`, '[redacted]'],
    ['private key in short lines inside JSON', `${header}${fill(`\\n${keyLine.slice(0, 16)}`)}`, '[redacted]'],
    ['part of a token', `eyJ${fill('a')}`, undefined],
  ])('as one %s', (_, long, expected) => {
    expect(redact(long) === (expected ?? long)).toBe(true);
  });
});

describe('a variable of the environment', () => {
  test.each([
    'OPENAI_API_KEY',
    'GITHUB_TOKEN',
    'npm_config__authToken',
    'CLIENT_SECRET',
    'PGPASSWORD',
    'DB_PASSWD',
    'AWS_CREDENTIALS',
    'apikey',
    'SSH_PASSPHRASE',
  ])('%s is a secret', (name) => {
    expect(secretsIn({ [name]: '12345678' })).toEqual([{ name, value: '12345678' }]);
  });

  test.each([
    'PATH',
    'HOME',
    'KEYBOARD_LAYOUT',
    'GNOME_KEYRING_CONTROL',
    'TOKENIZERS_PARALLELISM',
    'DB_PASSWORD_FILE',
    'SSH_KEY_PATH',
    'PASSWORD_STORE_DIR',
  ])('%s is none', (name) => {
    expect(secretsIn({ [name]: '12345678' })).toEqual([]);
  });

  test.each([['1234567'], [''], ['   1234567   '], [undefined]])('with the value %j is none', (value) => {
    expect(secretsIn({ API_KEY: value })).toEqual([]);
  });
});
