/** An MCP server as it is configured: a program that artoo starts, or an address. */

type Limits = {
  /** How long one call may take, in ms. The time in which a person is asked does not count. */
  readonly timeout: number;
  /** How long it may take until it can be called, in ms. */
  readonly start_timeout: number;
};

/** A program that speaks MCP on its standard input and output. */
export type LocalServer = Limits & {
  readonly command: string;
  readonly args: readonly string[];
  /** What it gets besides the environment of commands, which holds no keys. `${NAME}` stands for a variable of artoo's own. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it runs within walls: it can write nothing, and reach no network. */
  readonly contained: boolean;
  /** The folder in which its words mean this program, where they mean another one elsewhere. */
  readonly folder?: string;
};

/** A server that is reached over Streamable HTTP. */
export type RemoteServer = Limits & {
  readonly url: string;
  /** Sent with every request. `${NAME}` stands for a variable of artoo's own. */
  readonly headers: Readonly<Record<string, string>>;
  /** As whom artoo signs in: the address of a client id metadata document, or an id that was registered by hand. Without it, artoo registers itself. */
  readonly client_id?: string;
};

export type McpServer = LocalServer | RemoteServer;

/** By name, which is letters, digits and dashes. */
export type McpServers = Readonly<Record<string, McpServer>>;

export const isLocal = (server: McpServer): server is LocalServer => 'command' in server;
