/** The world outside, in a network namespace of its own: DNS, HTTP and HTTPS servers with local registries. It prints one line for everything that reaches it. */
import { createSocket } from 'node:dgram';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createPlainServer } from 'node:net';
import { join, normalize } from 'node:path';
import { createInterface } from 'node:readline';
import { cable, dnsAddress, leads } from './names.ts';

const [, , files = ''] = process.argv;
const tell = (line: string): void => void process.stdout.write(`${line}\n`);

// Echoes each line: everything before it has been reported.
createInterface({ input: process.stdin }).on('line', tell);

const asked = new Map<string, number>();

/** Answers only queries for names whose IPv4 address is in its table. */
const dns = createSocket('udp4', (query, from) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.').toLowerCase();
  const type = query.readUInt16BE(at + 1);
  const question = query.subarray(12, at + 5);
  const answers = leads[name];
  const isKnown = answers !== undefined && type === 1;
  if (type === 1) tell(`dns ${name}`);
  const count = asked.get(name) ?? 0;
  if (isKnown) asked.set(name, count + 1);
  const address = (answers?.[Math.min(count, answers.length - 1)] ?? '').split('.').map(Number);
  const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, answers ? 0x80 : 0x83, 0, 1, 0, isKnown ? 1 : 0, 0, 0, 0, 0]);
  const answer = isKnown ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address]) : Buffer.alloc(0);
  dns.send(Buffer.concat([head, question, answer]), from.port, from.address);
});
dns.bind(53, dnsAddress);

/** Files below a folder that has the name of the host; a redirect into the private network; anything else is a short text. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  const { host = '', ...rest } = request.headers;
  tell(`${rest['x-scheme'] ?? 'http'} ${host}${request.url} at ${request.socket.localAddress}`);
  if (request.url === '/to-private') return void response.writeHead(302, { location: 'http://private.lab.example/' }).end();
  const path = join(files, host, normalize(decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/')));
  const found = [path, join(path, 'index.html')].find((each) => statSync(each, { throwIfNoEntry: false })?.isFile());
  if (found === undefined) return void response.writeHead(request.url === '/' ? 200 : 404).end('hello from the world\n');
  response.writeHead(200, { 'content-type': found.endsWith('.html') ? 'text/html' : 'application/octet-stream' }).end(readFileSync(found));
}

const tls = { key: readFileSync(join(files, 'key.pem')), cert: readFileSync(join(files, 'cert.pem')) };
const secure = createSecureServer(tls, (request, response) => {
  request.headers['x-scheme'] = 'https';
  serve(request, response);
});
secure.on('tlsClientError', () => {});
const servers = [createServer(serve).listen(80, '::'), secure.listen(443, '::')];
const plain = [22, 8443].map((port) =>
  createPlainServer((socket) => {
    tell(`tcp ${port}`);
    socket.on('error', () => {}).end();
  }).listen(port, '::'),
);
await Promise.all([...servers, ...plain].map((server) => server.listening || new Promise((resolve) => server.once('listening', resolve))));
tell(`ready ${cable.there.length}`);
