/** A real terminal (tmux) in which a person types: what is on its screen and in its scrollback, its cursor, its size. */
import { execFileSync, spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { bin, type Home } from './command.ts';
import { scratch } from './scratch.ts';

export type TmuxOptions = {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Shell commands before artoo is called. */
  readonly before?: string;
};

export type Tmux = {
  /** Sends bytes as they are, in one piece. */
  send(text: string | Buffer): void;
  /** Pastes a text, marked as a paste if the program has asked for that. */
  paste(text: string): void;
  resize(columns: number, rows: number): void;
  /**
   * Sets one width after another, as when the edge of a window is dragged. The terminal itself does the timing, so that a busy machine causes no
   * pause.
   */
  drag(widths: readonly number[]): void;
  /** Closes the terminal. */
  hangUp(): void;
  screen(): string;
  /** All rows, scrollback first; wrapped rows are joined. */
  all(): readonly string[];
  cursor(): { readonly row: number; readonly column: number };
  /** Waits until the screen shows the text. */
  shows(text: string | RegExp): Promise<void>;
  /** Waits until a condition holds for everything that was shown. */
  until(holds: (all: string) => boolean): Promise<void>;
};

let last = 0;

/** artoo in a shell of its own, which prints how it ended and accepts input afterwards. */
export function inTmux(args: readonly string[], { home, cwd }: Home, options: TmuxOptions = {}): Tmux {
  const { columns = 80, rows = 24, env = {}, before = '' } = options;
  last += 1;
  const socket = `artoo-test-${process.pid}-${last}`;
  const tmux = (...words: readonly string[]): string => execFileSync('tmux', ['-L', socket, ...words], { encoding: 'utf8' });
  const folder = scratch();
  const script = join(folder, 'start.sh');
  const call = [process.execPath, bin, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const set = Object.entries({ HOME: home, NODE_COMPILE_CACHE: inject('compileCache'), ...env }).map(
    ([name, value]) => `export ${name}='${value}'`,
  );
  writeFileSync(script, [`cd '${cwd}'`, ...set, `PS1='$ '`, `artoo() { ${call}; echo "ended with $?"; }`, before].join('\n'));
  const config = join(folder, 'tmux.conf');
  writeFileSync(config, 'set -g history-limit 20000\nset -s escape-time 0\n');
  tmux('-f', config, 'new-session', '-d', '-x', String(columns), '-y', String(rows), `bash --noprofile --rcfile '${script}' -i`);
  onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server']));
  const output = join(folder, 'output');
  writeFileSync(output, '');
  tmux('pipe-pane', `cat >> '${output}'`);
  let resizes = 0;
  const screen = (): string => tmux('capture-pane', '-p').trimEnd();
  const all = (): readonly string[] =>
    tmux('capture-pane', '-p', '-J', '-S', '-')
      .trimEnd()
      .split('\n')
      .map((line) => line.trimEnd());
  /** Looks only when something was written or the size has changed, because each look starts a process. */
  const poll = (holds: () => boolean, what: string): Promise<void> => {
    let seen = '';
    return expect
      .poll(
        () => {
          const now = `${statSync(output).size} ${resizes}`;
          if (now === seen) return false;
          seen = now;
          return holds();
        },
        { timeout: 30_000, interval: 20, message: what },
      )
      .toBe(true);
  };
  return {
    send(text) {
      const bytes = [...Buffer.from(text)].map((byte) => byte.toString(16));
      for (let at = 0; at < bytes.length; at += 500) tmux('send-keys', '-H', ...bytes.slice(at, at + 500));
    },
    paste(text) {
      const file = join(folder, 'paste');
      writeFileSync(file, text);
      tmux('load-buffer', file);
      tmux('paste-buffer', '-p', '-d');
    },
    resize(wide, high) {
      tmux('resize-window', '-x', String(wide), '-y', String(high));
      resizes += 1;
    },
    drag: (widths) => void tmux(...widths.flatMap((wide) => ['resize-window', '-x', String(wide), ';', 'run-shell', 'sleep 0.15', ';'])),
    hangUp: () => void tmux('kill-server'),
    screen,
    all,
    cursor() {
      const [column = 0, row = 0] = tmux('display-message', '-p', '#{cursor_x} #{cursor_y}').split(' ').map(Number);
      return { row, column };
    },
    async shows(text) {
      await poll(() => (typeof text === 'string' ? screen().includes(text) : text.test(screen())), `the screen shows ${text}`).catch(
        (error: Error) => {
          throw new Error(`${error.message}\n${screen()}`, { cause: error });
        },
      );
    },
    async until(holds) {
      await poll(() => holds(all().join('\n')), 'what was awaited has come').catch((error: Error) => {
        throw new Error(`${error.message}\n${all().join('\n')}`, { cause: error });
      });
    },
  };
}
