/**
 * Commands of this host that run on workers: a request is repeated until its worker has received it, and an answer counts only with the token of a
 * claim that has not ended.
 */
import type { Bus } from '../bus.ts';
import type { Objects } from '../objects/objects.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { type Claim, ClaimLost, type Claims } from './claims.ts';
import { requestUntilAnswered } from './request-until-answered.ts';
import {
  encoded,
  type RunRequest,
  type RunResult,
  resultFrom,
  type ToHost,
  type ToWorker,
  takenFrom,
  toHost,
  tokenIn,
} from './wire-messages.ts';

export type RemoteCalls = Disposable & {
  /** Rejects with `ClaimLost` if the claim ends first, and with the reason of the signal, which stops the command. */
  perform(request: RunRequest, claim: Claim, given: Given): Promise<RunResult>;
  /** How many commands from this host each worker is running. */
  readonly running: ReadonlyMap<string, number>;
  /** Whether a command is under way under this claim. */
  isUsed(claim: Claim): boolean;
  /** Sends a message to a worker once, without waiting. */
  send(worker: string, message: ToWorker): void;
};

type Given = { readonly signal: AbortSignal; readonly onOutput?: ((text: string) => void) | undefined };

type Pending = Given & { readonly claim: Claim; readonly answer: PromiseWithResolvers<RunResult> };

export type RemoteCallsOptions = {
  readonly bus: Bus;
  readonly host: string;
  readonly objects: Objects;
  readonly claims: () => Pick<Claims, 'withToken' | 'tellerOf'>;
  /** How long a worker may leave a request unanswered. */
  readonly silentMs: number;
};

/** How much longer a run may take than the command itself, to restore the snapshot and send the changes. */
const aroundMs = 120_000;
const maxResultBytes = 64 * 1024 ** 2;
/** How much may be said about one run: its output as it is printed and an answer, which may be repeated many times. */
const maxRunBytes = 16 * 1024 ** 2;

/** How many runs were asked for under a token, how many bytes came back, and which runs were not answered before their claim ended. */
type Asked = { runs: number; bytes: number; readonly unanswered: Set<string> };

export function createRemoteCalls({ bus, host, objects, claims, silentMs }: RemoteCallsOptions): RemoteCalls {
  const pending = new Map<string, Pending>();
  /** What was asked under each token, newest last. */
  const asked = new Map<string, Asked>();
  const counts = new Map<string, number>();
  const count = (worker: string, by: number) => counts.set(worker, (counts.get(worker) ?? 0) + by);

  async function perform(request: RunRequest, claim: Claim, given: Given): Promise<RunResult> {
    const name = nameOf(request);
    const answer = Promise.withResolvers<RunResult>();
    answer.promise.catch(() => {}); // a false answer may come before anything waits for it
    const { signal } = given;
    const limit = AbortSignal.timeout(request.timeout_ms + aroundMs);
    const either = AbortSignal.any([signal, claim.ended, limit]);
    const ours = askedUnder(claim.token);
    ours.runs += 1;
    pending.set(name, { ...given, claim, answer });
    count(claim.worker, 1);
    try {
      await taken(request, claim, either);
      return await unlessAborted(answer.promise, either);
    } catch (error) {
      const { task_id, key, run, token } = request;
      if (signal.aborted || limit.aborted) send(claim.worker, { kind: 'stop', host, task_id, key, run, token });
      if (signal.aborted) throw signal.reason;
      throw limit.aborted ? new ClaimLost('failed', 'it did not answer in time') : error;
    } finally {
      if (claim.ended.aborted || limit.aborted) ours.unanswered.add(name);
      pending.delete(name);
      count(claim.worker, -1);
    }
  }

  function askedUnder(token: string): Asked {
    const found = asked.get(token) ?? { runs: 0, bytes: 0, unanswered: new Set() };
    asked.delete(token);
    const [oldest] = asked.size >= maxAsked ? asked.keys() : [];
    if (oldest !== undefined) asked.delete(oldest);
    asked.set(token, found);
    return found;
  }

  /** A worker that only announces itself, and takes nothing, must not hold a command up. */
  async function taken(request: RunRequest, { worker }: Claim, either: AbortSignal): Promise<void> {
    const patience = AbortSignal.timeout(silentMs);
    const answered = requestUntilAnswered(bus, bus.names.work(worker), encoded(request), AbortSignal.any([either, patience]));
    const reply = takenFrom(
      await answered.catch((error: unknown) => {
        throw patience.aborted && !either.aborted ? new ClaimLost('failed', 'it does not accept the command') : error;
      }),
    );
    if (!reply?.taken) throw new ClaimLost(reply?.why ?? 'failed');
  }

  function onMessage(message: ToHost, respond: (data: Uint8Array) => unknown): void {
    const found = pending.get(nameOf(message));
    const isMeant = found && !found.claim.ended.aborted && found.claim.token === message.token;
    if (message.kind === 'output') return isMeant ? found.onOutput?.(message.text) : undefined;
    respond(encoded({ taken: true }));
    if (!isMeant || message.worker !== found.claim.worker) return noteLate(message);
    settle(found, message.result).catch((error: unknown) => found.answer.reject(error));
  }

  async function settle({ answer, claim }: Pending, result: Extract<ToHost, { readonly kind: 'answer' }>['result']): Promise<void> {
    if (!('stored' in result)) return answer.resolve(result);
    const whole = resultFrom(await objects.get(result.stored, maxResultBytes, claim.ended).catch(() => Buffer.alloc(0)));
    if (whole) answer.resolve(whole);
    else answer.reject(new ClaimLost('lied', 'its result is not on the bus'));
  }

  /** Nothing else is read under that token: its claims end at once, and not only at the limits of their commands. */
  function distrust(token: string, why: string): void {
    asked.delete(token);
    for (const { claim, answer } of pending.values()) if (claim.token === token) answer.reject(new ClaimLost('lied', why));
  }

  /** Records, once, an answer that came after the claim had ended. An answer that was not asked for, or has an unknown token, is ignored. */
  function noteLate(message: Extract<ToHost, { readonly kind: 'answer' }>): void {
    const { key, token, result, task_id } = message;
    const claim = claims().withToken(token);
    if (!claim?.ended.aborted || claim.task_id !== task_id || claim.worker !== message.worker) return;
    if (!asked.get(token)?.unanswered.delete(nameOf(message))) return;
    const exit_code = 'ok' in result && result.ok ? result.exit_code : null;
    void claims().tellerOf(task_id)?.({ kind: 'late', key, worker: claim.worker, number: claim.number, exit_code });
  }

  function send(worker: string, message: ToWorker): void {
    if (!bus.connection.isClosed()) bus.connection.publish(bus.names.work(worker), encoded(message));
  }

  const subscription = bus.connection.subscribe(bus.names.done(host), {
    callback: (error, message) => {
      if (error) return;
      const { data } = message;
      const respond = (taken: Uint8Array) => message.respond(taken);
      const token = tokenIn(data);
      const ours = token === undefined ? undefined : asked.get(token);
      if (token === undefined || !ours) return void respond(encoded({ taken: true })); // of an earlier claim, or made up: it is not worth reading
      ours.bytes += data.length;
      const told = ours.bytes > ours.runs * maxRunBytes ? undefined : toHost(data);
      if (told) return onMessage(told, respond);
      distrust(token, ours.bytes > ours.runs * maxRunBytes ? 'it sends more than any command can print' : 'its answer cannot be read');
      respond(encoded({ taken: true }));
    },
  });

  const isUsed: RemoteCalls['isUsed'] = ({ token }) => [...pending.values()].some(({ claim }) => claim.token === token);

  return { perform, running: counts, isUsed, send, [Symbol.dispose]: () => subscription.unsubscribe() };
}

/** How many claims are known, including those that have ended. */
const maxAsked = 10_000;

const nameOf = ({ token, key, run }: Pick<RunRequest, 'token' | 'key' | 'run'>): string => `${token} ${key} ${run}`;
