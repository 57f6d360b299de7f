/** `artoo mcp serve` within this process, with the protocol's official client at the other end of its pipes. */
import { PassThrough } from 'node:stream';
import {
  deserializeMessage,
  type JSONRPCMessage,
  Client as McpClient,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { openDrive } from '../../src/app/drive/in-process.ts';
import { previewCommand } from '../../src/app/preview-command.ts';
import type { TaskOptions } from '../../src/config/settings.ts';
import { serveMcp } from '../../src/mcp/serve-mcp.ts';
import { servedFolders } from '../../src/mcp/served-folders.ts';
import type { Report } from '../../src/mcp/tool-shapes.ts';
import type { Client, ClientOptions } from './client-suite.ts';
import { settingsFor } from './settings.ts';

/** The options of a client for each era of the protocol. */
export const eras = [
  ['older', { mode: 'legacy' }],
  ['newer', { mode: { pin: '2026-07-28' } }],
] as const;

export type Era = (typeof eras)[number][1];

type DoorOptions = Pick<ClientOptions, 'model' | 'data' | 'workspace' | 'cwd'> & {
  readonly waitMs?: number;
  readonly options?: TaskOptions;
};

/** A server, and the two ends of its pipes. */
export async function openMcpDoor({ model, data, workspace, cwd, waitMs = 10_000, options = {} }: DoorOptions) {
  const settings = settingsFor({ data, workspace }, options);
  const site = { settings, model, secrets: () => [] };
  const drive = openDrive({ data, siteOf: () => site, env: {}, onNotice: () => {} });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const env = { PATH: process.env.PATH };
  const served = serveMcp({
    ...{ drive, version: '1', waitMs, input, output, onError: () => {} },
    folders: await servedFolders([cwd]),
    judge: (command, folder, timeout_s, signal) => previewCommand({ settings, env, command, cwd: folder, timeout_s, signal }),
    signal: new AbortController().signal,
  }).finally(() => drive.close());
  return { input, output, served, drive };
}

/** The client's end of two pipes. */
function pipedTransport(input: PassThrough, output: PassThrough): Transport {
  let rest = '';
  const transport: Transport = {
    async start() {
      output.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) transport.onmessage?.(deserializeMessage(line));
      });
    },
    async send(message: JSONRPCMessage) {
      input.write(serializeMessage(message));
    },
    async close() {
      input.end();
      transport.onclose?.();
    },
  };
  return transport;
}

/** A client; without `onElicit` it declares that it cannot ask anyone. */
export async function connectMcp(
  { input, output }: { readonly input: PassThrough; readonly output: PassThrough },
  era: Era,
  onElicit?: (message: string) => Promise<Record<string, string> | 'decline' | 'cancel'>,
): Promise<McpClient> {
  const client = new McpClient(
    { name: 'test', version: '1' },
    { capabilities: onElicit ? { elicitation: { form: {} } } : {}, versionNegotiation: era },
  );
  if (onElicit)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const answer = await onElicit(params.message);
      return typeof answer === 'string' ? { action: answer } : { action: 'accept', content: answer };
    });
  await client.connect(pipedTransport(input, output));
  return client;
}

/** The client of the suite: every call waits until the task has ended or asks something. */
export async function mcpClient(options: ClientOptions, era: Era): Promise<Client> {
  const { person } = options;
  const door = await openMcpDoor(options);
  let calling = new AbortController();
  let closeForm: (() => void) | undefined;
  const client = await connectMcp(door, era, async (message) => {
    const closed = new Promise<'cancel'>((resolve) => {
      closeForm = () => resolve('cancel');
    });
    const said = await Promise.race([closed, Promise.resolve(person.confirm?.(message))]);
    closeForm = undefined;
    return said === 'cancel' ? said : { answer: said ? 'yes' : 'no' };
  });

  async function report(name: string, args: Record<string, unknown>): Promise<Report> {
    calling = new AbortController();
    const result = await client.callTool({ name, arguments: args }, { signal: calling.signal, timeout: 60_000 });
    if (result.isError) throw new Error(JSON.stringify(result.content));
    return result.structuredContent as Report; // the server checks it against the schema
  }

  async function settled(first: Report) {
    let last = first;
    while (last.state === 'running' || last.state === 'asks' || last.state === 'asks_person') {
      const answer = last.question && person.clarify ? { answer: person.clarify(last.question.text) } : {};
      last = await report('artoo_continue', { task_id: last.task_id, ...answer });
    }
    return { output: String(last.output) };
  }

  return {
    run: async (goal, cwd) =>
      settled(await report('artoo', { goal, cwd }).catch((error) => (calling.signal.aborted ? none : Promise.reject(error)))),
    cancel: async () => (closeForm ?? (() => calling.abort()))(),
    resume: async (task_id) => settled(await report('artoo_continue', { task_id })),
    undo: async (task_id) => {
      await client.callTool({ name: 'artoo_undo', arguments: { task_id } });
    },
    async close() {
      await client.close();
      await door.served;
    },
  };
}

/** A call that was cancelled has no report. */
const none = { state: 'ended', output: '' } as Report;

/** What every request of the newer era contains. */
export const envelope = (capabilities: object) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});
