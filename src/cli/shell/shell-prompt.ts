/** Questions at the shell's own prompt: the draft is put aside, and comes back when the question is answered. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Line, line, span } from '../../view/style/line.ts';
import type { EditedLine, Prompter, QuestionKind } from '../terminal/prompter.ts';
import type { Editor } from './typing/editor.ts';

/** The open question, with the answer typed so far. */
export type OpenQuestion = {
  readonly label: Line;
  readonly editor: Editor;
  /** Undefined means no answer. */
  answer(text: string | undefined): void;
  /** Whether leaving it returns to the question that it is part of. */
  readonly isStep: boolean;
  /** Only for a line that is edited in place: continues in the person's editor. */
  readonly toEditor?: (text: string) => void;
};

export type ShellPrompt = {
  readonly open: OpenQuestion | undefined;
  /** A key was pressed: text that is being typed must not answer a question that appears meanwhile. */
  typed(): void;
  /** Whether a text sent as a goal is a late answer to a question that closed a moment ago. */
  isLateAnswer(text: string): boolean;
  /** For the questions of one task, each of which ends without an answer once its signal fires. */
  prompter(signal: () => AbortSignal): Prompter;
};

type Asking = {
  readonly lines: readonly string[];
  readonly question: string;
  readonly signal: AbortSignal;
  readonly isFollowUp: boolean;
  readonly kind?: QuestionKind | undefined;
  /** The initial text of the answer. */
  readonly text?: string;
  readonly toEditor?: OpenQuestion['toEditor'];
};

export type ShellPromptOptions = {
  readonly show: (lines: readonly Line[]) => void;
  readonly newEditor: () => Editor;
  readonly changed: () => void;
  /** Resolves when the shell has the terminal. */
  readonly inside: () => Promise<void>;
  readonly now?: () => number;
};

/** After this long without a key, the person is assumed to have finished typing. */
const quietMs = 600;

/** A yes or no that is sent within this time after its question closed counts as a late answer to it. */
const lateMs = 2_000;

/** A question that is asked within this time of an answer is a follow-up in the same dialogue; the next question of a task takes longer. */
const followUpMs = 60;

export function createShellPrompt({ show, newEditor, changed, inside, now = () => performance.now() }: ShellPromptOptions): ShellPrompt {
  let open: OpenQuestion | undefined;
  let lastKey = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let last: Promise<unknown> = Promise.resolve();
  let sentence: string | undefined;

  /** A follow-up belongs to the dialogue whose question was just answered, so text typed meanwhile is meant for it. */
  async function ask({ lines, question, signal, isFollowUp, kind, text = '', toEditor }: Asking): Promise<string | undefined> {
    for (let left = quietMs; left > 0 && !signal.aborted; left = lastKey + quietMs - now()) {
      if (isFollowUp || lastKey + quietMs <= now()) break;
      await delay(left, undefined, { signal }).catch(() => {});
    }
    await inside();
    if (signal.aborted) return undefined;
    show(lines.map((text) => line(text)));
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const give = () => resolve(undefined);
    signal.addEventListener('abort', give, { once: true });
    const editor = newEditor();
    if (sentence !== undefined) editor.remember(sentence); // text that was not an answer comes back with Up
    if (text !== '') editor.setText(text);
    open = { label: line(question, 'accent'), editor, answer: resolve, isStep: kind === 'step', ...(toEditor && { toEditor }) };
    changed();
    const answer = await promise;
    answeredAt = now();
    if (answer !== undefined && /\S\s+\S/.test(answer)) sentence = answer;
    signal.removeEventListener('abort', give);
    open = undefined;
    show([[span(question, 'accent'), span(answer ?? '', 'strong')]]);
    changed();
    return answer;
  }

  /** Questions are asked one after another. */
  function inTurn(asking: Omit<Asking, 'isFollowUp'>): Promise<string | undefined> {
    const isFollowUp = open === undefined && now() - answeredAt < followUpMs;
    const answer = last.then(() => ask({ ...asking, isFollowUp }));
    last = answer.catch(() => {}); // the caller sees the error
    return answer;
  }

  async function editLine(question: string, text: string, signal: AbortSignal): Promise<EditedLine | undefined> {
    let isForEditor = false;
    const toEditor = (written: string): void => {
      isForEditor = true;
      open?.answer(written);
    };
    const answer = await inTurn({ lines: [], question, signal, kind: 'step', text, toEditor });
    return answer === undefined ? undefined : { text: answer, isForEditor };
  }

  return {
    get open() {
      return open;
    },
    typed() {
      lastKey = now();
    },
    isLateAnswer: (text) => /^(y|n|yes|no)$/i.test(text.trim()) && now() - answeredAt < lateMs,
    prompter: (signal) => ({
      ask: (lines, question, kind) => inTurn({ lines, question, signal: signal(), kind }),
      editLine: (question, text) => editLine(question, text, signal()),
    }),
  };
}
