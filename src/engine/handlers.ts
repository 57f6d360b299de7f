/** The handlers of one task at work: starts them on messages, resumes them with answers, and takes their drafts to the log. */
import { quickReader } from '../contracts/canonical.ts';
import { parseDecision } from '../contracts/decisions.ts';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import { EffectKey, type MessageId } from '../contracts/ids.ts';
import { Json } from '../contracts/json.ts';
import type { Message, PayloadOf } from '../contracts/messages.ts';
import type { Party, RoleId } from '../contracts/parties.ts';
import { type AskType, replies } from '../contracts/routes.ts';
import { type EffectKind, type Effects, type EffectTypes, effectKey, effectValues, inputHash, type Place } from '../effects/effects.ts';
import type { Entry, MessageEntry, Outcome } from '../journal/entry.ts';
import type { Context, DecisionDraft, Draft, Role } from '../roles/role.ts';
import { Activation, type Waiting } from './activation.ts';
import { type Admitted, type AnyDraft, createRouteGate, type RouteGate, name } from './route-gate.ts';
import type { Body, SoFar } from './log.ts';

export type HandlersOptions = {
  readonly roles: readonly Role[];
  /** Appends to the log; undefined when nothing more may be appended. */
  readonly derive: (body: Body) => Entry | undefined;
  readonly repeatable: (effect: EffectKind, input: Json) => boolean;
  /** R7 drafted the end of the task. */
  readonly onFinal: (payload: PayloadOf<'FinalResult'>) => void;
  readonly onFailure: (activation: Activation, error: ArtooError) => void;
  /** What the host knows and a FinalResult must say. */
  readonly totals: () => Pick<PayloadOf<'FinalResult'>, 'cost' | 'changed'>;
  readonly signal: AbortSignal;
};

type Turn = Promise<void> | undefined;
type OpenAsk = { readonly type: AskType; readonly asker: Party; readonly asked: Party; answered: boolean };
type Resumable = { readonly activation: Activation; readonly settle: Waiting<unknown>['settle'] };

export class Handlers {
  readonly #options: HandlersOptions;
  readonly #roles: ReadonlyMap<Party, Role>;
  readonly #waiting = new Map<EffectKey | MessageId, Resumable & { readonly effect?: EffectKind }>();
  readonly #asks = new Map<MessageId, OpenAsk>();
  readonly #keys = new Set<EffectKey>();
  readonly #gate: RouteGate = createRouteGate();
  #atWork: Activation | undefined;
  #soFar: SoFar = { activeMs: 0, callMs: 0 };

  constructor(options: HandlersOptions) {
    this.#options = options;
    this.#roles = new Map(options.roles.map((role) => [role.id, role]));
  }

  /** Whether a person still has a question to answer. */
  get awaitsPerson(): boolean {
    return this.#asks.values().some(({ asked }) => asked === 'User');
  }

  /** Delivers a message to its role: a turn of a new handler, or of the one that asked for it. */
  deliver(message: MessageEntry, soFar: SoFar): Turn {
    const asked = message.reply_to && this.#waiting.get(message.reply_to);
    if (message.reply_to && asked) {
      this.#waiting.delete(message.reply_to);
      this.#asks.delete(message.reply_to);
      return this.#turn(asked.activation, soFar, () => asked.activation.resume(() => asked.settle({ value: message.payload })));
    }
    const role = this.#roles.get(message.to);
    const handler = role?.on[message.type] as ((message: Message, context: Context) => AsyncIterable<Draft>) | undefined; // the table is keyed by the type of message its handlers take
    if (!role || !handler) return undefined;
    const activation = new Activation(role.id, message, { take: this.#take, failed: this.#options.onFailure });
    return this.#turn(activation, soFar, () => activation.start(() => handler(message, new HandlerContext(this, activation))));
  }

  /** Delivers an outcome to the handler that waits for it. */
  answer({ key, result }: Outcome, soFar: SoFar): Turn {
    const waiting = this.#waiting.get(key);
    if (!waiting?.effect) return undefined;
    this.#waiting.delete(key);
    const { activation, settle, effect } = waiting;
    const answer = result.ok ? read(effect, result.value) : { error: new ArtooError(result.code, result.detail) };
    return this.#turn(activation, soFar, () => activation.resume(() => settle(answer)));
  }

  /** What the journal said of time when the turn began. */
  get soFar(): SoFar {
    return this.#soFar;
  }

  /** Fires when a Cancel has been delivered. */
  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /** The handler in its turn, if any. */
  get atWork(): Activation | undefined {
    return this.#atWork;
  }

  /** Checks a draft of any party as far as its type, route, payload and the question it answers go. Throws an ArtooError. */
  admit(from: Party, draft: AnyDraft & { readonly reply_to?: unknown }): Admitted & { readonly reply_to?: MessageId } {
    if (typeof draft !== 'object' || draft === null) throw new ArtooError('type_unknown', `a draft must be an object, not ${name(draft)}`);
    const admitted = this.#gate.admit(from, draft);
    if (draft.reply_to === undefined) return admitted;
    const ask = this.#asks.get(draft.reply_to as MessageId); // only looked up
    if (!ask || ask.answered || replies[ask.type] !== admitted.type || ask.asker !== admitted.to || ask.asked !== from) {
      throw new ArtooError('route_refused', `no question waits for this ${admitted.type} from ${from}`);
    }
    ask.answered = true;
    return { ...admitted, reply_to: draft.reply_to as MessageId };
  }

  #turn(activation: Activation, soFar: SoFar, run: () => Promise<void>): Turn {
    this.#atWork = activation;
    this.#gate.forget();
    this.#soFar = soFar;
    return run();
  }

  readonly #take = ({ role }: Activation, draft: Draft): 'taken' | 'stop' => (this.#append(role, draft) ? 'taken' : 'stop');

  /** Appends what a role drafted. A refusal is journaled, and thrown back at the draft. */
  #append(from: RoleId, draft: Draft): Entry | undefined {
    try {
      return this.#accept(from, draft);
    } catch (thrown) {
      this.#options.derive(refusal(from, draft as AnyDraft, thrown));
      throw thrown;
    }
  }

  /** A FinalResult is not appended here: it is the last entry, when all effects are answered. */
  #accept(from: RoleId, draft: Draft): Entry | undefined {
    const { derive, onFinal } = this.#options;
    if (isDecision(draft)) {
      const { decision: name, inputs, result } = draft;
      const parsed = parseDecision({ role: from, name, inputs, result });
      if ('wrong' in parsed) throw new ArtooError('payload_refused', `a decision of ${from}: ${parsed.wrong}`);
      return derive({ kind: 'decision', ...parsed.decision });
    }
    const admitted = this.admit(from, this.#completed(from, draft));
    const { to, type, payload, reply_to } = admitted;
    if (type !== 'FinalResult') return derive({ kind: 'message', from, to, type, payload, reply_to } as Body); // parsed by the schema of its type
    onFinal(payload as PayloadOf<'FinalResult'>); // the same
    return undefined;
  }

  /** What only the host knows is filled in, over whatever the role says. */
  #completed(from: RoleId, draft: AnyDraft): AnyDraft {
    if (draft?.type !== 'FinalResult' || from !== 'R7') return draft;
    return { ...draft, payload: { ...(draft.payload as object), ...this.#options.totals() } }; // spreading what is no object adds nothing
  }

  /** Asks for an effect: journals the intent, and ends the turn until its outcome is delivered. */
  begin(activation: Activation, effect: EffectKind, place: Place, input: Json): Promise<unknown> {
    activation.mustRun();
    const { role } = activation;
    const key = this.#newKey(activation, effectKey(role, place));
    if (!Json.safeParse(input).success)
      throw new ArtooError('payload_refused', `${activation} asked for an effect with an input that is not JSON`);
    const body = {
      kind: 'intent',
      key,
      effect,
      role,
      repeatable: this.#options.repeatable(effect, input),
      input,
      input_hash: inputHash(input),
    } as const;
    if (!this.#options.derive(body)) return stopped(activation);
    const { promise, settle } = activation.wait<unknown>();
    this.#waiting.set(key, { activation, settle, effect });
    return promise;
  }

  /** A key names one place in the task, once. */
  #newKey(activation: Activation, key: EffectKey): EffectKey {
    if (!EffectKey.safeParse(key).success) throw new ArtooError('effect_misuse', `${activation} asked for an effect at no place: ${key}`);
    if (this.#keys.has(key)) throw new ArtooError('effect_misuse', `${activation} used the effect key ${key} a second time`);
    this.#keys.add(key);
    return key;
  }

  /** Asks a question: journals it, and ends the turn until its reply is delivered. */
  ask(activation: Activation, request: AnyDraft): Promise<unknown> {
    activation.mustRun();
    if (typeof request.type !== 'string' || !Object.hasOwn(replies, request.type)) {
      throw new ArtooError('route_refused', `${name(request.type)} is not a question`);
    }
    const sent = this.#append(activation.role, request as Draft); // checked as it is appended
    if (sent?.kind !== 'message') return stopped(activation);
    this.#asks.set(sent.id, { type: sent.type as AskType, asker: sent.from, asked: sent.to, answered: false }); // in `replies`, as seen above
    const { promise, settle } = activation.wait<unknown>();
    this.#waiting.set(sent.id, { activation, settle });
    return promise;
  }
}

/** What a handler gets. Most use little of it, so each part is made when it is asked for. */
class HandlerContext implements Context {
  readonly #handlers: Handlers;
  readonly #activation: Activation;

  constructor(handlers: Handlers, activation: Activation) {
    this.#handlers = handlers;
    this.#activation = activation;
  }

  get effects(): Effects {
    const effect =
      <K extends EffectKind>(kind: K) =>
      async (place: Place, request: EffectTypes[K]['request']): Promise<EffectTypes[K]['value']> =>
        this.#handlers.begin(this.#activation, kind, place, request as unknown as Json) as Promise<EffectTypes[K]['value']>; // read back by the schema of its kind
    return { model: effect('model'), tool: effect('tool'), check: effect('check'), look: effect('look') };
  }

  get ask(): Context['ask'] {
    return async (request) => this.#handlers.ask(this.#activation, request) as never; // the reply's type is checked when it is admitted
  }

  get activeMs(): Context['activeMs'] {
    return () => this.#handlers.soFar.activeMs;
  }

  get callMs(): Context['callMs'] {
    return () => this.#handlers.soFar.callMs;
  }

  get signal(): AbortSignal {
    return this.#handlers.signal;
  }
}

const isDecision = (draft: Draft): draft is DecisionDraft => typeof draft === 'object' && draft !== null && 'decision' in draft;

/** The entry for a draft of any party that was refused. */
export function refusal(from: Party, draft: AnyDraft, thrown: unknown): Body {
  const { code, message } = asArtooError(thrown, 'payload_refused');
  return { kind: 'refusal', from, to: plain(draft?.to), type: plain(draft?.type), code, detail: message };
}

/** Nothing more may be appended: the handler stays where it is, for good. */
function stopped(activation: Activation): Promise<never> {
  activation.drop();
  return new Promise(() => {});
}

const readers: Readonly<Record<EffectKind, (value: unknown) => unknown>> = {
  model: quickReader(effectValues.model),
  tool: quickReader(effectValues.tool),
  check: quickReader(effectValues.check),
  look: quickReader(effectValues.look),
};

/** An outcome as the typed value of its effect. What does not fit its schema is an answer that cannot be read. */
function read(effect: EffectKind, value: Json): { value: unknown } | { error: ArtooError } {
  const parsed = readers[effect](value);
  return parsed !== undefined
    ? { value: parsed }
    : { error: new ArtooError('answer_unreadable', `the outcome of a ${effect} effect has the wrong shape`) };
}

const plain = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : typeof value);
