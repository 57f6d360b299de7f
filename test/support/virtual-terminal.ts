/** A terminal without a window, like those in VS Code: what was written to it can be read as a person sees it. */
import xterm from '@xterm/headless';

export type VirtualTerminal = {
  readonly write: (text: string) => void;
  /** Everything that was written, one element per write. */
  readonly writes: readonly string[];
  resize(columns: number, rows: number): Promise<void>;
  /** All rows, scrollback first, without empty rows at the end; wrapped rows are joined. */
  lines(): Promise<readonly string[]>;
  /** The rows on the screen. */
  screen(): Promise<readonly string[]>;
  /** Where the cursor is on the screen, and the text before it on its row. */
  cursor(): Promise<{ readonly row: number; readonly column: number; readonly before: string }>;
};

export function virtualTerminal(columns: number, rows: number): VirtualTerminal {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 20_000, allowProposedApi: true });
  const writes: string[] = [];
  const { active } = terminal.buffer;
  const settled = () => new Promise<void>((resolve) => terminal.write('', resolve));
  const rowAt = (at: number): string => active.getLine(at)?.translateToString(true) ?? '';
  return {
    writes,
    write(text) {
      writes.push(text);
      terminal.write(text);
    },
    async resize(wide, high) {
      await settled();
      terminal.resize(wide, high);
    },
    async lines() {
      await settled();
      const found: string[] = [];
      for (let at = 0; at < active.length; at += 1) {
        const text = rowAt(at);
        if (active.getLine(at)?.isWrapped && found.length > 0) found.push(`${found.pop()}${text}`);
        else found.push(text);
      }
      return found.slice(0, found.findLastIndex((text) => text !== '') + 1);
    },
    async screen() {
      await settled();
      return Array.from({ length: terminal.rows }, (_, at) => rowAt(active.baseY + at));
    },
    async cursor() {
      await settled();
      const { cursorX: column, cursorY: row } = active;
      return { row, column, before: active.getLine(active.baseY + row)?.translateToString(false, 0, column) ?? '' };
    },
  };
}
