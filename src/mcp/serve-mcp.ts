/** The server of `artoo mcp serve`, over stdio, in both eras of the protocol. This file loads the protocol's module, and is itself loaded late. */
import { createHash, randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { jsonLines, refusalOf } from '../app/drive/json-lines.ts';
import { asArtooError } from '../contracts/errors.ts';
import { backIn, canAskIn, type Sealed } from './call-context.ts';
import { callsAtOnce } from './calls-at-once.ts';
import { type Call, createToolCalls, type Step, type ToolCallsOptions } from './tool-calls.ts';
import { ContinueInput, LogInput, LogOutput, Report, StartInput, TryInput, TryOutput, UndoInput, UndoOutput } from './tool-shapes.ts';

export type ServeOptions = ToolCallsOptions & {
  readonly version: string;
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the connection. */
  readonly signal: AbortSignal;
  /** Called for errors of the connection that do not concern the caller. */
  readonly onError: (error: Error) => void;
};

/** How long a question may stay open: the person may take their time, and the task waits. */
const [thinkSeconds, maxRounds] = [86_400, 10_000] as const;

/** How much may wait to be sent. A client that does not read gets no more notifications until it does, and its malformed messages are no longer answered. */
const maxUnread = 1 << 20;

const instructions = `artoo carries out whole goals on this machine: it plans, works with tools under fixed laws, checks the result with evidence, and can undo what it changed. Call artoo with a goal. A call that takes a long time returns state "running" with a task_id: artoo_continue waits for it. What could do harm (deleting, overwriting, sending) is put to the person, never to you: no answer and no argument of yours can approve it.`;

/** Resolves when the client has gone, so that its tasks can be closed, and resumed later. */
export async function serveMcp(options: ServeOptions): Promise<void> {
  const { version, input, output, signal, onError, drive } = options;
  const calls = createToolCalls(options);
  const codec = createRequestStateCodec<Sealed>({ key: randomBytes(32), ttlSeconds: thinkSeconds });
  const [reading, trying] = [callsAtOnce(4, 256), callsAtOnce(2, 32)];
  const gone = Promise.withResolvers<void>();
  let isGone = false;
  const leave = (): void => {
    isGone = true;
    gone.resolve();
  };
  const hasRoom = (): boolean => output.writableLength < maxUnread;

  /** One call of a tool, from its arguments to its result. */
  async function answer<Output extends object>(
    [name, given, context, server]: readonly [string, object, ServerContext, McpServer],
    act: (call: Call) => Promise<Step<Output>>,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { mcpReq } = context;
    const call = createHash('sha256')
      .update(JSON.stringify([name, given]))
      .digest('hex');
    let task: string | undefined;
    // A cancelled call cancels its task; a client that has gone leaves it to be resumed.
    const cancel = () =>
      setImmediate(() => !isGone && task !== undefined && void drive.cancel(task, 'the caller cancelled it').catch(() => {}));
    mcpReq.signal.addEventListener('abort', cancel);
    const progressToken = mcpReq._meta?.progressToken;
    const onProgress = (progress: number, message: string | undefined): void => {
      const params = { progressToken, progress, ...(message && { message }) };
      if (hasRoom()) void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    };
    try {
      const step = await act({
        ...{ canAsk: canAskIn(context, server.server.getClientCapabilities()), signal: mcpReq.signal, back: backIn(context, call) },
        onTask: (id) => {
          task = id;
        },
        onProgress: progressToken === undefined ? undefined : onProgress,
      });
      if ('form' in step) return await asked(step, call);
      mcpReq.signal.removeEventListener('abort', cancel);
      return { content: [{ type: 'text', text: JSON.stringify(step.output) }], structuredContent: { ...step.output } };
    } catch (thrown) {
      const { message, hint, code } = asArtooError(thrown, 'handler_failed');
      const isWhole = code === 'person_needed' || code === 'usage'; // the other hints are for people at a terminal, and of no use to a caller
      return { content: [{ type: 'text', text: isWhole ? message : `${message}\n${hint}` }], isError: true };
    }
  }

  async function asked({ form, asked: about }: Extract<Step<object>, { form: unknown }>, call: string): Promise<InputRequiredResult> {
    const requestedSchema = form.requestedSchema as never; // built from what the protocol supports
    return inputRequired({
      inputRequests: { person: inputRequired.elicit({ message: form.message, requestedSchema }) },
      requestState: await codec.mint({ ...about, call }),
    });
  }

  function newServer(): McpServer {
    const server = new McpServer(
      { name: 'artoo', version },
      {
        ...{ capabilities: { tools: {} }, instructions, requestState: { verify: codec.verify } },
        inputRequired: { maxRounds, roundTimeoutMs: thinkSeconds * 1000 },
      },
    );
    const about = (title: string, more: object = {}) => ({ annotations: { title, openWorldHint: true, destructiveHint: false, ...more } });
    server.registerTool(
      'artoo',
      {
        description:
          'Carries out a goal in a folder on this machine, and checks the result. Returns what was done, with what is missing, what changed and what it cost.',
        ...{ inputSchema: StartInput, outputSchema: Report, ...about('Carry out a goal') },
      },
      (given, context) => answer(['artoo', given, context, server], (call) => calls.start(given, call)),
    );
    server.registerTool(
      'artoo_continue',
      {
        description:
          'Waits for a task that is still running, answers its question about the goal or the plan, or resumes one that was stopped or cancelled.',
        ...{ inputSchema: ContinueInput, outputSchema: Report, ...about('Continue a task') },
      },
      (given, context) => answer(['artoo_continue', given, context, server], (call) => calls.continueTask(given, call)),
    );
    server.registerTool(
      'artoo_log',
      {
        description:
          'Reports the state of a task and what it did, step by step; without an id, lists the tasks of these folders, newest first.',
        ...{ inputSchema: LogInput, outputSchema: LogOutput, ...about('Look at tasks', { readOnlyHint: true, openWorldHint: false }) },
      },
      (given, context) => reading(() => answer(['artoo_log', given, context, server], (call) => calls.log(given, call))),
    );
    server.registerTool(
      'artoo_try',
      {
        description:
          "Says what a command would change, and whether it needs the person's yes, by running it contained on a view of the files. Changes nothing and reaches no other machine.",
        ...{ inputSchema: TryInput, outputSchema: TryOutput, ...about('Try a command', { readOnlyHint: true, openWorldHint: false }) },
      },
      (given, context) => trying(() => answer(['artoo_try', given, context, server], (call) => calls.tryOut(given, call))),
    );
    server.registerTool(
      'artoo_undo',
      {
        description: 'Undoes what a task changed on disk, all of it or nothing, if the person says yes.',
        ...{ inputSchema: UndoInput, outputSchema: UndoOutput, ...about('Undo a task', { destructiveHint: true, openWorldHint: false }) },
      },
      (given, context) => reading(() => answer(['artoo_undo', given, context, server], (call) => calls.undo(given.task_id, call))),
    );
    return server;
  }

  const lines = input.pipe(jsonLines({ onRefused: (refused) => hasRoom() && void output.write(refusalOf(refused)), onEnd: leave }));
  const transport = new StdioServerTransport(lines, output, { maxBufferSize: 64 << 20 });
  const close = transport.close.bind(transport);
  transport.close = async () => {
    leave();
    await close();
  };
  output.on('error', leave);
  input.on('error', leave);
  signal.addEventListener('abort', leave);
  if (signal.aborted) return;
  const served = serveStdio(newServer, { transport, onerror: onError });
  await gone.promise;
  await served.close();
}
