/** A connection to an MCP server: the handshake in either version of the protocol, the server's definitions, its calls. */
import type {
  CallToolResult,
  Client,
  PriorDiscovery,
  ProgressCallback,
  StreamableHTTPClientTransportOptions,
  Transport,
} from '@modelcontextprotocol/client';
import type { Json } from '../../contracts/shapes/json.ts';
import { type Answer, CallUnderWay, type Question } from './call-under-way.ts';
import { ChildTransport } from './child-transport.ts';
import { type Definition, readDefinitions } from './definition.ts';
import { limitedFetch } from './limited-fetch.ts';
import { loadSdk, type Sdk } from './load-sdk.ts';
import { isLocal, type McpServer, type RemoteServer } from './server.ts';
import { expanded, type Machine, programOf, type Where } from './start-program.ts';

export type ServerCall = CallUnderWay<CallToolResult>;

/** `meta`: additional data about the call, for the server. */
type ServerRequest = {
  readonly tool: string;
  readonly input: Record<string, Json>;
  readonly meta?: Readonly<Record<string, string>> | undefined;
};

/**
 * Failure contract: `connect` rejects with an error in words; afterwards, every failure is reported by the steps of a call, and `why` says why the
 * connection ended.
 */
export type Connection = {
  /** For other things that the server offers, such as resources. */
  readonly client: Client;
  /** The server's current tools, which may change during the connection. */
  definitions(): readonly Definition[];
  /** Which era of the protocol the server speaks, so that it is not probed again. */
  readonly verdict: PriorDiscovery;
  call(request: ServerRequest, onProgress: (line: string) => void): ServerCall;
  /** Why the connection ended; undefined if it is open. */
  why(): string | undefined;
  close(): void;
};

export type ConnectRequest = {
  readonly name: string;
  readonly server: McpServer;
  readonly where: Where;
  readonly machine: Machine;
  readonly signal: AbortSignal;
  /** The result of the last probe. */
  readonly prior?: PriorDiscovery | undefined;
  readonly onChanged?: () => void;
  /** For signing in. */
  readonly http?: Pick<StreamableHTTPClientTransportOptions, 'authProvider'>;
};

/** The longest delay that a timer supports: artoo enforces time limits itself, because they pause while a person is asked. */
const noLimitMs = 2 ** 31 - 1;

export async function connect(request: ConnectRequest): Promise<Connection> {
  const sdk = await loadSdk();
  const { server, prior } = request;
  try {
    return await connectOnce(sdk, request, await transportFor(sdk, request), prior);
  } catch (error) {
    request.signal.throwIfAborted();
    if (prior?.kind === 'modern') return connect({ ...request, prior: undefined }); // the server may have been updated to another era
    const next = isLocal(server) ? undefined : olderTransport(sdk, request, error);
    if (next) return connectOnce(sdk, request, next, { kind: 'legacy' }).catch(() => Promise.reject(error)); // the first error from its address is the one to report
    if (!isLocal(server) || prior?.kind === 'legacy' || !isNegotiation(sdk, error)) throw error;
    // Some old servers exit when they receive an unknown request, such as the probe for the era.
    return connectOnce(sdk, request, await transportFor(sdk, request), { kind: 'legacy' });
  }
}

/** An old program may ignore the probe, and is then tried with the older era; a server at an address always answers it, though possibly slowly. */
const probeMs = (server: McpServer): number => (isLocal(server) ? Math.min(5_000, server.start_timeout / 3) : server.start_timeout);

const isNegotiation = ({ SdkError, SdkErrorCode }: Sdk, error: unknown): boolean =>
  error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;

async function transportFor(sdk: Sdk, { server, where, machine, http }: ConnectRequest): Promise<Transport> {
  if (!isLocal(server)) {
    const headers = headersFor(server, machine);
    return new sdk.StreamableHTTPClientTransport(new URL(server.url), { ...http, requestInit: { headers }, fetch: limitedFetch });
  }
  return new ChildTransport(await programOf(server, where, machine), { parse: sdk.deserializeMessage, serialize: sdk.serializeMessage });
}

/**
 * The headers, with variables replaced. An invalid value is not quoted, as `fetch` would do: it may be a key that was read from a file with its line
 * break.
 */
export function headersFor({ headers }: RemoteServer, { variables }: Pick<Machine, 'variables'>): Record<string, string> {
  const filled = { ...expanded(headers, variables) };
  const bad = Object.entries(filled).find(([, value]) => /[^\t\x20-\x7e\x80-\xff]/.test(value));
  if (bad)
    throw new Error(
      `the header ${bad[0]} would contain a line break or another character that cannot be sent; check the variable that it refers to`,
    );
  return filled;
}

/** HTTP+SSE, the transport before Streamable HTTP: servers that use it do not accept a POST to their address. */
function olderTransport(sdk: Sdk, { server, machine, http }: ConnectRequest, error: unknown): Transport | undefined {
  const status = error instanceof sdk.SdkHttpError ? error.status : undefined;
  if (isLocal(server) || status === undefined || ![400, 404, 405].includes(status)) return undefined;
  const headers = headersFor(server, machine);
  return new sdk.SSEClientTransport(new URL(server.url), { ...http, requestInit: { headers }, fetch: limitedFetch });
}

async function connectOnce(
  sdk: Sdk,
  request: ConnectRequest,
  transport: Transport,
  prior: PriorDiscovery | undefined,
): Promise<Connection> {
  const { name, server, signal, onChanged = () => {} } = request;
  const calls = new Set<ServerCall>();
  let definitions: readonly Definition[] = [];
  let ended: string | undefined;
  const client = new sdk.Client(
    { name: 'artoo', version: '1' },
    {
      capabilities: { elicitation: { form: {} } }, // neither sampling nor roots: requests for them are refused
      listMaxPages: 16, // each page may be as large as a message can be
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeMs(server) } },
      jsonSchemaValidator: { getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }) }, // artoo itself checks values, within limits
      listChanged: { tools: { autoRefresh: false, debounceMs: 50, onChanged: () => void list().then(onChanged, () => {}) } },
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }): Promise<Answer> => {
    const [call, ...others] = [...calls].filter(({ isWaiting }) => !isWaiting);
    if (call === undefined || others.length > 0 || !('requestedSchema' in params)) return { action: 'decline' }; // it is unknown which of the calls asks
    return call.ask({ message: params.message, schema: params.requestedSchema } satisfies Question);
  });
  client.onclose = () => {
    ended ??= (transport instanceof ChildTransport ? transport.why : undefined) ?? 'the connection was closed';
  };
  client.onerror = () => {}; // important errors also end a request or the connection

  async function list(until?: AbortSignal): Promise<void> {
    if (client.getServerCapabilities()?.tools === undefined) return; // otherwise, the SDK would print that there are no tools
    const { tools } = await client.listTools(undefined, {
      ...{ timeout: server.start_timeout, cacheMode: 'refresh' },
      ...(until && { signal: until }),
    });
    definitions = readDefinitions(name, tools);
  }

  try {
    await client.connect(transport, { timeout: server.start_timeout, signal, ...(prior && { prior }) });
    await list(signal);
  } catch (error) {
    await transport.close().catch(() => {});
    throw transport instanceof ChildTransport && transport.isBroken && !isNegotiation(sdk, error)
      ? new Error(transport.why, { cause: error })
      : error;
  }
  const discover = client.getDiscoverResult();
  const keepAlive = () => transport instanceof ChildTransport && transport.keepAlive(calls.size > 0);

  return {
    client,
    definitions: () => definitions,
    verdict: discover ? { kind: 'modern', discover } : { kind: 'legacy' },
    call({ tool, input, meta }, onProgress) {
      const onprogress: ProgressCallback = ({ progress, total, message }) =>
        onProgress(`${progress}${total === undefined ? '' : ` of ${total}`}${message === undefined ? '' : ` ${message}`}\n`);
      const call = new CallUnderWay((inner) =>
        client
          .callTool(
            { name: tool, arguments: input, ...(meta && { _meta: { ...meta } }) },
            { signal: inner, timeout: noLimitMs, onprogress },
          )
          .finally(() => {
            calls.delete(call);
            keepAlive();
          }),
      );
      calls.add(call);
      keepAlive();
      return call;
    },
    why: () => ended,
    close() {
      for (const call of calls) call.stop(new Error('artoo ends'));
      void client.close().catch(() => {});
    },
  };
}
