import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Duplex, PassThrough } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { heard, type Proxied, proxied } from '../../../test/support/proxied.ts';
import { isProof } from '../../../test/support/sample.ts';

const publicAddress = ['93.184.215.14'];
const names = { 'a.example': publicAddress, 'b.example': publicAddress, 'gitlab.corp.example': ['10.1.2.3'] };
const allow = ['net(a.example)', 'net(*.corp.example)'];

/** Records everything it receives, and answers each request. */
function answering() {
  const requests: string[] = [];
  const serve = (socket: Socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!text.includes('\r\n\r\n') && !text.startsWith('\x16')) return;
      requests.push(text);
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX-Told: yes\r\n\r\nhi\n');
    });
  };
  return { requests, serve };
}

/** The first message that Node sends to a server with this name. */
async function helloOf(servername: string): Promise<Buffer> {
  const wire = new PassThrough();
  const said = once(wire, 'data');
  connectTls({ socket: Duplex.from({ readable: new PassThrough(), writable: wire }), servername, rejectUnauthorized: false }).on(
    'error',
    () => {},
  );
  const [bytes] = await said;
  return bytes as Buffer; // the stream has no encoding, so it emits buffers
}

const get = (url: string, host = /\/\/([^/]*)/.exec(url)?.[1] ?? '') => `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
const open = (authority: string) => `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;
const established = 'HTTP/1.1 200 Connection established\r\n\r\n';

describe('a plain request', () => {
  test('is made again to the host that it names, without what was meant for the proxy', async () => {
    const { requests, serve } = answering();
    const { say, left, traffic } = await proxied(serve, { names, allow });
    const answer = await say(
      'GET http://A.example/x?y=1 HTTP/1.1\r\nHost: a.example\r\nProxy-Connection: keep-alive\r\nProxy-Authorization: Basic eA==\r\nX-Own: 1\r\nX-Hop: 2\r\nConnection: close, X-Hop\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*X-Told: yes\r\n(?:.*\r\n)*\r\nhi\n$/);
    expect(requests).toEqual(['GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nX-Own: 1\r\nConnection: close\r\n\r\n']);
    expect(left).toEqual(['look up a.example', 'connect 93.184.215.14:80']);
    expect(traffic.notes()).toEqual([expect.stringMatching(/^it reached a\.example \(\d+ B sent, \d+ B received\)$/)]);
  });

  test('with a body keeps it, whether its length is reported or not', async () => {
    const { requests, serve } = answering();
    const { say } = await proxied(serve, { names, allow });
    const head = 'POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n';
    await say(`${head}Content-Length: 5\r\n\r\nhello`);
    await say(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`);
    expect(requests.map((text) => /content-length|transfer-encoding/i.exec(text)?.[0].toLowerCase())).toEqual([
      'content-length',
      'transfer-encoding',
    ]);
  });

  test.each<[string, string]>([
    ['for another host in its header', get('http://a.example/', 'b.example')],
    ['with two hosts in its header', 'GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n'],
    ['for a path alone', 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n'],
    ['for https', get('https://a.example/')],
    ['for ftp', get('ftp://a.example/')],
    ['with a name before the host', get('http://a.example@b.example/', 'a.example')],
    [
      'that says its length in two ways',
      'POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET http://b.example/',
    ],
    [
      'that says its length twice',
      'POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde',
    ],
    ['that is encoded twice', 'POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
    [
      'that would become another connection',
      'GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
    ...['Content-Length', 'transfer-encoding', 'close , HOST'].map((listed): [string, string] => [
      `whose Connection header lists ${listed}`,
      `GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: 40\r\nConnection: ${listed}\r\n\r\nGET /evil HTTP/1.1\r\nHost: b.example\r\n\r\n`,
    ]),
    ['that is none', '\x00\x01\x02\r\n\r\n'],
    ['with a head without end', `GET http://a.example/ HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s never leaves', async (_, text) => {
    const { requests, serve } = answering();
    const { say, left } = await proxied(serve, { names, allow });
    expect(await say(text)).not.toContain(' 200 ');
    expect([left, requests]).toEqual([[], []]);
  });

  test.each([
    ['a status that there is not', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['no status', '\x00\x01\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['nothing', ''],
  ])('whose answer has %s ends, and so does nothing else', async (_, answer) => {
    const one = await proxied((socket) => void socket.once('data', () => socket.end(answer)), { names, allow });
    expect(await one.say(get('http://a.example/'))).toMatch(/^(?:HTTP\/1\.1 502 |$)/);
    expect(await one.say(get('http://127.0.0.1/'))).toContain('403 Forbidden');
  });

  test('after request on one connection is answered', async () => {
    const { requests, serve } = answering();
    const { dial } = await proxied(serve, { names, allow });
    const socket = await dial();
    const all = heard(socket);
    const many = 30;
    for (let at = 1; at <= many; at += 1) {
      socket.write(`GET http://a.example/${at} HTTP/1.1\r\nHost: a.example\r\n${at === many ? 'Connection: close\r\n' : ''}\r\n`);
      await expect.poll(() => requests.length).toBe(at);
    }
    expect((await all).split('200 OK')).toHaveLength(many + 1);
  });

  test('on a connection that is kept is decided about like the first', async () => {
    const { requests, serve } = answering();
    const { dial, left } = await proxied(serve, { names, allow, deny: ['net(b.example)'] });
    const socket = await dial();
    const all = heard(socket);
    socket.write('GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\nGET http://b.example/ HTTP/1.1\r\nHost: b.example\r\n\r\n');
    expect(await all).toMatch(/200 OK[\s\S]*403 Forbidden[\s\S]*artoo: the rule net\(b\.example\) forbids it/);
    expect([requests.length, left]).toEqual([1, ['look up a.example', 'connect 93.184.215.14:80']]);
  });
});

describe('a tunnel', () => {
  test('is opened for the host whose server TLS asks for, and passes on what is said as it was said', async () => {
    const { requests, serve } = answering();
    const { dial, left } = await proxied(serve, { names, allow });
    const hello = await helloOf('a.example');
    const socket = await dial();
    const all = heard(socket);
    socket.write(open('a.example:443'));
    for (const byte of hello) socket.write(Buffer.from([byte]));
    expect(await all).toMatch(/^HTTP\/1\.1 200 Connection established\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(requests).toEqual([hello.toString('latin1')]);
    expect(left).toEqual(['look up a.example', 'connect 93.184.215.14:443']);
  });

  test.each<[string, () => Promise<string | Buffer>, string]>([
    ['another server', () => helloOf('b.example'), 'it asked for another server in TLS: "b.example"'],
    ['no TLS', async () => '\x00SSH-2.0-OpenSSH_9.2\r\n', 'it does not speak TLS'],
    ['ssh', async () => 'SSH-2.0-OpenSSH_9.2\r\n\r\n', ''],
  ])('in which it asks for %s is closed before anything is said to the host', async (_, hello, why) => {
    const { requests, serve } = answering();
    const { say, traffic } = await proxied(serve, { names, allow });
    expect(await say(open('a.example:443'), await hello())).toMatch(new RegExp(`^${established}`));
    expect(requests).toEqual([]);
    if (why !== '') expect(traffic.notes().join()).toContain(why);
  });

  test('in which plain requests are made decides about each of them', async () => {
    const { requests, serve } = answering();
    const { say } = await proxied(serve, { names, allow });
    expect(await say(open('a.example:80'), get('/x', 'a.example'))).toMatch(/Connection established[\s\S]*200 OK/);
    expect(await say(open('a.example:80'), get('/x', 'b.example'))).toMatch(/Connection established[\s\S]*400 Bad Request/);
    expect(await say(open('a.example:80'), get('http://b.example/', 'b.example'))).toMatch(/Connection established[\s\S]*400 Bad Request/);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['an address', '93.184.215.14:443', /403 Forbidden[\s\S]*not a host name/],
    ['an address of IPv6', '[2606:2800::1]:443', /403 Forbidden[\s\S]*not a host name/],
    ['a number', '2130706433:443', /403 Forbidden[\s\S]*not a host name/],
    ['this machine', 'here.corp.example:443', /403 Forbidden[\s\S]*here\.corp\.example leads to this machine/],
    ['what answers with secrets in clouds', 'meta.corp.example:443', /403 Forbidden[\s\S]*leads to this machine/],
    ['this machine, as IPv6 writes it', 'mapped.corp.example:443', /403 Forbidden[\s\S]*leads to this machine/],
    ['an address that is not given out', 'odd.corp.example:443', /403 Forbidden[\s\S]*leads to no public address/],
    ['another port', 'a.example:22', /403 Forbidden[\s\S]*the rule net\(a\.example:22\) would allow this port/],
    ['a host that was refused', 'no.example:443', /403 Forbidden[\s\S]*the person said no to no\.example/],
    [
      'a name that leads nowhere',
      'gone.corp.example:443',
      /502 Bad Gateway[\s\S]*gone\.corp\.example cannot be reached: there is no such name/,
    ],
    ['no host', '', /403 Forbidden/],
    ['nonsense', 'a b:443', /^$/],
  ])('to %s is refused', async (_, authority, says) => {
    const led = {
      'here.corp.example': ['127.0.0.1'],
      'meta.corp.example': ['169.254.169.254'],
      'mapped.corp.example': ['::ffff:127.0.0.1'],
      'odd.corp.example': ['192.0.2.1'],
    };
    const { requests, serve } = answering();
    const { say, left } = await proxied(serve, { names: { ...names, ...led }, allow, refused: ['reach no.example'] });
    expect(await say(open(authority))).toMatch(says);
    expect([requests, left.filter((each) => each.startsWith('connect'))]).toEqual([[], []]);
  });

  test('goes to the very address that was decided about, and each one again: a name that leads here the second time is refused', async () => {
    const { serve } = answering();
    const moving = {
      'moving.corp.example': [publicAddress, ['127.0.0.1']],
      'both.corp.example': ['127.0.0.1', '10.0.0.1', '93.184.215.14'],
    };
    const { say, left } = await proxied(serve, { names: moving, allow });
    expect(await say(open('moving.corp.example:443'), await helloOf('moving.corp.example'))).toContain('Connection established');
    expect(await say(open('moving.corp.example:443'), await helloOf('moving.corp.example'))).toContain('403 Forbidden');
    await say(open('both.corp.example:443'), await helloOf('both.corp.example'));
    expect(left.filter((each) => each.startsWith('connect'))).toEqual(['connect 93.184.215.14:443', 'connect 93.184.215.14:443']);
  });
});

describe('a host without a rule', () => {
  const wanting = async ({ dial }: Proxied, authority: string) => {
    const socket = await dial();
    socket.write(open(authority));
    return heard(socket);
  };

  test('is held until the person says yes, and nothing is looked up before', async () => {
    const { serve } = answering();
    const one = await proxied(serve, { names });
    const socket = await one.dial();
    const answer = heard(socket);
    socket.write(open('b.example:443'));
    const question = await one.gate.question();
    expect(question).toMatchObject({ host: { name: 'b.example', port: 443 }, verdict: { reason: 'it wants to reach b.example' } });
    expect([one.left, one.leavings()]).toEqual([[], 0]);
    one.gate.approve(question);
    socket.write(await helloOf('b.example'));
    expect(await answer).toContain('200 OK');
    expect([one.left, one.leavings()]).toEqual([['look up b.example', 'connect 93.184.215.14:443'], 1]);
  });

  test('that turns out to be of the own network is asked about once more', async () => {
    const { serve } = answering();
    const one = await proxied(serve, { names });
    void wanting(one, 'gitlab.corp.example:443');
    one.gate.approve(await one.gate.question());
    await expect.poll(() => one.left).toEqual(['look up gitlab.corp.example']);
    const again = await one.gate.question();
    expect(again.verdict).toMatchObject({ because: 'private', reason: expect.stringContaining('another machine on your own network') });
    one.gate.approve(again);
    await expect.poll(() => one.left).toEqual(['look up gitlab.corp.example', 'connect 10.1.2.3:443']);
  });

  test('is asked about once for all that wait for it, and refused to all when the run ends', async () => {
    const { serve } = answering();
    const one = await proxied(serve, { names });
    const waiting = [wanting(one, 'b.example:443'), wanting(one, 'b.example:443'), wanting(one, 'c.example:443')];
    expect((await one.gate.question()).host.name).toBe('b.example');
    one.gate[Symbol.dispose]();
    for (const answer of await Promise.all(waiting)) expect(answer).toContain('403 Forbidden');
    expect(one.left).toEqual([]);
  });
});

describe('what a command may ask of it is bounded:', () => {
  test('connections', async () => {
    const { serve } = answering();
    const one = await proxied(serve, { names, allow, limits: { connections: 8 } });
    const first = await Promise.all(Array.from({ length: 8 }, () => one.dial()));
    const many = isProof ? 10_000 : 300;
    for (let at = 0; at < many; at += 100) await Promise.all(Array.from({ length: 100 }, async () => heard(await one.dial())));
    for (const socket of first) socket.destroy();
    await expect.poll(() => one.say(get('http://a.example/'))).toContain('200 OK');
  });

  test('connections outside, also where one inside asks for several', async () => {
    const one = await proxied(() => {}, { names, allow, limits: { connections: 1 } });
    const request = 'GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n';
    expect(await one.say(`${request}${open('a.example:443')}`)).toContain('too many connections are open at once');
    expect(one.left.filter((each) => each.startsWith('connect')).length).toBeLessThanOrEqual(1);
  });

  test('requests on one connection: each waits for the answer to the previous one', async () => {
    const asked: Socket[] = [];
    const one = await proxied((socket) => void socket.once('data', () => asked.push(socket)), { names, allow });
    const socket = await one.dial();
    const all = heard(socket);
    const some = 20;
    const request = 'GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n';
    socket.write(`${`${request}\r\n`.repeat(some - 1)}${request}Connection: close\r\n\r\n`);
    for (let at = 0; at < some; at += 1) {
      await expect.poll(() => asked.length).toBe(at + 1);
      expect(one.left.filter((each) => each.startsWith('connect'))).toHaveLength(at + 1);
      asked[at]?.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi\n');
    }
    expect((await all).split('200 OK')).toHaveLength(some + 1);
  });

  test('requests that wait on one connection', async () => {
    const one = await proxied(() => {}, { names, allow, limits: { connections: 8 } });
    expect(await one.say('GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n'.repeat(9))).toBe('');
    expect(one.left.length).toBeLessThanOrEqual(2);
  });

  test('the time until it says what it wants', async () => {
    const { serve } = answering();
    const one = await proxied(serve, { names, allow, limits: { headMs: 50 } });
    expect(await heard(await one.dial())).toBe('');
    expect(await one.say('GET http://a.example/ HTT')).toBe('');
  });

  test('the time until TLS says for whom it is', async () => {
    const { serve } = answering();
    const one = await proxied(serve, { names, allow, limits: { headMs: 50 } });
    expect(await one.say(open('a.example:443'))).toBe(established);
    expect(one.traffic.notes()).toContain('it could not reach a.example: it sent nothing');
  });
});
