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
  senderFrom,
  type ToHost,
  type ToWorker,
  takenFrom,
  toHost,
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
};

/** How much longer a run may take than the command itself, to restore the snapshot and send the changes. */
const aroundMs = 120_000;
const maxResultBytes = 64 * 1024 ** 2;

export function createRemoteCalls({ bus, host, objects, claims }: RemoteCallsOptions): RemoteCalls {
  const pending = new Map<string, Pending>();
  /** Runs whose claim ended before their answer came. */
  const unanswered = new Set<string>();
  const counts = new Map<string, number>();
  const count = (worker: string, by: number) => counts.set(worker, (counts.get(worker) ?? 0) + by);

  async function perform(request: RunRequest, claim: Claim, given: Given): Promise<RunResult> {
    const name = nameOf(request);
    const answer = Promise.withResolvers<RunResult>();
    answer.promise.catch(() => {}); // a false answer may come before anything waits for it
    const { signal } = given;
    const limit = AbortSignal.timeout(request.timeout_ms + aroundMs);
    const either = AbortSignal.any([signal, claim.ended, limit]);
    pending.set(name, { ...given, claim, answer });
    count(claim.worker, 1);
    try {
      const reply = takenFrom(await requestUntilAnswered(bus, bus.names.work(claim.worker), encoded(request), either));
      if (!reply?.taken) throw new ClaimLost(reply?.why ?? 'failed');
      return await unlessAborted(answer.promise, either);
    } catch (error) {
      const { task_id, key, run, token } = request;
      if (signal.aborted || limit.aborted) send(claim.worker, { kind: 'stop', host, task_id, key, run, token });
      if (signal.aborted) throw signal.reason;
      throw limit.aborted ? new ClaimLost('failed', 'it did not answer in time') : error;
    } finally {
      if (claim.ended.aborted || limit.aborted) noteUnanswered(name);
      pending.delete(name);
      count(claim.worker, -1);
    }
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

  /** An answer that nothing can be read from is false: its claim ends at once, and not only at the limit of its command. */
  function onUnreadable(data: Uint8Array, respond: (data: Uint8Array) => unknown): void {
    const sender = senderFrom(data);
    const asked = [...pending.values()].filter(({ claim }) => claim.token === sender?.token && claim.worker === sender.worker);
    for (const { answer } of asked) answer.reject(new ClaimLost('lied', 'its answer cannot be read'));
    if (asked.length > 0) respond(encoded({ taken: true }));
  }

  function noteUnanswered(name: string): void {
    if (unanswered.size >= maxUnanswered) unanswered.clear();
    unanswered.add(name);
  }

  /** Records, once, an answer that came after the claim had ended. An answer that was not asked for, or has an unknown token, is ignored. */
  function noteLate(message: Extract<ToHost, { readonly kind: 'answer' }>): void {
    const { key, token, result, task_id } = message;
    const claim = claims().withToken(token);
    if (!claim?.ended.aborted || claim.task_id !== task_id || claim.worker !== message.worker) return;
    if (!unanswered.delete(nameOf(message))) return;
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
      const told = toHost(data);
      const respond = (taken: Uint8Array) => message.respond(taken);
      if (told) onMessage(told, respond);
      else onUnreadable(data, respond);
    },
  });

  const isUsed: RemoteCalls['isUsed'] = ({ token }) => [...pending.values()].some(({ claim }) => claim.token === token);

  return { perform, running: counts, isUsed, send, [Symbol.dispose]: () => subscription.unsubscribe() };
}

const maxUnanswered = 10_000;

const nameOf = ({ token, key, run }: Pick<RunRequest, 'token' | 'key' | 'run'>): string => `${token} ${key} ${run}`;
