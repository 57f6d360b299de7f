/** The shell on a screen: an editor at the bottom, what is under way above it, everything finished in the scrollback. */
import type { WriteStream } from 'node:tty';
import type { TaskId } from '../../contracts/ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { inputColumns, type ScreenState } from '../../view/screen/frame.ts';
import { type Line, line } from '../../view/style/line.ts';
import { wrapLine } from '../../view/style/wrap-line.ts';
import { alertSequence } from '../terminal/asking/alert-when-unanswered.ts';
import type { AboutOf } from '../terminal/asking/questions.ts';
import { editorAdvice, editText } from '../terminal/editor.ts';
import { slashCommands } from './commands/slash-commands.ts';
import { cutLines } from './cut-lines.ts';
import { errorLines } from './error-lines.ts';
import { type Action, actionFor } from './keys/action-for.ts';
import { type AnswerAction, answerActionFor } from './keys/answer-action-for.ts';
import { hintFor } from './keys/hint-for.ts';
import type { PlainShellOptions } from './plain-shell.ts';
import { atRest } from './release-memory.ts';
import { holdTerminal } from './screen/hold-terminal.ts';
import { pageText } from './screen/page-text.ts';
import { openScreen } from './screen/screen.ts';
import { createShellPrompt, type OpenQuestion } from './shell-prompt.ts';
import { isCompletable } from './typing/completer.ts';
import type { Completer } from './typing/editor.ts';
import { createHistoryPrompt } from './typing/history-prompt.ts';
import { keyName } from './typing/key-name.ts';
import { openKeyboard } from './typing/keyboard.ts';
import { createPiEditor } from './typing/pi-editor.ts';
import type { Key } from './typing/split-keys.ts';

export type LiveShellOptions = PlainShellOptions & { readonly output: WriteStream; readonly completer: Completer };

/** How long after its warning a second press of a key leaves the shell. */
const warnedMs = 5_000;

/** Resolves when the person leaves or the terminal is gone, with the task that this stopped. */
export async function runLiveShell(options: LiveShellOptions): Promise<TaskId | undefined> {
  const { terminal, input, output, paint, history, completer, settings, shellWith, greeting } = options;
  const left = Promise.withResolvers<void>();
  const newEditor = (completing: Completer) =>
    createPiEditor({ completer: completing, onChange: () => screen.now(), rows: () => screen.rows });
  let notice: string | undefined;
  let isStopping = false;
  /** Sent text that was taken for a late answer to a question. */
  let late: string | undefined;
  let ticking: NodeJS.Timeout | undefined;
  let forgetting: NodeJS.Timeout | undefined;
  using resting = atRest();

  const isRemote = terminal.env.SSH_CONNECTION !== undefined;
  const keyboard = openKeyboard({ input, isRemote, write: (text) => void output.write(text), onKey, onEnd: () => left.resolve() });
  using screen = openScreen({ output, paint, env: terminal.env, keyboard: () => keyboard, state });
  const draft = newEditor(completer);
  const search = createHistoryPrompt(() => history.entries, draft);
  const prompt = createShellPrompt({
    show: (lines) => screen.show(lines), // these lines are already wrapped and painted
    newEditor: () => newEditor({ complete: async () => undefined }),
    changed: () => screen.now(),
    inside: () => held.inside(),
  });
  for (const text of history.entries.slice(-100)) draft.remember(text);
  if (options.draft !== undefined) draft.setText(options.draft);
  using held = holdTerminal({ terminal, screen, keyboard, onTyped, onInterrupt: () => onKey({ key: '\u0003' }) });
  const shell = shellWith(
    {
      show,
      isLive: true,
      changed,
      person,
      giveBack,
      outside: held.outside,
      get columns() {
        return screen.columns;
      },
    },
    () => left.resolve(),
  );

  function show(lines: readonly Line[]): void {
    screen.show(lines.flatMap((each) => wrapLine(each, screen.columns)));
  }

  /** Text typed while a command ran is not sent, because it was not visible. */
  function onTyped(text: string): void {
    draft.setText(`${draft.text()}${text}`.trimEnd());
  }

  /** While a task runs, the seconds are redrawn; otherwise there is no timer. */
  function changed(): void {
    if (!shell.isRunning) isStopping = false;
    if (shell.isRunning) ticking ??= setInterval(() => screen.soon(), 1_000);
    else {
      clearInterval(ticking);
      ticking = undefined;
    }
    resting.stir(shell.isRunning);
    screen.soon();
  }

  async function person(signal: AbortSignal, question: () => AbortSignal, aboutOf: AboutOf) {
    const { askPerson } = await import('./ask-person.ts');
    const settled = await settings();
    return askPerson({
      ...{ input, terminal, signal, aboutOf, settings: settled },
      prompter: prompt.prompter(() => AbortSignal.any([signal, question()])),
      screen: () => ({ width: screen.columns, height: screen.rows }),
      outside: held.outside,
      note: (text) => show([line(text)]),
      alert: settled.notify ? (text) => void output.write(alertSequence(text)) : undefined,
    });
  }

  function giveBack(text: string): boolean {
    if (draft.text() !== '') return false;
    draft.setText(text);
    return true;
  }

  function state(): ScreenState {
    const { columns, rows } = screen;
    const open = prompt.open;
    const editor = open?.editor ?? draft;
    const label = open?.label ?? line('> ', 'accent');
    const { choices, ...input } = editor.view(inputColumns(label, columns));
    return {
      live: shell.live(Date.now(), columns, Math.floor(rows / 3)),
      queued: shell.queue.map((text) => visible(oneLine(text, 200))),
      ...(search.view() ?? { input: { label, ...input }, choices }),
      hint: hintFor({
        isRunning: shell.isRunning,
        isStopping,
        isEmpty: editor.text() === '',
        isQueued: shell.queue.length > 0,
        isAsking: open !== undefined,
        isStep: open?.isStep === true,
        isEditing: open?.toEditor !== undefined,
        isSearching: search.isOpen,
        notice,
      }),
    };
  }

  function onKey(key: Key): void {
    resting.stir(shell.isRunning);
    prompt.typed();
    screen.now();
    if ('paste' in key) notice = undefined;
    if ('paste' in key) return onPaste(key.paste);
    if (search.isOpen) return search.press(key.key);
    if (prompt.open) return onAnswerKey(prompt.open, key.key);
    const text = draft.text();
    const action = actionFor(keyName(key.key), {
      isRunning: shell.isRunning,
      isEmpty: text === '',
      isChoosing: draft.isChoosing(),
      isCompletable: isCompletable(draft.beforeCaret()),
      isQueued: shell.queue.length > 0,
      isWarned: notice !== undefined,
    });
    notice = undefined;
    act[action](text, key.key);
  }

  /** A pasted text is shown before it is sent, with a note if models will not see all of it. */
  function onPaste(text: string): void {
    const editor = prompt.open?.editor ?? draft;
    editor.paste(text);
    show(cutLines(prompt.open ? 'message' : 'goal', editor.text()));
  }

  /** An error is shown, and the shell continues. */
  const run = (work: Promise<unknown>): void => void work.catch((error: unknown) => screen.show(errorLines(error)));

  /** Sends the draft, and adds it to the history. */
  function send(text: string, how: (text: string) => Promise<void>): void {
    draft.setText('');
    keep(text);
    run(how(text));
  }

  /** A "yes" that comes too late for its question must not be sent as a goal. */
  function sendGoal(text: string): void {
    const isLate = late !== text && prompt.isLateAnswer(text);
    late = isLate ? text : undefined;
    if (!isLate) return send(text, shell.send);
    notice = `The question is closed. Enter again sends "${visible(text.trim())}" as a task.`;
  }

  function keep(text: string): void {
    draft.remember(text);
    void history.add(text).then((why) => {
      if (why !== undefined) notice = `the history cannot be written: ${why}`;
    });
  }

  const act: Readonly<Record<Action, (text: string, key: string) => void>> = {
    edit: (_, key) => draft.press(key),
    choose() {
      draft.press('\t');
      const chosen = draft.text().trim();
      const command = slashCommands.find(({ name }) => `/${name}` === chosen);
      if (command && !command.isNeeded) send(chosen, shell.send);
    },
    send: (text) => (draft.beforeCaret().endsWith('\\') ? continueLine() : sendGoal(text)),
    queue: (text) => sendGoal(text),
    steer: (text) => send(text, shell.steer),
    pull: () => draft.setText(shell.pull() ?? ''),
    interrupt() {
      isStopping = shell.isRunning;
      shell.interrupt();
    },
    clear(text) {
      keep(text);
      draft.setText('');
    },
    warn() {
      const warning = shell.isRunning
        ? 'A task is running. Ctrl+D again stops it and exits; artoo resume continues it.'
        : 'Ctrl+C again exits';
      notice = warning;
      clearTimeout(forgetting);
      forgetting = setTimeout(() => {
        if (notice === warning) notice = undefined;
        screen.soon();
      }, warnedMs);
    },
    leave: () => left.resolve(),
    search: () => search.open(),
    write: (text) =>
      run(
        held.outside(async ({ env }) => {
          const edited = await editText(text, 'message.md', { env, fd: 0, signal: terminal.terminate });
          if (edited === undefined) return show([line(`The draft is unchanged: ${editorAdvice(env)}`, 'fair')]);
          draft.setText(edited.replace(/\n$/, ''));
          show(cutLines('goal', edited));
        }),
      ),
    transcript: () => run(held.outside(({ env }) => pageText(screen.shown.map((each) => `${paint(each)}\n`).join(''), env))),
    redraw: () => screen.redraw(),
    suspend: () => held.suspend(),
  };

  function continueLine(): void {
    draft.press('\u007f');
    draft.press('\n');
  }

  function onAnswerKey(open: OpenQuestion, key: string): void {
    const text = open.editor.text();
    const answering: Readonly<Record<AnswerAction, () => void>> = {
      answer: () => open.answer(text),
      back: () => open.answer(undefined),
      clear: () => open.editor.setText(''),
      stop() {
        act.interrupt(text, key);
        open.answer(undefined);
      },
      warn: () => act.warn(text, key),
      leave: () => left.resolve(),
      write: () => open.toEditor?.(text),
      transcript: () => act.transcript(text, key),
      redraw: () => act.redraw(text, key),
      suspend: () => held.suspend(),
      edit: () => open.editor.press(key),
    };
    const { isStep, toEditor } = open;
    const action = answerActionFor(keyName(key), {
      isEmpty: text === '',
      isStep,
      isLine: toEditor !== undefined,
      isWarned: notice !== undefined,
    });
    notice = undefined;
    answering[action]();
  }

  terminal.terminate.addEventListener('abort', () => left.resolve(), { once: true });
  if (terminal.terminate.aborted) left.resolve();
  show(greeting(screen.columns));
  resting.stir(false);
  await left.promise;
  clearInterval(ticking);
  clearTimeout(forgetting);
  return await shell.close(); // awaited: screen and keyboard are disposed afterwards
}
