/** An MCP server as configured: a program that artoo starts, or an address. */

type Limits = {
  /** How long a call may take, in ms. The time in which a person is asked does not count. */
  readonly timeout: number;
  /** How long the server may take to start, in ms. */
  readonly start_timeout: number;
};

/** A program that speaks MCP on its standard input and output. */
export type LocalServer = Limits & {
  readonly command: string;
  readonly args: readonly string[];
  /** Additional variables; the environment of commands contains no keys. `${NAME}` means one of artoo's own variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether the program runs inside walls, where it cannot write anything or use a network. */
  readonly contained: boolean;
  /** The folder in which the words name this program, if they would name a different one in another folder. */
  readonly folder?: string;
};

/** A server that is reached over Streamable HTTP. */
export type RemoteServer = Limits & {
  readonly url: string;
  /** Headers sent with every request. `${NAME}` means one of artoo's own variables. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The client id for signing in: the address of a client id metadata document, or an id that was registered manually. If absent, artoo registers
   * itself.
   */
  readonly client_id?: string;
};

export type McpServer = LocalServer | RemoteServer;

/** Servers by name; a name consists of letters, digits and dashes. */
export type McpServers = Readonly<Record<string, McpServer>>;

export const isLocal = (server: McpServer): server is LocalServer => 'command' in server;
