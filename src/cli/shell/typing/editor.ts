/** The port to the editor of a draft: takes keys and pastes, and returns lines and a caret. */
import type { Caret, Hidden } from '../../../view/screen/frame.ts';
import type { Line } from '../../../view/style/line.ts';

export type Editor = {
  /** One key, as the terminal sends it. */
  press(key: string): void;
  /** A long paste stays one piece: only its length is shown, and it is moved and deleted as a whole. */
  paste(text: string): void;
  /** The text, with pastes in full. */
  text(): string;
  /** The text before the caret, with placeholders for long pastes. */
  beforeCaret(): string;
  /** Replaces the text. */
  setText(text: string): void;
  /** Adds a text to those that the arrow keys bring back. */
  remember(text: string): void;
  /** Whether there is a choice of completions; if so, it gets the arrow keys, Tab, Enter and Esc. */
  isChoosing(): boolean;
  view(columns: number): EditorView;
};

/** Every line is narrower than the columns; for a long draft, only the lines around the caret. */
export type EditorView = {
  readonly lines: readonly string[];
  readonly caret: Caret;
  readonly hidden: Hidden;
  readonly choices: readonly Line[];
};

/** What can be completed at the caret. */
export type Completer = {
  /** Undefined if there is nothing to complete. `isAsked`: the person pressed Tab. */
  complete(before: string, options: { readonly signal: AbortSignal; readonly isAsked: boolean }): Promise<Completions | undefined>;
};

type Completions = {
  /** The end of the text before the caret that a choice replaces. */
  readonly prefix: string;
  readonly choices: readonly Choice[];
};

type Choice = { readonly text: string; readonly summary?: string };
