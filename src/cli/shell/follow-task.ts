/** Shows one task from its start to its end, and puts its questions to the person. */
import type { Drive, Live } from '../../app/drive/drive.ts';
import type { FinalResult } from '../../contracts/control.ts';
import type { MessageId, TaskId } from '../../contracts/ids.ts';
import type { Message } from '../../contracts/messages.ts';
import { isQuestion } from '../../contracts/routes.ts';
import type { Person } from '../../engine/person.ts';
import { fitted } from '../../view/picture/layout.ts';
import type { LiveOutput } from '../../view/picture/live-output.ts';
import type { Picture } from '../../view/picture/picture.ts';
import { createProgress, type Progress } from '../../view/picture/progress.ts';
import { type Line, line } from '../../view/style/line.ts';
import { tellSilence } from '../terminal/tell-silence.ts';
import { errorLines } from './error-lines.ts';
import { createQuestionTurns, type QuestionTurns } from './question-turns.ts';
import { allowAdvice } from './shell-advice.ts';

export type Following = {
  readonly drive: Drive;
  readonly id: TaskId;
  readonly picture: Picture;
  /** The person has seen entries before this moment; they are only folded into the picture. */
  readonly since: number;
  readonly show: (lines: readonly Line[]) => void;
  readonly columns: () => number | undefined;
  /** Whether there is a live region; otherwise a line reports a long wait and a silent model. */
  readonly isLive: boolean;
  /** What is under way has changed. */
  readonly changed: () => void;
  readonly person: Person;
  /** Closes the open question if another client answered it. */
  readonly turns?: QuestionTurns;
  /** Fires when the person stops the task: from then on, nothing is an answer. */
  readonly stopping?: AbortSignal;
};

/** Rejects with the reason if the task stopped without an end. */
export async function followTask(following: Following): Promise<FinalResult> {
  const { drive, id, picture, since, show, columns, isLive, changed, person, turns = createQuestionTurns(), stopping } = following;
  const over = new AbortController();
  using silence = isLive ? undefined : tellSilence(picture, show, columns);
  const hear = (heard: LiveOutput): void => {
    picture.hear(heard);
    changed();
    if (heard.kind === 'wait') silence?.waits(heard.wait);
  };
  const listening = listen(drive, id, hear, over.signal);
  const open = new Map<MessageId, Message>(); // an earlier question, which is asked again once the task continues
  let progress: Progress | undefined; // how far a task got that is being continued
  const put = (question: Message): void =>
    void turns
      .put(question, async (isAnswered) => {
        if ((await ask(drive, question, person, isAnswered, stopping)) === 'late') show([line(answeredFirst, 'fair')]);
      })
      .catch((error: unknown) => show(errorLines(error)));
  try {
    for await (const entry of drive.entries(id)) {
      const lines = picture.see(entry);
      changed();
      if (entry.kind === 'message' && entry.reply_to !== undefined) {
        open.delete(entry.reply_to);
        if (turns.answered(entry.reply_to)) show([line(answeredElsewhere, 'fair')]);
      }
      if (Date.parse(entry.ts) < since) {
        if (entry.kind === 'message' && isQuestion(entry)) open.set(entry.id, entry);
        progress ??= createProgress();
        progress.see(entry);
        continue;
      }
      if (progress) show(fitted(progress.lines(picture.state), columns()));
      progress = undefined;
      show(fitted(lines, columns()).map(allowAdvice));
      for (const question of open.values()) put(question);
      open.clear();
      if (entry.kind === 'message' && isQuestion(entry)) put(entry);
    }
    return await drive.result(id);
  } finally {
    over.abort();
    await listening;
  }
}

/** Live output of models and commands, until the task ends. */
async function listen(drive: Drive, id: TaskId, hear: (heard: LiveOutput) => void, signal: AbortSignal): Promise<void> {
  try {
    for await (const piece of drive.live(id, signal)) hear(heardIn(piece));
  } catch {
    // the entries contain everything that matters
  }
}

function heardIn(piece: Live): LiveOutput {
  const { key } = piece;
  if ('wait' in piece) return { key, kind: 'wait', wait: piece.wait };
  return 'output' in piece ? { key, kind: 'output', text: piece.output } : { key, kind: 'text', text: piece.text };
}

const answeredElsewhere = 'This was answered in another client.';
const answeredFirst = 'This had been answered elsewhere: your answer changes nothing.';

/** The first client's answer counts; a late one changes nothing, and the entries show what was answered. */
async function ask(
  drive: Drive,
  question: Message,
  person: Person,
  isAnswered: () => void,
  stopping: AbortSignal | undefined,
): Promise<'late' | 'said'> {
  const answers: Promise<unknown>[] = [];
  await person(question, ({ payload }) => {
    isAnswered();
    if (stopping?.aborted) return; // the cancel is on its way
    const hash = question.type === 'ConfirmRequest' ? { hash: question.payload.hash } : {};
    // the person answers each type of question with its own type of reply
    answers.push(drive.answer(question.task_id, { question: question.id, ...hash, reply: payload as never }).catch(() => 'over'));
  });
  return (await Promise.all(answers)).includes('late') ? 'late' : 'said';
}
