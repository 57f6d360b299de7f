/** A web of one local server: names have whatever addresses a test gives them, and every connection leads to this server. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { readRule, type Use } from '../../src/laws/rules/read-rule.ts';
import { createPermissions } from '../../src/tools/asking/permissions.ts';
import type { ToolContext } from '../../src/tools/tool.ts';
import { type MadeUpOutside, madeUpOutside, type Names } from './made-up-outside.ts';

/** A page: its text, or the whole response. */
export type Page =
  | string
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer }
  | RequestListener;

export type Web = MadeUpOutside & {
  /** The requests, as `host/path`. */
  readonly requests: readonly string[];
};

export async function web(
  pages: Readonly<Record<string, Page>>,
  names: Names = { 'example.org': ['93.184.215.14'] },
  tls?: { readonly key: string; readonly cert: string; readonly ca?: string },
): Promise<Web> {
  const requests: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.headers.host}${request.url}`);
    const page = pages[`${request.headers.host}${request.url}`] ?? pages[request.url ?? ''] ?? { status: 404, body: 'nothing here' };
    if (typeof page === 'function') return page(request, response);
    const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page;
    const type = String(body).startsWith('<') ? 'text/html' : 'text/plain';
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);
  };
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  const made = madeUpOutside(names, () => port);
  return { ...made, requests, outside: { ...made.outside, ...(tls?.ca ? { ca: tls.ca } : {}) } };
}

/** What the person allows, what needs a question, and what the person forbids. */
export const permitting = (texts: Partial<Record<Use, readonly string[]>>) => {
  const read = (use: Use) =>
    (texts[use] ?? []).map((text) => {
      const rule = readRule(text, { cwd: '/p', home: '/h' }, use);
      if ('wrong' in rule) throw new Error(rule.wrong);
      return rule;
    });
  return createPermissions({ allow: read('allow'), ask: read('ask'), deny: read('deny') });
};

let calls = 0;

/** The context of a call, as the toolbox would give it. */
export const callContext = (more: Partial<ToolContext> = {}): ToolContext => ({
  cwd: '/',
  workspace: '/workspace',
  call: { task_id: 'task', key: `1.1.1/R3/${++calls}.1` },
  approved: undefined,
  network: false,
  refused: [],
  signal: AbortSignal.timeout(20_000),
  ...more,
});
