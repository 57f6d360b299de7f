/** What a command is: a value whose `run` works only through the terminal that it gets, and returns an exit code. */
import type { Line } from '../view/style/line.ts';
import type { Paint } from '../view/style/paint.ts';
import type { Flag } from './flags/flag-table.ts';
import type { LiveRegion } from './terminal/live-region.ts';

export type Terminal = {
  /** Results, to stdout. */
  readonly print: (line: string) => void;
  /** Resolves when everything printed has left the process: a command that prints a lot waits here for slow readers. */
  readonly printed?: () => Promise<void>;
  /** Everything else, to stderr. */
  readonly note: (line: string) => void;
  /** Styled lines, to stderr. */
  readonly show: (lines: readonly Line[]) => void;
  /** Lines at the bottom of the screen that are redrawn; absent if the screen cannot redraw. */
  readonly live?: Pick<LiveRegion, 'draw' | 'clear' | 'suspend'> | undefined;
  /** Columns and rows of the screen; undefined without one. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** One line that the next one replaces; only shown on a screen. */
  readonly status?: (line: string) => void;
  /** Holds back notes while a question is open, until it is disposed. */
  readonly hold?: () => Disposable;
  /** Alerts a person who is looking at something else; absent if the terminal cannot do that. */
  readonly alert?: ((text: string) => void) | undefined;
  /** Whether results go to a terminal. */
  readonly isPrinting?: boolean | undefined;
  /** How results are styled on a terminal. */
  readonly paintAnswer?: { readonly paint: Paint; readonly columns: number } | undefined;
  /** Standard input. */
  readonly input?: typeof process.stdin;
  /** Takes what was typed while a command ran, unless it was an answer; without this, such text is lost. */
  readonly takeTyped?: (text: string) => void;
  /** What Ctrl+C does. */
  readonly interrupt?: () => void;
  /** Call this when a terminal that was opened in addition to standard input is gone: it ends the process, whose tasks can be resumed. */
  readonly hangUp?: () => void;
  /** Replaces what Ctrl+C does, until it is disposed. */
  readonly takeInterrupts?: (act: () => void) => Disposable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Fires when the person wants to stop (Ctrl+C); `terminate` when the process must end. */
  readonly cancel: AbortSignal;
  readonly terminate: AbortSignal;
};

export type Command = {
  readonly name: string;
  /** How to call it; `summary` says what it does. */
  readonly usage: string;
  readonly summary: string;
  /** All flags of the command, with or without a subcommand. */
  readonly flags: readonly Flag[];
  /** The arguments that the command accepts, if there is a fixed list of them. */
  readonly words?: readonly string[];
  /** Its subcommands by name, if it has any. */
  readonly parts?: Readonly<Record<string, CommandPart>>;
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
};

/** One subcommand, such as `artoo memory show`. */
export type CommandPart = Pick<Command, 'usage' | 'summary' | 'flags'> & { readonly maxWords: number };

/** Exit codes (SPEC §12). */
export const exits = {
  ok: 0,
  failed: 1,
  notDone: 2,
  refused: 3,
  usage: 64,
  unavailable: 69,
  internal: 70,
  cancelled: 130,
  terminated: 143,
} as const;
