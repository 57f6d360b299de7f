import { expect, test } from 'vitest';
import { readMcpJson } from './mcp-json.ts';

/** A variable in the form that files use. */
const the = (name: string): string => `\${${name}}`;

const variables = {
  values: { HOME: '/home/me', HOST: 'docs.example.org', OPENAI_API_KEY: 'sk-theirs', EMPTY: '' },
  keys: new Set(['OPENAI_API_KEY']),
};
const read = (mcpServers: unknown) => readMcpJson({ mcpServers }, variables);

test('programs and addresses, with what other agents write beside them', () => {
  const found = read({
    files: {
      type: 'stdio',
      command: `${the('HOME')}/bin/files`,
      args: [the('ROOT:-/srv'), 8080],
      env: { TOKEN: the('TOKEN') },
      disabled: false,
    },
    Docs_Server: { type: 'http', url: `https://${the('HOST')}/mcp`, headers: { Authorization: `Bearer ${the('DOCS')}` } },
  });
  expect(found?.servers).toMatchObject({
    files: { command: '/home/me/bin/files', args: ['/srv', '8080'], env: { TOKEN: the('TOKEN') }, contained: true },
    'docs-server': { url: 'https://docs.example.org/mcp', headers: { Authorization: `Bearer ${the('DOCS')}` } },
  });
  expect(found?.written).toMatchObject({
    files: { command: `${the('HOME')}/bin/files`, args: [the('ROOT:-/srv'), '8080'] },
    'docs-server': { url: `https://${the('HOST')}/mcp` },
  });
  expect(found?.leftOut).toEqual([]);
});

test.each([
  ['a key for models in a header', { url: 'https://x.example', headers: { K: `Bearer ${the('OPENAI_API_KEY')}` } }, 'OPENAI_API_KEY'],
  ['one with a default', { command: 'x', env: { K: the('OPENAI_API_KEY:-none') } }, 'OPENAI_API_KEY'],
  ['one in an argument', { command: 'x', args: [`--key=${the('OPENAI_API_KEY')}`] }, 'OPENAI_API_KEY'],
  ['one in the address', { url: `https://x.example/${the('OPENAI_API_KEY')}` }, 'OPENAI_API_KEY'],
  ['a variable that is not set', { command: `${the('NOWHERE')}/x` }, the('NOWHERE')],
  ['one that is empty', { command: the('EMPTY') }, the('EMPTY')],
  ['what is no variable', { command: the('input:token') }, the('input:token')],
  ['an address of another kind', { url: 'file:///etc/passwd' }, 'url'],
  ['a name and a password in the address', { url: 'https://me:secret@x.example' }, 'headers'],
  ['neither program nor address', { type: 'stdio' }, 'needs a command or a url'],
  ['no map', 'npx server', 'map of command and args'],
  ['arguments that are not a list', { command: 'x', args: '-y' }, 'args'],
])('%s leaves the server out, and says why', (_, server, why) => {
  const found = read({ bad: server, good: { command: 'x' } });
  expect(Object.keys(found?.servers ?? {})).toEqual(['good']);
  expect(found?.leftOut).toMatchObject([{ why: expect.stringContaining(why) }]);
  expect(JSON.stringify(found?.leftOut)).not.toContain('sk-theirs');
});

test.each([
  [
    'a variable in the command that is not set',
    { command: the('NOWHERE'), args: ['-c', 'x'] },
    { command: the('NOWHERE'), args: ['-c', 'x'] },
  ],
  ['one in an argument', { command: 'sh', args: ['-c', the('NOWHERE')] }, { command: 'sh', args: ['-c', the('NOWHERE')] }],
  [
    'one in the address',
    { url: `https://${the('NOWHERE')}/mcp`, headers: { A: 'b' } },
    { url: `https://${the('NOWHERE')}/mcp`, headers: { A: 'b' } },
  ],
  ['an address that its default spoils', { url: the('NOWHERE:-file:///x') }, { url: the('NOWHERE:-file:///x') }],
  ['a command that its default spoils', { command: the('NOWHERE:-\n') }, { command: the('NOWHERE:-\n') }],
  ['an argument that its default spoils', { command: 'x', args: [the('NOWHERE:-\0')] }, { args: [the('NOWHERE:-\0')] }],
  ['a key, which may be none tomorrow', { command: the('OPENAI_API_KEY') }, { command: the('OPENAI_API_KEY') }],
])('%s leaves the server out, with what it is', (_, server, written) => {
  expect(read({ late: server })).toMatchObject({ servers: {}, leftOut: [{ written }] });
});

test('what can count only once the file changes is left out without what it is', () => {
  expect(
    read({ a: { url: 'https://me:secret@x.example' }, b: { command: 'x', args: '-y' } })?.leftOut.map(({ written }) => written),
  ).toEqual([undefined, undefined]);
});

test('a default that names a variable is only text', () => {
  expect(read({ a: { command: 'x', args: [the('B:-$OPENAI_API_KEY')] } })?.servers).toMatchObject({ a: { args: ['$OPENAI_API_KEY'] } });
});

test('names become ours, and two that become one are not mixed up', () => {
  const found = read({ 'My Server': { command: 'a' }, my_server: { command: 'b' }, '//': { command: 'c' }, __proto__: { command: 'd' } });
  expect(found?.servers).toMatchObject({ 'my-server': { command: 'a' } });
  expect(found?.leftOut).toMatchObject([{ written: { command: 'b' } }, {}]);
});

test.each([[undefined], [null], ['text'], [[]], [{}], [{ mcpServers: [] }], [{ mcpServers: 'x' }]])('%j is no such file', (json) => {
  expect(readMcpJson(json, variables)).toBeUndefined();
});
