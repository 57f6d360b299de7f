/** Runs the handlers of one task: starts them on messages, resumes them with answers, and appends their drafts to the log. */

import { ArtooError } from '../contracts/errors.ts';
import { EffectKey } from '../contracts/ids.ts';
import type { Message, PayloadOf } from '../contracts/messages.ts';
import type { Party, RoleId } from '../contracts/parties.ts';
import { type AskType, type ReplyTo, replies } from '../contracts/routes.ts';
import { canonicalTest, quickReader } from '../contracts/shapes/canonical.ts';
import { Json } from '../contracts/shapes/json.ts';
import { type EffectKind, type Effects, type EffectTypes, effectKey, effectValues, inputHash, type Place } from '../effects/effects.ts';
import type { Entry, MessageEntry, Outcome } from '../journal/entry.ts';
import type { Context, Draft, Role } from '../roles/role.ts';
import { Activation } from './activation.ts';
import type { Body, SoFar } from './log.ts';
import { type Admitted, type AnyDraft, admitDecision, createRouteGate, name, type RouteGate, refusal } from './route-gate.ts';

export type HandlersOptions = {
  readonly roles: readonly Role[];
  /** Appends to the log; undefined if nothing more may be appended. */
  readonly derive: (body: Body) => Entry | undefined;
  readonly repeatable: (effect: EffectKind, input: Json) => boolean;
  /** R7 drafted the end of the task. */
  readonly onFinal: (payload: PayloadOf<'FinalResult'>) => void;
  readonly onFailure: (activation: Activation, error: ArtooError) => void;
  /** The fields of a FinalResult that the host fills in. */
  readonly totals: () => Pick<PayloadOf<'FinalResult'>, 'cost' | 'changed'>;
  readonly signal: AbortSignal;
};

type Turn = Promise<void> | undefined;
/** A handler that is waiting for an outcome. */
type Waiting = { readonly activation: Activation; readonly settle: (result: Outcome['result']) => void };
/** A handler that is waiting for a reply. */
type Question = {
  readonly message: MessageEntry;
  readonly type: AskType;
  isAnswered: boolean;
  readonly activation: Activation;
  readonly settle: (reply: Message) => void;
};

export class Handlers {
  readonly #options: HandlersOptions;
  readonly #roles: ReadonlyMap<Party, Role>;
  readonly #waiting = new Map<EffectKey, Waiting>();
  readonly #questions = new Map<unknown, Question>();
  readonly #keys = new Set<EffectKey>();
  readonly #gate: RouteGate = createRouteGate();
  #atWork: Activation | undefined;
  #soFar: SoFar = { activeMs: 0, callMs: 0 };

  constructor(options: HandlersOptions) {
    this.#options = options;
    this.#roles = new Map(options.roles.map((role) => [role.id, role]));
  }

  /** Whether a question to the person is still open. */
  get awaitsPerson(): boolean {
    return this.#questions.values().some(({ message }) => message.to === 'User');
  }

  /** The question that a message answers, until that answer is delivered. */
  questionOf({ reply_to }: Pick<Admitted, 'reply_to'>): MessageEntry | undefined {
    return this.#questions.get(reply_to)?.message;
  }

  /** Delivers a message to its role, as a turn of a new handler or of the handler that asked for it. */
  deliver(message: MessageEntry, soFar: SoFar): Turn {
    const question = this.#questions.get(message.reply_to);
    if (question) {
      const { activation, settle } = question;
      this.#questions.delete(message.reply_to);
      return this.#turn(activation, soFar, () => activation.resume(() => settle(message)));
    }
    const role = this.#roles.get(message.to);
    const handler = role?.on[message.type] as ((message: Message, context: Context) => AsyncIterable<Draft>) | undefined; // the table is keyed by the type of message that its handlers take
    if (!role || !handler) return undefined;
    const take = (_: Activation, draft: Draft) => (this.#append(role.id, draft) ? 'taken' : 'stop');
    const activation = new Activation(role.id, message, { take, failed: this.#options.onFailure });
    return this.#turn(activation, soFar, () => activation.start(() => handler(message, new HandlerContext(this, activation))));
  }

  /** Delivers an outcome to the handler that is waiting for it. */
  answer({ key, result }: Outcome, soFar: SoFar): Turn {
    const waiting = this.#waiting.get(key);
    if (!waiting) return undefined;
    this.#waiting.delete(key);
    const { activation, settle } = waiting;
    return this.#turn(activation, soFar, () => activation.resume(() => settle(result)));
  }

  /** The times of the task at the start of the turn. */
  get soFar(): SoFar {
    return this.#soFar;
  }

  /** Fires when a Cancel is delivered. */
  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /** The handler in its turn, if any. */
  get atWork(): Activation | undefined {
    return this.#atWork;
  }

  /** Checks the type, route and payload of a draft, and the question it answers. Throws an ArtooError. */
  admit(from: Party, draft: AnyDraft): Admitted {
    if (typeof draft !== 'object' || draft === null) throw new ArtooError('type_unknown', `a draft must be an object, not ${name(draft)}`);
    const admitted = this.#gate.admit(from, draft);
    if (draft.reply_to === undefined) return admitted;
    const question = this.#questions.get(draft.reply_to);
    const fits =
      question && replies[question.type] === admitted.type && question.message.from === admitted.to && question.message.to === from;
    if (!fits || question.isAnswered) {
      throw new ArtooError('route_refused', `no question is waiting for this ${admitted.type} from ${from}`);
    }
    question.isAnswered = true;
    return { ...admitted, reply_to: question.message.id };
  }

  #turn(activation: Activation, soFar: SoFar, run: () => Promise<void>): Turn {
    this.#atWork = activation;
    this.#gate.forget();
    this.#soFar = soFar;
    return run();
  }

  /** Appends a role's draft. A refusal is journaled, and thrown into the handler. */
  #append(from: RoleId, draft: AnyDraft): Entry | undefined {
    try {
      return this.#accept(from, draft);
    } catch (thrown) {
      this.#options.derive(refusal(from, draft, thrown));
      throw thrown;
    }
  }

  /** A FinalResult is not appended here: it becomes the last entry once all effects are answered. */
  #accept(from: RoleId, draft: AnyDraft): Entry | undefined {
    const { derive, onFinal } = this.#options;
    if (isDecision(draft)) return derive({ kind: 'decision', ...admitDecision(from, draft) });
    const admitted = this.admit(from, this.#completed(from, draft));
    if (admitted.type !== 'FinalResult') return derive({ kind: 'message', from, ...admitted });
    onFinal(admitted.payload);
    return undefined;
  }

  /** Fills in the fields that belong to the host, and overwrites anything the role put in them. */
  #completed(from: RoleId, draft: AnyDraft): AnyDraft {
    if (draft?.type !== 'FinalResult' || from !== 'R7') return draft;
    return { ...draft, payload: Object.assign({}, draft.payload, this.#options.totals()) }; // a payload that is not an object adds nothing
  }

  /** Asks for an effect: journals the intent, and ends the turn until its outcome is delivered. */
  begin<K extends EffectKind>(
    activation: Activation,
    effect: K,
    place: Place,
    request: EffectTypes[K]['request'],
  ): Promise<EffectTypes[K]['value']> {
    activation.mustRun();
    const { role } = activation;
    const key = this.#newKey(activation, effectKey(role, place));
    const input = readJson(request);
    if (input === undefined) throw new ArtooError('payload_refused', `${activation} asked for an effect with an input that is not JSON`);
    const repeatable = this.#options.repeatable(effect, input);
    if (!this.#options.derive({ kind: 'intent', key, effect, role, repeatable, input, input_hash: inputHash(input) }))
      return stopped(activation);
    const { promise, settle } = activation.wait<EffectTypes[K]['value']>();
    this.#waiting.set(key, { activation, settle: (result) => settle(read(effect, result)) });
    return promise;
  }

  /** Throws if the key was used before: each key names one place in the task and is used once. */
  #newKey(activation: Activation, key: EffectKey): EffectKey {
    if (!isEffectKey(key)) throw new ArtooError('effect_misuse', `${activation} asked for an effect at an invalid place: ${key}`);
    if (this.#keys.has(key)) throw new ArtooError('effect_misuse', `${activation} used the effect key ${key} a second time`);
    this.#keys.add(key);
    return key;
  }

  /** Asks a question: journals it, and ends the turn until its reply is delivered. */
  ask<T extends AskType>(activation: Activation, request: AnyDraft): Promise<PayloadOf<ReplyTo<T>>> {
    activation.mustRun();
    const { type } = request;
    if (!isAskType(type)) throw new ArtooError('route_refused', `${name(type)} is not a question`);
    const sent = this.#append(activation.role, request);
    if (sent?.kind !== 'message') return stopped(activation);
    const { promise, settle } = activation.wait<PayloadOf<ReplyTo<T>>>();
    const answer = ({ payload }: Message) => settle({ value: payload as PayloadOf<ReplyTo<T>> }); // only a reply of that type was admitted
    this.#questions.set(sent.id, { message: sent, type, isAnswered: false, activation, settle: answer });
    return promise;
  }
}

/** The context that a handler is given. A class, because V8 keeps an object literal with a getter as a slow dictionary. */
class HandlerContext implements Context {
  readonly #handlers: Handlers;
  readonly #activation: Activation;
  readonly signal: AbortSignal;

  constructor(handlers: Handlers, activation: Activation) {
    this.#handlers = handlers;
    this.#activation = activation;
    this.signal = handlers.signal;
  }

  /** Made on demand: few handlers use it. */
  get effects(): Effects {
    return { model: this.#effect('model'), tool: this.#effect('tool'), check: this.#effect('check'), look: this.#effect('look') };
  }

  readonly ask: Context['ask'] = async (request) => this.#handlers.ask(this.#activation, request);

  readonly activeMs = (): number => this.#handlers.soFar.activeMs;

  readonly callMs = (): number => this.#handlers.soFar.callMs;

  #effect<K extends EffectKind>(kind: K) {
    return async (place: Place, request: EffectTypes[K]['request']): Promise<EffectTypes[K]['value']> =>
      this.#handlers.begin(this.#activation, kind, place, request);
  }
}

const isDecision = (draft: AnyDraft): boolean => typeof draft === 'object' && draft !== null && 'decision' in draft;

const isAskType = (type: unknown): type is AskType => typeof type === 'string' && Object.hasOwn(replies, type);

/** Nothing more may be appended, so the handler never continues. */
function stopped(activation: Activation): Promise<never> {
  activation.drop();
  return new Promise(() => {});
}

const isEffectKey = canonicalTest(EffectKey);
const readJson = quickReader(Json);
const readers: { readonly [K in EffectKind]: (value: unknown) => EffectTypes[K]['value'] | undefined } = {
  model: quickReader(effectValues.model),
  tool: quickReader(effectValues.tool),
  check: quickReader(effectValues.check),
  look: quickReader(effectValues.look),
};

/** An outcome as the typed value of its effect, or `answer_unreadable` if it does not fit the schema. */
function read<K extends EffectKind>(effect: K, result: Outcome['result']): { value: EffectTypes[K]['value'] } | { error: ArtooError } {
  if (!result.ok) return { error: new ArtooError(result.code, result.detail) };
  const value = readers[effect](result.value);
  return value === undefined
    ? { error: new ArtooError('answer_unreadable', `the outcome of a ${effect} effect has the wrong shape`) }
    : { value };
}
