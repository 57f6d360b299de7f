import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { serversIn } from './mcp-servers.ts';

const read = (server: unknown, name = 'notes') => readConfig({ mcp: { servers: { [name]: server } } });
const limits = { timeout: 60_000, start_timeout: 15_000 };

describe('a server', () => {
  test.each<[string, object, object]>([
    ['a program', { command: 'notes' }, { command: 'notes', args: [], env: {}, contained: true, ...limits }],
    [
      'a program with everything',
      { command: ' notes ', args: ['-p', 8080, true], env: { A: 'b', N: 1 }, contained: false, timeout: '5s', start_timeout: '2m' },
      { command: 'notes', args: ['-p', '8080', 'true'], env: { A: 'b', N: '1' }, contained: false, timeout: 5_000, start_timeout: 120_000 },
    ],
    ['an address', { url: 'https://example.org/mcp' }, { url: 'https://example.org/mcp', headers: {}, ...limits }],
    [
      'an address with headers',
      { url: 'http://localhost:1', headers: { A: 'b' } },
      { url: 'http://localhost:1/', headers: { A: 'b' }, ...limits },
    ],
  ])('is %s', (_, given, server) => {
    expect(read(given)).toMatchObject({ ok: true, values: { mcp: { servers: { notes: server } } } });
  });

  test.each<[unknown, string, string]>([
    [{}, 'notes', 'needs a command or a url: a map of command and args, or of url and headers'],
    ['notes', 'notes', 'must be a map of command and args, or of url and headers'],
    [
      { command: 'a', url: 'https://b.example' },
      'notes',
      'must have either a command or a url: a map of command and args, or of url and headers',
    ],
    [
      { url: 'https://b.example', args: [] },
      'notes',
      'must have either a command or a url: a map of command and args, or of url and headers',
    ],
    [{ command: '' }, 'notes.command', 'must be the program that runs the server'],
    [{ command: 'a', args: 'b' }, 'notes.args', 'must be a list of arguments'],
    [{ command: 'a', args: [{}] }, 'notes.args.0', 'must be text'],
    [
      { command: 'a', env: { 'A B': 'c' } },
      'notes.env',
      'must be a map of variables to text of one line each; the entry "A B" is not valid',
    ],
    [
      { url: 'https://b.example', headers: { A: 'b\r\nC: d' } },
      'notes.headers',
      'must be a map of headers to text of one line each; the entry "A" is not valid',
    ],
    [{ url: 'ftp://b.example' }, 'notes.url', 'must be an address, such as https://example.org/mcp'],
    [{ url: 'https://me:secret@b.example' }, 'notes.url', 'must not contain a name or a password; use headers'],
    [{ command: 'a', timeout: '11m' }, 'notes.timeout', 'must be at most 10m'],
    [{ command: 'a', comand: 'b' }, 'notes.comand', 'is not a setting; did you mean command?'],
  ])('%j is none: %s', (given, path, error) => {
    expect(read(given)).toEqual({
      ok: false,
      faults: [{ path: ['mcp', 'servers', ...path.split('.')], error, at: path.endsWith('comand') ? 'key' : 'value' }],
    });
  });

  test.each(['Notes', 'my notes', 'a__b', '-a', '', 'a'.repeat(33)])('cannot be called %j', (name) => {
    expect(read({ command: 'a' }, name)).toMatchObject({
      ok: false,
      faults: [{ error: 'is not a valid server name: use at most 32 lower-case letters, digits and dashes' }],
    });
  });
});

test("servers of all files count, and of two with one name the person's own", () => {
  const layer = (name: string, servers: object) => ({ name, values: { mcp: { servers } } }) as Parameters<typeof serversIn>[0][number];
  const own = { command: 'own' };
  const merged = serversIn([layer('project', { notes: { command: 'other' }, build: { command: 'b' } }), layer('data', { notes: own })]);
  expect(merged).toEqual({ notes: own, build: { command: 'b' } });
});
