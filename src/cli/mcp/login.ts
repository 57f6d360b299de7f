/** `artoo mcp login`: signs in to a server, in a browser on this machine or any other. */
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { headersFor } from '../../tools/mcp/connection.ts';
import { failureWords } from '../../tools/mcp/failed-call.ts';
import { isLocal, type RemoteServer } from '../../tools/mcp/server.ts';
import { openLogins } from '../../tools/mcp/signing-in/logins.ts';
import { listenForRedirect, type RedirectListener } from '../../tools/mcp/signing-in/redirect-listener.ts';
import { signIn } from '../../tools/mcp/signing-in/sign-in.ts';
import { addressRemedy } from '../../view/machine/server-remedy.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { textOf } from '../flags/from-here.ts';
import { openBrowser } from '../terminal/open-browser.ts';
import { createPrompter } from '../terminal/prompter.ts';
import { report } from '../terminal/report.ts';
import { findTty } from '../terminal/tty.ts';
import { serverNamed } from './server-named.ts';

const limitMs = 5 * 60_000;

export async function loginToServer(called: CalledPart): Promise<number> {
  const { name, server } = await serverNamed(called);
  if (isLocal(server)) throw new ArtooError('usage', `${name} is a program on this machine; you can sign in only to servers at an address`);
  await using listener = await listen(textOf(called.given, 'port'));
  using done = withLimit(called.signal);
  try {
    const login = await signInHere(called, server, listener, done.signal);
    if (login === undefined)
      return report(called, { name, signed_in: false }, () => [`${name} does not ask you to sign in. artoo mcp test ${name} tries it.`]);
    openLogins(called.data).write(login);
    return report(called, { name, signed_in: true, issuer: login.issuer, expires_at: login.expires_at ?? null }, () => [
      `You are signed in to ${name} through ${visible(login.issuer)}.`,
    ]);
  } catch (error) {
    called.signal.throwIfAborted();
    const why = visible(failureWords(error).slice(0, 500));
    const remedy = addressRemedy({ name, server, error });
    const lines = [`You are not signed in to ${name}: ${why}`, ...(remedy === undefined ? [] : [remedy])];
    return report(called, { name, signed_in: false, why, ...(remedy !== undefined && { remedy }) }, () => lines, exits.failed);
  }
}

async function signInHere({ given, terminal }: CalledPart, server: RemoteServer, listener: RedirectListener, signal: AbortSignal) {
  using tty = findTty(terminal, false);
  using over = aborting(); // closes a question that is still open
  const prompter = tty && createPrompter(tty.input, terminal, AbortSignal.any([signal, over.signal]));
  return await signIn({
    ...{ server, headers: headersFor(server, { variables: terminal.env }), listener, signal, now: () => new Date() },
    present(page) {
      terminal.note(`Sign in at this address:\n\n${visible(page.href)}\n`);
      if (given['no-browser'] !== true) openBrowser(page.href, terminal.env);
    },
    async pasted(why) {
      const lines =
        why === undefined
          ? [`If the browser is on another machine, it ends on a page that it cannot load: paste the address of that page here.`]
          : [why];
      const answer = await prompter?.ask(lines, 'Address: ');
      return answer ?? new Promise<never>(() => {}); // the person may still approve in the browser
    },
  });
}

async function listen(port: string | undefined): Promise<RedirectListener> {
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536))
    throw new ArtooError('usage', '--port needs a number from 1 to 65535');
  try {
    return await listenForRedirect(port === undefined ? 0 : Number(port));
  } catch (cause) {
    throw new ArtooError('usage', `port ${port} cannot be used here; leave out --port, or name another one`, { cause });
  }
}

/** Fires at the end of the block. */
function aborting(): Disposable & { readonly signal: AbortSignal } {
  const own = new AbortController();
  return { signal: own.signal, [Symbol.dispose]: () => own.abort() };
}

/** Fires when the person stops the sign-in, when it takes too long, and when it ends. */
function withLimit(outer: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(new Error(`the browser did not come back within ${limitMs / 60_000} minutes`)), limitMs);
  return {
    signal: AbortSignal.any([outer, own.signal]),
    [Symbol.dispose]() {
      clearTimeout(timer);
      own.abort(new Error('it is over'));
    },
  };
}
