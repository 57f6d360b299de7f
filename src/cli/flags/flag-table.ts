/** The flags of the command line as data: one table for parsing, help and errors. */
import { defaultFolders } from '../../config/folders.ts';

export type Flag = {
  readonly name: string;
  /** One letter that stands for the flag after a single dash. */
  readonly short?: string;
  /** The value it takes, as help shows it; absent if it takes none. */
  readonly value?: string;
  /** Whether the value may be left out; the flag is then true. */
  readonly mayBeAlone?: true;
  /** The possible values, if known. */
  readonly words?: readonly string[];
  /** Whether it may be given more than once; then each value counts. */
  readonly many?: true;
  readonly help: string;
};

export const dataFlag: Flag = {
  name: 'data',
  value: '<folder>',
  help: `where journals, memory and configuration are kept (default: ${defaultFolders.data})`,
};

export const allowFlag: Flag = {
  name: 'allow',
  value: '<rule>',
  many: true,
  help: "allow without asking: 'shell(git commit*)', 'write(./docs/**)', 'net(example.org)'; repeatable",
};

export const cwdFlag: Flag = { name: 'cwd', value: '<folder>', help: 'the folder to work in (default: the current one)' };

export const workspaceFlag: Flag = {
  name: 'workspace',
  value: '<folder>',
  help: `where files may be changed without asking (default: ${defaultFolders.workspace})`,
};

export const withFlag: Flag = { name: 'with', value: '<constant=value>', many: true, help: '' };

/** The bus that several machines share. */
export const busFlags: readonly Flag[] = [
  { name: 'bus', value: '<address>', help: 'the NATS server that several machines share: nats://host:4222, or nats://host:4222/realm' },
  { name: 'bus-credentials', value: '<file>', help: 'the .creds file to sign in with' },
];

/** How a task runs. */
export const taskFlags: readonly Flag[] = [
  { name: 'model', short: 'm', value: '<model>', help: 'one model for everything: --brain and --tool at once' },
  {
    name: 'brain',
    value: '<model>',
    help: 'the model that understands, plans and judges: gpt-5.4-mini, anthropic:claude-sonnet-5, ollama:qwen3:8b, name@http://host:8000/v1',
  },
  { name: 'tool', value: '<model>', help: 'the model that carries out and checks sub-tasks (default: the brain)' },
  { name: 'key-env', value: '<variable>', help: 'the variable that holds the key of the server named by --model, --brain or --tool' },
  { name: 'budget', value: '<time>', help: 'how long the task may work: 90s, 5m, 1h' },
  { name: 'max-tokens', value: '<number>', help: 'how many tokens the task may use in all' },
  { name: 'max-cost', value: '<dollars>', help: 'how much its model calls may cost in all; none: no limit' },
  { name: 'continue', short: 'c', help: "a follow-up to this folder's last task, with what was asked and answered before" },
  { name: 'plan', help: 'show each plan for you to approve or edit before anything is done' },
  {
    name: 'output-schema',
    value: '<file>',
    help: 'the answer is JSON that conforms to this JSON schema; if that is impossible, artoo says why',
  },
  { name: 'strict', help: 'also exit with 2 when the result has gaps' },
  { name: 'no-memory', help: 'neither read nor write memory' },
  allowFlag,
  cwdFlag,
  workspaceFlag,
  dataFlag,
  ...busFlags,
  { name: 'record', value: '<file>', help: 'write every model answer to a cassette' },
  { name: 'replay', value: '<file>', help: 'take the model answers from a cassette: no model, no network' },
  { name: 'json', help: 'print the journal as it is written, one JSON object per line; the last is the result' },
  { name: 'quiet', help: 'print only the result and its gaps' },
  { name: 'verbose', help: 'show which role did what, with figures, criteria and lessons' },
  { name: 'plain', help: 'print line by line and redraw nothing, for screen readers and slow connections' },
];

const without = (names: readonly string[], flags: readonly Flag[] = taskFlags) => flags.filter(({ name }) => !names.includes(name));

/** How a task is forked: as it is run, except for the folder, which is that of the original task. */
export const forkFlags: readonly Flag[] = without(['continue', 'no-memory', 'cwd', 'workspace', 'output-schema']);

/** How a task is continued: its limits and its folders were set when it started. */
export const continueFlags: readonly Flag[] = without(['budget', 'max-tokens', 'max-cost', 'plan'], forkFlags);

/** The flags that an adapter for other programs accepts: how tasks are run, but not where, nor how they are shown. */
export const servable: ReadonlySet<string> = new Set(
  [
    'model',
    'brain',
    'tool',
    'key-env',
    'budget',
    'max-tokens',
    'max-cost',
    'plan',
    'no-memory',
    'allow',
    'workspace',
    'replay',
    'bus',
    'bus-credentials',
  ], //
);

/** The flags of the shell. */
export const shellFlags: readonly Flag[] = without(['record', 'json', 'quiet', 'strict', 'output-schema']);

export const configFlags: readonly Flag[] = without(['continue', 'record', 'replay', 'verbose', 'plain', 'output-schema']);
