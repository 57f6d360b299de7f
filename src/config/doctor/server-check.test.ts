import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import type { McpServer } from '../../tools/mcp/server.ts';
import { openLogins } from '../../tools/mcp/signing-in/logins.ts';
import { checkServers } from './server-check.ts';

const limits = { timeout: 1, start_timeout: 1 };
const program = { command: process.execPath, args: [], env: {}, contained: true, ...limits };
const address = { url: 'https://docs.example/mcp', headers: {}, ...limits };
const the = (variable: string): string => `\${${variable}}`;

function check(server: McpServer, { hasWalls = true, data = scratch() } = {}) {
  const servers = [{ name: 'notes', server, written: server, from: 'config.yaml:3', isOwn: true }];
  return checkServers({ servers, data: { value: data, from: 'default' } }, { env: { HERE: 'x' }, cwd: '/', hasWalls });
}

test.each([
  ['a program', program, 'ok', 'not tried yet; try it with artoo mcp test notes, contained'],
  ['one without walls', { ...program, contained: false }, 'ok', 'not contained'],
  ['one that was not found', { ...program, command: '/nowhere' }, 'failed', '/nowhere was not found'],
  ['one that is not on PATH', { ...program, command: 'nowhere' }, 'failed', 'nowhere was not found'],
  ['a name that cannot be a path', { ...program, command: `/${'x'.repeat(5000)}` }, 'failed', 'was not found'],
  ['a variable that is set', { ...program, env: { A: the('HERE'), B: the('ELSEWHERE:-b') } }, 'ok', 'contained'],
  ['one that is not', { ...address, headers: { A: the('ELSEWHERE') } }, 'warning', 'ELSEWHERE, which is not set'],
  ['an address', address, 'ok', 'not tried yet'],
])('%s', (_, server, state, detail) => {
  expect(check(server)).toEqual([expect.objectContaining({ name: 'MCP notes', state, detail: expect.stringContaining(detail) })]);
});

test('a contained server where there are no walls', () => {
  expect(check(program, { hasWalls: false })).toMatchObject([{ state: 'warning', hint: expect.stringContaining('contained: false') }]);
});

test('a token that has ended, and cannot be renewed', () => {
  const data = scratch();
  const login = {
    server: address.url,
    issuer: 'i',
    authorization_server: 'i',
    metadata: {},
    client: { client_id: 'c' },
    at: '2026-01-01T00:00:00.000Z',
  };
  const tokens = { access_token: 'a', token_type: 'Bearer' };
  openLogins(data).write({ ...login, tokens, expires_at: '2026-01-01T01:00:00.000Z' });
  expect(check(address, { data })).toMatchObject([{ state: 'warning', hint: expect.stringContaining('artoo mcp login notes') }]);
  openLogins(data).write({ ...login, tokens: { ...tokens, refresh_token: 'r' }, expires_at: '2026-01-01T01:00:00.000Z' });
  expect(check(address, { data })).toMatchObject([{ state: 'ok', detail: expect.stringContaining('signed in') }]);
});

test('tokens that cannot be read are reported, without what is in them', () => {
  const data = scratch();
  mkdirSync(join(data, 'mcp'));
  writeFileSync(join(data, 'mcp/tokens.json'), '{"logins": [{"tokens": "abcdefgh12345678"');
  const [, damage] = check(address, { data });
  expect(damage).toMatchObject({ name: 'MCP tokens', state: 'warning' });
  expect(JSON.stringify(damage)).not.toContain('abcdefgh');
});
