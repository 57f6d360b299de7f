import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { readRule } from '../../laws/rules/read-rule.ts';
import type { RuleSet } from '../../laws/rules/rules.ts';
import { createEscalate, postEscalation, whyNotSent } from './escalate.ts';

const rulesOf = (...texts: readonly string[]) =>
  texts.flatMap((text) => {
    const rule = readRule(text, { cwd: '/', home: '/' });
    return 'wrong' in rule ? [] : [rule];
  });
const rules = (allow: readonly string[], deny: readonly string[] = []): RuleSet => ({
  allow: rulesOf(...allow),
  ask: [],
  deny: rulesOf(...deny),
});
const alert = { level: 'CRITICAL', title: 'PAUSE FORGOTTEN', text: 'the team is paused', since: '2026-11-15T14:00:00Z' } as const;

test.each<[string, RuleSet, string | undefined]>([
  ['https://hooks.example.org/services/secret', rules(['net(hooks.example.org)']), undefined],
  ['http://hooks.example.org/x', rules(['net(*.example.org)']), undefined],
  ['https://hooks.example.org:8443/x', rules(['net(hooks.example.org:8443)']), undefined],
  ['https://hooks.example.org:8443/x', rules(['net(hooks.example.org)']), 'none of your rules'],
  ['https://hooks.example.org/services/secret', rules([]), 'none of your rules'],
  ['https://hooks.example.org/x', rules(['net(hooks.example.org)'], ['net(hooks.example.org)']), 'does not allow it'],
  ['https://user:word@hooks.example.org/x', rules(['net(hooks.example.org)']), 'a user name or a password'],
  ['http://169.254.169.254/latest', rules(['net(*.example.org)']), 'not a host name'],
  ['http://localhost:8899/x', rules([]), 'this machine'],
  ['file:///etc/passwd', rules(['net(hooks.example.org)']), 'https://'],
  ['javascript:alert(1)', rules([]), 'https://'],
  ['not an address', rules([]), 'https://'],
])('a board that names %s: only where the person allows the host', (address, allowed, why) => {
  const said = whyNotSent(address, allowed);
  if (why === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(why);
  expect(said ?? '').not.toContain('secret');
});

/** A server that answers with this status, and keeps what it received. */
async function serving(status: number, headers: Readonly<Record<string, string>> = {}) {
  const got: unknown[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    got.push({ method: request.method, body: JSON.parse(body) as unknown });
    response.writeHead(status, headers).end('ok');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return { got, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/x` };
}

test('is one request that holds the words of the alert and nothing else', async () => {
  const { got, url } = await serving(200);
  expect(await postEscalation(url, { ...alert, board: 'never' } as typeof alert)).toBeUndefined();
  expect(got).toEqual([
    {
      method: 'POST',
      body: { text: 'CRITICAL PAUSE FORGOTTEN: the team is paused', level: 'CRITICAL', title: 'PAUSE FORGOTTEN', since: alert.since },
    },
  ]);
});

test('does not follow to another host, and a refusal or a dead address is said', async () => {
  const elsewhere = await serving(200);
  const redirecting = await serving(307, { location: elsewhere.url });
  expect(await postEscalation(redirecting.url, alert)).toBeDefined();
  expect(elsewhere.got).toEqual([]);
  expect(await postEscalation((await serving(404)).url, alert)).toBe('it answered 404');
  expect(await postEscalation('http://127.0.0.1:9/x', alert)).toBeDefined();
});

test('the person is told why it was not sent, and nothing is sent', async () => {
  const [said, sent]: [string[], unknown[]] = [[], []];
  const send = async (address: string): Promise<undefined> => void sent.push(address);
  const escalate = createEscalate({ rules: rules(['net(hooks.example.org)']), onAlert: (text) => said.push(text), send });
  await escalate('https://other.example.org/x', alert);
  expect({ said, sent }).toEqual({ said: [expect.stringContaining('net(other.example.org)')], sent: [] });
  await escalate('https://hooks.example.org/x', alert);
  expect(sent).toEqual(['https://hooks.example.org/x']);
});
