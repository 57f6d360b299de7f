/** The agent of `artoo acp`, over stdio, in version 1 of the Agent Client Protocol. This file loads the protocol's module, and is itself loaded late. */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { type AgentContext, agent, methods, ndJsonStream, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';
import type { Drive } from '../app/drive/drive.ts';
import { jsonLines, refusalOf } from '../app/drive/json-lines.ts';
import { asArtooError, type ErrorCode } from '../contracts/errors.ts';
import { visible } from '../contracts/text/visible.ts';
import { createEditorSession, type Editor, type EditorSession } from './editor-session.ts';
import { goalText } from './goal-text.ts';
import { fromAgent } from './protocol-text.ts';
import { replaySession } from './replay-session.ts';
import { slashCommands } from './slash-commands.ts';

export type ServeOptions = {
  readonly drive: Drive;
  readonly version: string;
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the connection. */
  readonly signal: AbortSignal;
  /** Messages for the person that the editor does not show. */
  readonly onNotice: (text: string) => void;
};

/** How much may wait to be sent: if an editor does not read, malformed messages from it are no longer answered. */
const maxUnread = 1 << 20;

/** Resolves when the editor has gone, so that its tasks can be closed, and resumed later. */
export async function serveAcp({ drive, version, input, output, signal, onNotice }: ServeOptions): Promise<void> {
  const sessions = new Map<string, EditorSession>();
  const gone = new AbortController();
  const leave = (): void => gone.abort();

  const editorAt = (client: AgentContext): Editor => ({
    update: (sessionId, update) => client.notify(methods.client.session.update, { sessionId, update }).catch(() => {}), // the editor has gone
    async ask(request, stop) {
      const options = { cancellationSignal: stop, stopWaitingOnCancel: true };
      return (await client.request(methods.client.session.requestPermission, request, options)).outcome;
    },
    isGone: () => gone.signal.aborted,
  });

  function join(client: AgentContext, id: string, { cwd, mcpServers }: Joined): EditorSession {
    if (mcpServers.length > 0) onNotice("the editor's MCP servers are not used; to add a server to artoo: artoo mcp add");
    const session = sessions.get(id) ?? createEditorSession({ drive, editor: editorAt(client), id, cwd });
    sessions.set(id, session);
    const update = { sessionUpdate: 'available_commands_update', availableCommands: slashCommands } as const;
    setImmediate(() => void editorAt(client).update(id, update)); // sent after the answer that names the session
    return session;
  }

  function sessionNamed(id: string): EditorSession {
    const session = sessions.get(id);
    if (!session) throw RequestError.resourceNotFound(id);
    return session;
  }

  const app = agent({ name: 'artoo' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: { loadSession: true, promptCapabilities: { image: false, audio: false, embeddedContext: false } },
      agentInfo: { name: 'artoo', title: 'artoo', version },
      authMethods: [],
    }))
    .onRequest(methods.agent.session.new, ({ params, client }) =>
      told(async () => {
        await checkFolder(params.cwd);
        const sessionId = await drive.openSession();
        join(client, sessionId, params);
        return { sessionId };
      }),
    )
    .onRequest(methods.agent.session.load, ({ params, client, signal: stop }) =>
      told(async () => {
        const { sessionId, cwd } = params;
        await checkFolder(cwd);
        const editor = editorAt(client);
        const replayed = await replaySession(drive, sessionId, { signal: stop, tell: (update) => editor.update(sessionId, update) });
        if (!replayed) throw RequestError.resourceNotFound(sessionId);
        const session = join(client, sessionId, params);
        session.setLast(replayed.last);
        if (!replayed.hasEnded && !session.isWaitingIn(replayed.last)) await editor.update(sessionId, fromAgent(stopped));
        return {};
      }),
    )
    .onRequest(methods.agent.session.prompt, ({ params, signal: stop }) =>
      told(async () => {
        const session = sessionNamed(params.sessionId);
        const goal = goalText(params.prompt);
        if (!goal.ok) throw RequestError.invalidParams(undefined, goal.error);
        // A cancelled request cancels its task; an editor that has gone leaves it to be resumed.
        const cancel = () => setImmediate(() => !gone.signal.aborted && void session.cancel().catch(() => {}));
        stop.addEventListener('abort', cancel);
        try {
          return { stopReason: await session.prompt(goal.value) };
        } finally {
          stop.removeEventListener('abort', cancel);
        }
      }),
    )
    .onNotification(methods.agent.session.cancel, async ({ params }) => {
      await sessions.get(params.sessionId)?.cancel();
    });

  for (const stream of [input, output]) stream.on('error', leave);
  signal.addEventListener('abort', leave);
  if (signal.aborted) return;
  const hasRoom = (): boolean => output.writableLength < maxUnread;
  const lines = input.pipe(jsonLines({ onRefused: (refused) => hasRoom() && void output.write(refusalOf(refused)), onEnd: leave }));
  const connection = app.connect(ndJsonStream(Writable.toWeb(output), Readable.toWeb(lines)));
  await Promise.race([connection.closed, new Promise((resolve) => gone.signal.addEventListener('abort', resolve))]);
  leave();
  connection.close();
}

type Joined = { readonly cwd: string; readonly mcpServers: readonly unknown[] };

const stopped = 'This task was stopped before it ended. `/resume` continues it.';

async function checkFolder(cwd: string): Promise<void> {
  const found = isAbsolute(cwd) ? await stat(cwd).catch(() => undefined) : undefined;
  if (!found?.isDirectory()) throw RequestError.invalidParams(undefined, `${visible(cwd)} is not the absolute path of a folder`);
}

/** What went wrong, in words for the person. */
async function told<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof RequestError) throw thrown;
    const { code, message, hint } = asArtooError(thrown, 'handler_failed');
    throw new RequestError(kinds[code] ?? internalError, kinds[code] === undefined ? `${message}\n${hint}` : message, { code });
  }
}

/** The codes of JSON-RPC. */
const [invalidRequest, invalidParams, internalError] = [-32600, -32602, -32603] as const;

/** Codes of errors that the client caused; every other error is the agent's. */
const kinds: Readonly<Partial<Record<ErrorCode, number>>> = {
  usage: invalidRequest,
  id_invalid: invalidParams,
  journal_missing: invalidParams,
  goal_empty: invalidParams,
};
