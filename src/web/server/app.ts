/** The requests that `artoo serve` answers (docs/clients.md), and what every answer carries. */
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Drive } from '../../app/drive/drive.ts';
import { ArtooError, asArtooError, type ErrorCode } from '../../contracts/errors.ts';
import { type Reply, secretHeader } from '../wire.ts';
import type { Admission } from './admission.ts';
import { call } from './methods.ts';
import type { OpenStreams } from './open-streams.ts';
import type { PageFiles } from './page-files.ts';
import { readBody } from './read-body.ts';
import { type Head, refusalOf } from './refusals.ts';
import { wireError } from './wire-error.ts';

export type AppParts = {
  readonly drive: Drive;
  readonly admission: Admission;
  readonly streams: OpenStreams;
  readonly page: PageFiles;
  /** The origin of this server, such as `http://127.0.0.1:4711`; known once it listens. */
  readonly origins: () => readonly string[];
};

type Env = { Variables: { body: unknown } };

export function createApp({ drive, admission, streams, page, origins }: AppParts): Hono<Env> {
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const refusal = refusalOf(headOf(c), origins());
    if (refusal) refuse(c, refusal.status, 'client_refused', refusal.why);
    else await next();
    for (const [name, value] of Object.entries(security)) c.res.headers.set(name, value);
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
    if (c.req.path.startsWith('/api/')) c.res.headers.set('content-disposition', 'attachment');
  });

  app.use('/api/*', async (c, next) => {
    const isEntering = c.req.path === '/api/enter';
    if (!isEntering && !admission.knows(c.req.header(secretHeader) ?? ''))
      return refuse(c, 401, 'client_refused', 'this secret is not valid here');
    if (c.req.method !== 'POST') return next();
    const body = await readBody(c.req.raw);
    if (!body.ok) return refuse(c, body.error === 'too long' ? 413 : 400, 'usage', `the body is ${body.error}`);
    c.set('body', body.value);
    return next();
  });

  app.post('/api/enter', (c) => {
    const token = field(c.get('body'), 'token');
    const secret = typeof token === 'string' ? admission.enter(token) : undefined;
    return secret === undefined ? refuse(c, 401, 'client_refused', 'this URL has already been used, or is too old') : c.json({ secret });
  });
  app.post('/api/call/:method', async (c) => {
    const value = await call(drive, c.req.param('method'), field(c.get('body'), 'arguments'), c.req.raw.signal);
    return c.json({ value } satisfies Reply);
  });
  app.post('/api/stream', (c) => c.body(streams.open(c.get('body')), 200, { 'content-type': 'text/event-stream; charset=utf-8' }));
  app.post('/api/stream/:id', (c) =>
    streams.change(c.req.param('id'), c.get('body')) ? c.json({}) : refuse(c, 404, 'usage', 'there is no such stream'),
  );

  app.get('*', (c) => {
    const file = page.at(c.req.path, c.req.header('accept-encoding') ?? '');
    if (!file) return refuse(c, 404, 'usage', 'there is nothing here');
    return c.body(file.body, 200, {
      'content-type': file.type,
      ...(c.req.path.startsWith('/assets/') && { 'cache-control': 'public, max-age=31536000, immutable' }),
      ...(file.encoding && { 'content-encoding': file.encoding }),
      vary: 'accept-encoding',
    });
  });

  app.notFound((c) => refuse(c, 404, 'usage', 'there is nothing here'));
  app.onError((thrown, c) => {
    const error = asArtooError(thrown, 'handler_failed');
    return c.json({ error: wireError(error) } satisfies Reply, statusFor(error.code));
  });
  return app;
}

/**
 * Headers of every answer: no other page may embed, read or refer to it, and it loads nothing but its own files. Anything that is not a file of the
 * page is also sent as an attachment, so that a browser that opens it does not show it.
 */
const security = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const statusFor = (code: ErrorCode): ContentfulStatusCode => (code === 'handler_failed' ? 500 : code === 'client_refused' ? 503 : 400);

function refuse(c: Context, status: ContentfulStatusCode, code: ErrorCode, why: string): Response {
  c.res = c.json({ error: wireError(new ArtooError(code, why)) } satisfies Reply, status);
  return c.res;
}

/** The value of a header. If the header occurs twice, its values are joined, and the result matches nothing. */
function headOf(c: Context<Env>): Head {
  return {
    method: c.req.method,
    isApi: c.req.path.startsWith('/api/'),
    host: c.req.header('host'),
    origin: c.req.header('origin'),
    site: c.req.header('sec-fetch-site'),
    contentType: c.req.header('content-type'),
    contentLength: c.req.header('content-length'),
  };
}

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? (body as Readonly<Record<string, unknown>>)[name] : undefined; // the line above has checked this
