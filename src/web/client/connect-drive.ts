/** A drive over HTTP: what the page uses. Runs in browsers and in Node. */
import type { Drive, Live, RunningTaskNews, TeamBoard } from '../../app/drive/drive.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Entry } from '../../journal/entry.ts';
import { type LinkOptions, openLink } from './link.ts';
import { createSend, type Send } from './send.ts';

export type Connection = Pick<LinkOptions, 'wait'> & {
  /** The address of the server. */
  readonly url: string;
  readonly secret: string;
  /** Called when the stream opens, is lost, or is refused for good. */
  readonly onLink?: LinkOptions['onState'];
  readonly fetch?: typeof fetch;
};

/** How long a call may take: some replay a whole task. */
const callMs = 5 * 60_000;

/**
 * Exchanges the token in a URL for the secret. Rejects with `client_refused` for a token that has already been used or is too old, and with
 * `server_unreachable`.
 */
export async function enter(url: string, token: string, fetched: typeof fetch = fetch): Promise<string> {
  const response = await createSend(url, undefined, fetched)('/api/enter', { token }, AbortSignal.timeout(callMs));
  const { secret } = (await response.json()) as { readonly secret: string }; // in the form in which the server answers
  return secret;
}

/**
 * Connects on first use. Beyond what the port says, every method rejects with `server_unreachable` and `client_refused`; watches wait while the
 * server is down, and continue where they stopped. `close` disconnects, and the tasks continue.
 */
export function connectDrive({ url, secret, onLink, wait, fetch: fetched = fetch }: Connection): Drive {
  const send = createSend(url, secret, fetched);
  const link = openLink({ send, onState: onLink, wait });
  const closed = new AbortController();
  const call = callsOver(send, closed.signal);

  async function result(task: string): Promise<FinalResult> {
    for await (const ended of link.watch<FinalResult>({ kind: 'result', asks: { task }, signal: closed.signal })) return ended;
    throw left();
  }

  return {
    start: (request) => call('start', request),
    entries: (task, { from = 0, signal = never } = {}) =>
      link.watch<Entry>({
        kind: 'entries',
        asks: { task, from },
        signal,
        advance: ({ seq }, { from }) => (seq === from ? { task, from: seq + 1 } : undefined),
      }),
    live: (task, signal = never) => link.watch<Live>({ kind: 'live', asks: { task }, signal }),
    result,
    questions: (task) => call('questions', task),
    answer: (task, answer) => call('answer', task, answer),
    steer: (task, text) => call('steer', task, text),
    cancel: (task, why) => call('cancel', task, why),
    resume: (task) => call('resume', task),
    fork: (task, options) => call('fork', task, options),
    planUndo: (task) => call('planUndo', task),
    undo: (task, signal) => call.until(signal, 'undo', task),
    drop: (task) => call('drop', task),
    list: ({ signal, ...wanted } = {}) => call.until(signal, 'list', wanted),
    news: (signal = never) => link.watch<readonly RunningTaskNews[]>({ kind: 'news', asks: {}, signal }),
    diffs: (task) => call('diffs', task),
    replay: (task) => call('replay', task),
    cost: (of) => call('cost', of),
    allow: (rule, folder) => call('allow', rule, folder),
    openSession: (options) => call('openSession', options),
    exchanges: (session) => call('exchanges', session),
    inBackground: () => call('inBackground'),
    keep: (task) => call('keep', task),
    memory: {
      overview: () => call('memory.overview'),
      why: (task) => call('memory.why', task),
      remember: (fact) => call('memory.remember', fact),
      forget: (id, options) => call('memory.forget', id, options),
      tags: (options) => call('memory.tags', options),
      view: (tag) => call('memory.view', tag),
    },
    audit: {
      report: (times) => call('audit.report', times),
      verify: () => call('audit.verify'),
      of: (task) => call('audit.of', task),
    },
    team: {
      board: (folder) => call('team.board', folder),
      report: (folder) => call('team.report', folder),
      watch: (folder, signal) => link.watch<TeamBoard>({ kind: 'team', asks: { folder }, signal }),
    },
    close: async () => leave(),
    [Symbol.asyncDispose]: async () => leave(),
  };

  function leave(): void {
    closed.abort(left());
    link.close();
  }
}

const never = new AbortController().signal;
const left = (): ArtooError => new ArtooError('usage', 'this client is closed');

type Call = {
  /** Each method of the port returns what its type says, because a server of the same build calls that method. */
  <T>(method: string, ...args: readonly unknown[]): Promise<T>;
  until<T>(signal: AbortSignal | undefined, method: string, ...args: readonly unknown[]): Promise<T>;
};

function callsOver(send: Send, closed: AbortSignal): Call {
  async function until<T>(signal: AbortSignal | undefined, method: string, ...args: readonly unknown[]): Promise<T> {
    if (closed.aborted) throw closed.reason;
    const given = args.slice(0, args.findLastIndex((each) => each !== undefined) + 1);
    const limit = AbortSignal.any([closed, AbortSignal.timeout(callMs), ...(signal ? [signal] : [])]);
    const response = await send(`/api/call/${method}`, { arguments: given }, limit);
    return ((await response.json()) as { readonly value: T }).value; // in the form in which the server answers
  }
  return Object.assign(<T>(method: string, ...args: readonly unknown[]) => until<T>(undefined, method, ...args), { until });
}
