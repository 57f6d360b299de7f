/** The real world: models, tools, checks and the look around, each within its time limit, with secrets removed from the results. */
import type { z } from 'zod';
import { ArtooError, asArtooError, type ErrorCode } from '../contracts/errors.ts';
import type { Late } from '../contracts/late.ts';
import type { RoleId } from '../contracts/parties.ts';
import { canonicalTest, type IsCanonical } from '../contracts/shapes/canonical.ts';
import { Json } from '../contracts/shapes/json.ts';
import { LookRequest } from '../contracts/surroundings.ts';
import { explain } from '../contracts/text/explain.ts';
import type { Intent } from '../journal/entry.ts';
import type { Redact } from '../journal/redact.ts';
import { type Model, type ModelAnswer, ModelRequest, type ModelWait, type StepOrigin } from '../models/model.ts';
import type { LookAround } from '../tools/look/look-around.ts';
import { CheckRequest } from '../tools/observing/observation.ts';
import type { Observe } from '../tools/observing/observe.ts';
import { type CallId, type LookUp, ToolRequest } from '../tools/tool.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { type EffectKind, type EffectOutcome, effectValues, type Owner, type World } from './effects.ts';
import { afterLookUp, mayRepeat } from './repeat-effect.ts';
import { reserving } from './reserving.ts';
import { createShownOutput } from './shown-output.ts';

/** The dependencies of effects, apart from models. */
type Means = {
  readonly toolbox: Pick<Toolbox, 'run' | 'lookUp' | 'repeatable'>;
  readonly observe: Observe;
  readonly look: LookAround;
  readonly redact: Redact;
  readonly endBackground?: World['endBackground'];
};

export type LiveOptions = {
  readonly model: (role: RoleId) => Model;
  /** Loaded for the first effect that needs it, or while the first model request is in flight, so that loading adds no wait. */
  readonly means: Late<Means>;
  /** Receives a model's text as it is written; if absent, nothing is streamed. */
  readonly onText?: ((step: Pick<StepOrigin, 'task_id' | 'key' | 'role'>, text: string) => void) | undefined;
  /** Called when a model step waits before another attempt. */
  readonly onWait?: ((step: Pick<StepOrigin, 'task_id' | 'key' | 'role'>, wait: ModelWait) => void) | undefined;
  /** Receives the last lines that a running call has printed so far, without secrets; if absent, nothing is passed on. */
  readonly onOutput?: ((call: CallId, lines: string) => void) | undefined;
  /** How long one effect of each kind may take, in ms. */
  readonly limits?: Readonly<Record<EffectKind, number>>;
};

/** A last resort for tools and models: each has a lower limit of its own, and a model may first have to wait for its share of the caps. */
const defaultLimits = { model: 1_200_000, tool: 620_000, check: 60_000, look: 5_000 };

/** How long an effect may take to stop after its limit before it is abandoned. */
const graceMs = 2_000;

export function createLiveWorld({ model, means, onText, onWait, onOutput, limits = defaultLimits }: LiveOptions): World {
  const load = async (): Promise<Means> => means.now() ?? means.load();
  const loadAhead = (): void => void setImmediate(() => void means.load().catch(() => {})); // the first effect that needs the modules reports a failure

  /** Performs one model step. Its usage is the sum of what its calls settled. */
  async function ask(
    { key, role, input }: Intent,
    { task_id, purse, failed }: Owner,
    signal: AbortSignal,
    lives?: number,
  ): Promise<EffectOutcome> {
    const step = { task_id, key, role };
    const lost = lives === undefined ? 0 : Math.max(0, lives - (failed?.taken ?? 0)); // the usage of a recorded failure is known
    const account = purse.account(signal, { lost, used: failed?.usage });
    const origin = {
      ...{ ...step, spending: account },
      ...(onText && { onText: (text: string) => onText(step, text) }),
      ...(onWait && { onWait: (wait: ModelWait) => onWait(step, wait) }),
      ...(!means.now() && { onSent: loadAhead }),
    };
    const asked = requestIn(input, ModelRequest, lives !== undefined);
    const { ms, result } = await outcomeOf('model', signal, (inner) =>
      reserving(model(asked.answered_by ?? role)).step(asked, origin, inner),
    );
    const usage = account.close();
    if (!result.ok) return { ms, result: usage ? { ...result, usage } : result };
    const answer = result.value as ModelAnswer; // `readable` parsed it with this schema
    return { ms, result: { ok: true, value: { ...answer, usage: usage ?? answer.usage } as Json } }; // every part of an answer is JSON
  }

  async function act({ effect, key, role, input }: Intent, { task_id }: Owner, signal: AbortSignal, fromTape: boolean): Promise<unknown> {
    const { observe, look } = await load();
    if (effect === 'tool') return call(requestIn(input, ToolRequest, fromTape), { task_id, key }, signal);
    if (effect === 'look') return model(role).seen?.(key) ?? look(requestIn(input, LookRequest, fromTape), signal);
    return observe(requestIn(input, CheckRequest, fromTape), signal, { task_id, key });
  }

  async function call(request: ToolRequest, id: CallId, signal: AbortSignal): Promise<unknown> {
    const { toolbox, redact } = await load();
    if (!onOutput) return toolbox.run(request, id, signal);
    using shown = createShownOutput(redact, (lines) => onOutput(id, lines));
    return await toolbox.run(request, id, signal, shown.add);
  }

  async function outcomeOf(
    effect: EffectKind,
    signal: AbortSignal,
    begin: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<EffectOutcome> {
    const began = performance.now();
    const ms = () => Math.round(performance.now() - began);
    const [late, failed] =
      effect === 'model' ? (['model_timed_out', 'model_unreachable'] as const) : (['timed_out', 'handler_failed'] as const);
    try {
      const answer = await within(limits[effect], late, signal, begin);
      const took = ms(); // excludes the time spent loading
      const { redact } = await load();
      return { ms: took, result: { ok: true, value: redact(readable(effect, answer)) } };
    } catch (thrown) {
      const { code, message } = signal.aborted ? new ArtooError('cancelled', 'stopped by a cancel') : asArtooError(thrown, failed);
      const took = ms();
      const { redact } = await load();
      return { ms: took, result: { ok: false, code, detail: String(redact(message)) } };
    }
  }

  /** Asks the tool about this task's call, then about the origin's corresponding call. */
  async function lookUp({ key, input }: Intent, { task_id, sharedWith }: Owner, signal: AbortSignal): Promise<LookUp> {
    const request = ToolRequest.parse(input);
    const { toolbox } = await load();
    const known = await toolbox.lookUp(request, { task_id, key }, signal);
    return known === 'not_done' && sharedWith !== undefined ? toolbox.lookUp(request, { task_id: sharedWith, key }, signal) : known;
  }

  const perform: World['perform'] = (intent, owner, signal) =>
    intent.effect === 'model' ? ask(intent, owner, signal) : outcomeOf(intent.effect, signal, (inner) => act(intent, owner, inner, false));

  const recover: World['recover'] = (intent, owner, signal, lives) => {
    if (intent.effect === 'model') return ask(intent, owner, signal, lives);
    if (mayRepeat(intent)) return outcomeOf(intent.effect, signal, (inner) => act(intent, owner, inner, true));
    return outcomeOf('tool', neverAborted, async (inner) => {
      const next = afterLookUp(await lookUp(intent, owner, inner), signal.aborted);
      return next === 'perform' ? act(intent, owner, AbortSignal.any([signal, inner]), true) : next;
    });
  };

  return {
    repeatable: (effect, input) => effect !== 'tool' || means.now()?.toolbox.repeatable(requestIn(input, ToolRequest, false)) === true,
    perform,
    recover,
    endBackground(task_id) {
      const { endBackground, redact } = means.now() ?? {};
      return endBackground?.(task_id)?.then((ends) => ends.map((end) => ({ ...end, command: String(redact?.(end.command)) })));
    },
  };
}

/** The request in an intent. It is parsed if it comes from a tape; otherwise a role in this process made it. */
const requestIn = <T>(input: Json, schema: z.ZodType<T>, fromTape: boolean): T => (fromTape ? schema.parse(input) : (input as T)); // a role made the request with this type

/** The answer as the value of its effect, as JSON that a journal can hold; it is parsed unless a quick test accepts it. */
function readable(effect: EffectKind, answer: unknown): Json {
  const value = isCanonical[effect](answer) ? answer : parsed(effect, effectValues[effect], answer);
  return (isJson(value) ? value : parsed(effect, Json, value)) as Json; // the schema guarantees it
}

function parsed(effect: EffectKind, schema: z.ZodType, value: unknown): unknown {
  const { error, data } = schema.safeParse(value);
  if (error) throw new ArtooError('answer_unreadable', `the result of a ${effect} effect cannot be used: ${explain(error)}`);
  return data;
}

const isJson = canonicalTest(Json);
const isCanonical = {
  model: canonicalTest(effectValues.model),
  tool: canonicalTest(effectValues.tool),
  check: canonicalTest(effectValues.check),
  look: canonicalTest(effectValues.look),
} as const satisfies Record<EffectKind, IsCanonical>;

const neverAborted = new AbortController().signal;

/** Runs `act` with a signal that also fires at the limit. If `act` ignores even the signal, it is abandoned: nothing waits for it, and it keeps nothing alive. */
async function within<T>(ms: number, late: ErrorCode, signal: AbortSignal, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const inner = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let tooLong: ArtooError | undefined;
  let timer = setTimeout(() => {
    tooLong = new ArtooError(late, `no answer within ${ms / 1000} s`);
    inner.abort(tooLong);
    timer = setTimeout(reject, graceMs, tooLong).unref();
  }, ms).unref();
  const stop = () => inner.abort(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    Promise.resolve(act(inner.signal)).then(resolve, reject); // a custom model might not return a promise
    return await promise;
  } catch (thrown) {
    throw tooLong ?? thrown;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
