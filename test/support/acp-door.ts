/** `artoo acp` within this process, with the protocol's official client at the other end of its pipes. */
import { PassThrough, Readable, Writable } from 'node:stream';
import {
  type ClientContext,
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { serveAcp } from '../../src/acp/serve-acp.ts';
import { openDrive } from '../../src/app/drive/in-process.ts';
import type { TaskOptions } from '../../src/config/settings.ts';
import type { Client, ClientOptions } from './client-suite.ts';
import { settingsFor } from './settings.ts';

type DoorOptions = Pick<ClientOptions, 'model' | 'data' | 'workspace'> & { readonly options?: TaskOptions };

/** An agent, and the two ends of its pipes. */
export function openAcpDoor({ model, data, workspace, options = {} }: DoorOptions) {
  const site = { settings: settingsFor({ data, workspace }, options), model, secrets: () => [] };
  const drive = openDrive({ data, siteOf: () => site, env: {}, onNotice: () => {} });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const notices: string[] = [];
  const served = serveAcp({
    ...{ drive, version: '1', input, output, signal: new AbortController().signal },
    onNotice: (text) => notices.push(text),
  }).finally(() => drive.close());
  return { input, output, served, drive, notices };
}

type Door = Pick<ReturnType<typeof openAcpDoor>, 'input' | 'output'>;
type OnPermission = (request: RequestPermissionRequest) => Promise<RequestPermissionResponse>;

/** An editor. `updates`: everything that it was sent, in order; without `onPermission` it cannot ask a person. */
export async function connectEditor({ input, output }: Door, onPermission?: OnPermission) {
  const updates: SessionUpdate[] = [];
  const app = client({ name: 'test' }).onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update));
  if (onPermission) app.onRequest(methods.client.session.requestPermission, ({ params }) => onPermission(params));
  const { agent } = app.connect(ndJsonStream(Writable.toWeb(input), Readable.toWeb(output) as ReadableStream<Uint8Array>)); // the same class
  const initialized = await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
  return { agent, updates, initialized };
}

/** A session, and the prompts that it accepts. */
export async function openEditorSession(agent: ClientContext, cwd: string) {
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  return { sessionId, prompt: promptIn(agent, sessionId), cancel: () => agent.notify(methods.agent.session.cancel, { sessionId }) };
}

/** Sends a text in a session. */
export const promptIn = (agent: ClientContext, sessionId: string) => (text: string) =>
  agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });

/** What the agent has said since an update. */
export const messagesIn = (updates: readonly SessionUpdate[]): string =>
  updates
    .flatMap((each) => (each.sessionUpdate === 'agent_message_chunk' && each.content.type === 'text' ? [each.content.text] : []))
    .join('');

/** The client of the suite: a question in a message is answered with the next prompt. */
export async function acpClient(options: ClientOptions): Promise<Client> {
  const { person } = options;
  const door = openAcpDoor(options);
  let closeQuestion: (() => void) | undefined;
  const { agent, updates } = await connectEditor(door, async ({ toolCall }) => {
    const closed = new Promise<'closed'>((resolve) => {
      closeQuestion = () => resolve('closed');
    });
    const said = await Promise.race([closed, Promise.resolve(person.confirm?.(JSON.stringify(toolCall)))]);
    if (said === 'closed') return { outcome: { outcome: 'cancelled' } };
    return { outcome: { outcome: 'selected', optionId: said ? 'yes' : 'no' } };
  });
  let cancel: (() => Promise<void>) | undefined;

  async function said(text: string, cwd: string) {
    const session = await openEditorSession(agent, cwd);
    cancel = session.cancel;
    const from = updates.length;
    await session.prompt(text);
    const output = messagesIn(updates.slice(from));
    if (!person.clarify || !output.endsWith('?')) return { output };
    await session.prompt(person.clarify(output));
    return { output: messagesIn(updates.slice(from)) };
  }

  return {
    run: said,
    async cancel() {
      await cancel?.();
      closeQuestion?.();
    },
    resume: (task, cwd) => said(`/resume ${task}`, cwd),
    undo: async (task, cwd) => void (await said(`/undo ${task}`, cwd)),
    async close() {
      door.input.end();
      await door.served;
    },
  };
}
