/** `artoo mcp`: the MCP servers whose tools tasks may be offered. Each subcommand is loaded when it is called. */
import { type Command, exits } from '../command.ts';
import { flagsOf, type Parts, partPages, partsHelp, runPart } from '../command-parts.ts';
import { cwdFlag, dataFlag, type Flag, servable, taskFlags } from '../flags/flag-table.ts';
import { flagHelp } from '../help.ts';

/** The flags of a task that make sense for everything a caller asks for; `data` is left out, because every subcommand takes it. */
const serveFlags: readonly Flag[] = [
  cwdFlag,
  {
    name: 'folder',
    value: '<folder>',
    many: true,
    help: 'another folder in which callers may have work done, including all folders below it; repeatable',
  },
  { name: 'wait', value: '<time>', help: "how long a call waits for its task before returning the task's id (45s)" },
  ...taskFlags.filter(({ name }) => servable.has(name)),
];

/** How to refer to one of the person's own variables. */
const yours = `\${TOKEN}`;

const list: Parts['alone'] = { load: async () => (await import('./list.ts')).listServers };

const all: Parts = {
  name: 'mcp',
  alone: list,
  common: [{ name: 'json', help: 'print one JSON object' }, dataFlag],
  parts: {
    list: {
      ...list,
      does: 'every server: where it is configured, whether it is contained and trusted, and its tools if they are known; starts none',
    },
    add: {
      takes: '<name> <address>, or <name> -- <command …>',
      words: { min: 1, max: Number.POSITIVE_INFINITY },
      does: 'adds a server to your own config.yaml; the rest of the file stays as it is',
      flags: [
        {
          name: 'env',
          value: '<NAME=value>',
          many: true,
          help: `a variable for the program; 'TOKEN=${yours}' takes its value from your environment when the program starts`,
        },
        { name: 'header', value: '<Name: value>', many: true, help: `a header for the address; ${yours} is filled in as above` },
        { name: 'client-id', value: '<id>', help: 'the client id to sign in with, if the server does not register artoo by itself' },
        { name: 'not-contained', help: 'run the program without walls: it can write and reach the network' },
        { name: 'from', value: '<file>', help: "take it from another agent's file, such as ~/.claude.json" },
      ],
      load: async () => (await import('./add.ts')).addServer,
    },
    remove: {
      takes: '<name>',
      words: { min: 1, max: 1 },
      does: 'removes a server from your own config.yaml, and deletes your sign-in to it',
      load: async () => (await import('./remove.ts')).removeServer,
    },
    login: {
      takes: '<name>',
      words: { min: 1, max: 1 },
      does: 'signs in to a server in your browser; if the browser is on another machine, paste the address of the page that it ends on',
      flags: [
        { name: 'port', value: '<number>', help: 'the port the browser returns to (default: any free one)' },
        { name: 'no-browser', help: 'only print the address' },
      ],
      load: async () => (await import('./login.ts')).loginToServer,
    },
    test: {
      takes: '<name>',
      words: { min: 1, max: 1 },
      does: 'starts a server and lists what it offers, or says what is wrong',
      load: async () => (await import('./test-server.ts')).testServer,
    },
    serve: {
      does: 'runs artoo as a server: other agents can have goals carried out, over standard input and output, in the folders and under the rules that you name here (docs/mcp.md)',
      flags: serveFlags,
      load: async () => (await import('./serve.ts')).serve,
    },
  },
};

export const mcp: Command = {
  name: 'mcp',
  usage: 'artoo mcp [options] [part …]',
  flags: flagsOf(all),
  get parts() {
    return partPages(all);
  },
  get summary() {
    return `MCP servers bring tools, resources (@server:uri in a goal) and prompts
(/server:prompt in the shell). You are asked about every tool call, unless a
rule mcp(server/tool) allows it. Without a part: list.

${partsHelp(all)}

Options for every part
${flagHelp(all.common)}

docs/mcp.md says what servers can and cannot do.
Exit code ${exits.usage} when there is no server of that name, ${exits.failed} when it cannot be used.`;
  },

  run: (args, terminal) => runPart(args, terminal, all),
};
