/** A tool of an MCP server. Every call needs approval or a rule (Law 1), and is marked before it is sent. */
import { z } from 'zod';
import { Json } from '../../contracts/shapes/json.ts';
import { mayCall } from '../../laws/law1-harm.ts';
import type { Permissions } from '../asking/permissions.ts';
import { limitTo } from '../running/limit-to.ts';
import type { StartedCalls } from '../running/started-calls.ts';
import { type CallId, failed, type LookUp, needsYes, type Tool, type ToolContext, type ToolResult } from '../tool.ts';
import { callHarm, callHash, isAnswer, questionHarm } from './call-question.ts';
import type { Question } from './call-under-way.ts';
import type { Connection } from './connection.ts';
import { changedParts, type Definition, offeredName, type Pin, pinOf, pinText, serverIn, sortedText } from './definition.ts';
import { failedCall, isForgotten } from './failed-call.ts';
import type { HeldCall, HeldCalls } from './held-calls.ts';
import type { KnownServers } from './known-servers.ts';
import { answerTo, readForm } from './read-form.ts';
import { readResult } from './read-result.ts';
import type { Servers } from './servers.ts';
import type { Where } from './start-program.ts';

export type McpToolOptions = {
  readonly servers: Servers;
  readonly kept: KnownServers;
  readonly permissions: Permissions;
  /** Marks calls that leave no receipt. */
  readonly started: StartedCalls;
  readonly held: HeldCalls;
  /** Additional data that a call passes to the server. */
  readonly metaOf?: ((call: CallId) => Readonly<Record<string, string>> | undefined) | undefined;
};

const Input = z.record(z.string(), Json);
type Input = z.infer<typeof Input>;

/** The time limit of a call whose server is no longer configured. */
const defaultTimeoutMs = 60_000;

/** The tool with that name, if it belongs to a server: decided by nothing but the name, so that a task can be replayed without the server. */
export function createMcpTools(options: McpToolOptions): (name: string) => Tool<Input> | undefined {
  const { servers, kept, permissions, started, held, metaOf } = options;

  /** Makes the call, or returns the question that must be answered first. */
  async function run(name: string, input: Input, context: ToolContext): Promise<ToolResult> {
    if (isAnswer(context.approved)) started.mark(context.call); // this continues a call that may take effect
    const answered = held.take(context.call, context.approved);
    if (answered) return proceed(answered, context);
    if (isAnswer(context.approved) && !mayRepeat(name, context)) return failed('failed', lost);
    const server = serverIn(name) ?? '';
    const known = servers.known(server, context)?.find((each) => offeredName(each) === name);
    const early = known && whyNot(known, input, context);
    if (early) return early; // returned without starting the server
    const connection = await servers.connection(server, context, context.signal);
    const definition = connection.definitions().find((each) => offeredName(each) === name);
    if (!definition) return failed('not_found', `the server ${server} no longer has a tool ${name}`);
    const isOther = known === undefined || pinText(known) !== pinText(definition);
    return (isOther ? whyNot(definition, input, context, known) : undefined) ?? call(connection, definition, input, context);
  }

  /** The question or denial of Law 1, if there is one. `before` is the definition that was known before. */
  function whyNot(definition: Definition, input: Input, context: ToolContext, before?: Definition): ToolResult | undefined {
    const { approved, refused, call } = context;
    const { server, tool } = definition;
    const action = { tool: 'mcp', name: `${server}/${tool}` } as const;
    const hash = callHash(definition, input);
    const changed = changedIn(definition, context, before);
    const verdict = mayCall({
      ruled: permissions.decide(action, call.task_id),
      changed: changed.length === 0 ? undefined : changed.join(' and '),
      isRefused: refused.includes(hash),
      ...{ approved, hash },
    });
    if (verdict.verdict === 'apply') return undefined;
    const denied = verdict.verdict === 'deny' ? { denied: verdict.rule } : {};
    return needsYes(callHarm(definition, input, { reason: verdict.reason, rule: permissions.narrow(action), ...denied }));
  }

  /** An approval for one program or address does not apply to a different one with the same name. */
  function changedIn(definition: Definition, where: Where, before?: Definition): readonly string[] {
    const [settings, pinned] = [servers.settingsAt(definition.server, where), pinnedAt(definition, where)];
    if (settings && !pinned && kept.hasOther(definition.server, settings)) return ['program or address'];
    const pin = pinned ?? (before && pinOf(before));
    return pin === undefined ? [] : changedParts(pin, pinOf(definition));
  }

  function pinnedAt({ server, tool }: Definition, where: Where): Pin | undefined {
    const settings = servers.settingsAt(server, where);
    return settings && kept.pin(server, settings, tool);
  }

  /** Recorded after an approval, or when a rule first applies to the tool. */
  function agree(definition: Definition, where: Where): void {
    const [settings, pin] = [servers.settingsAt(definition.server, where), pinnedAt(definition, where)];
    if (settings && (pin === undefined || changedParts(pin, pinOf(definition)).length > 0)) kept.agree(settings, definition);
  }

  async function call(connection: Connection, definition: Definition, input: Input, context: ToolContext): Promise<ToolResult> {
    agree(definition, context);
    started.mark(context.call);
    const under = connection.call({ tool: definition.tool, input, meta: metaOf?.(context.call) }, context.onOutput ?? (() => {}));
    return follow({ call: under, connection, definition, form: [], questions: 0 }, context);
  }

  /** Runs until the call is done, or asks the person something that can be answered here and now. */
  async function follow(under: HeldCall, context: ToolContext): Promise<ToolResult> {
    const { definition } = under;
    const { server, tool } = definition;
    const timeout = servers.settings(server)?.timeout ?? defaultTimeoutMs;
    const notes: string[] = [];
    using limit = limitTo(timeout, context.signal);
    for (let { questions } = under; ; questions += 1) {
      const step = await under.call.next(limit.signal);
      if (step.step === 'done') return withNotes(readResult(step.result, definition), notes);
      if (step.step === 'failed') {
        context.signal.throwIfAborted(); // the toolbox reports why it was stopped
        if (isForgotten(step.error)) under.connection.close();
        const ended = under.connection.why();
        const why = limit.signal.aborted ? late(timeout) : ended === undefined ? step.error : new Error(`its server has stopped: ${ended}`);
        return withNotes(failedCall(`${server}/${tool}`, why), notes);
      }
      const form = readForm(step.question.schema);
      if (form && questions < maxQuestions) {
        const harm = questionHarm(definition, step.question, form, `${context.call.key} ${questions}`);
        held.keep(context.call, harm.hash, { ...under, form, questions: questions + 1 });
        return needsYes(harm);
      }
      if (notes.length < maxQuestions) notes.push(declined(step.question));
      under.call.answer({ action: 'decline' });
    }
  }

  /** Called when the person has approved what the server asked. */
  function proceed(under: HeldCall, context: ToolContext): Promise<ToolResult> {
    const content = answerTo(under.form, context.filled ?? {});
    under.call.answer(content ? { action: 'accept', content } : { action: 'decline' });
    return follow(under, context);
  }

  /** A marked call may have been made, and so may a call whose server asked the person something. */
  async function lookUp(name: string, context: ToolContext): Promise<LookUp> {
    if (!started.isMarked(context.call) && !isAnswer(context.approved)) return 'not_done';
    return mayRepeat(name, context) ? 'not_done' : 'unknown';
  }

  /** A call that may have been made is repeated only if a rule allows it and its server declares it idempotent. */
  function mayRepeat(name: string, context: ToolContext): boolean {
    const definition = servers.known(serverIn(name) ?? '', context)?.find((each) => offeredName(each) === name);
    if (definition?.annotations?.idempotentHint !== true) return false;
    return permissions.decide({ tool: 'mcp', name: `${definition.server}/${definition.tool}` }, context.call.task_id).decision === 'allow';
  }

  return (name) => {
    const server = serverIn(name);
    if (server === undefined) return undefined;
    const { timeout = defaultTimeoutMs, start_timeout = 0 } = servers.settings(server) ?? {};
    return {
      name,
      description: `A tool of the MCP server ${server}.`,
      input: Input,
      timeoutMs: start_timeout + timeout + 5_000, // each part of the wait has its own limit
      target: (input) => sortedText(input),
      changes: () => true,
      repeatable: () => false,
      async run(input, context) {
        try {
          return await run(name, input, context);
        } catch (error) {
          context.signal.throwIfAborted();
          return failedCall(`the MCP server ${server}`, error);
        }
      },
      lookUp: (_, context) => lookUp(name, context),
    };
  };
}

/** The number of questions per call that reach the person. */
const maxQuestions = 3;

const declined = ({ message }: Question): string =>
  `the server asked the person "${message.slice(0, 300)}", and the request was declined: such a form cannot be filled in here, or the server asks too often`;

const lost =
  "the call was stopped before the person's answer reached its server: whether it took effect is unknown, and the call was not repeated";

const late = (ms: number): Error => new DOMException(`no answer within ${ms / 1000} s`, 'TimeoutError');

const withNotes = (result: ToolResult, notes: readonly string[]): ToolResult =>
  notes.length === 0
    ? result
    : { ...result, output: [result.output, ...notes.map((note) => `[artoo: ${note.replaceAll(']', ')')}]`)].join('\n') };
