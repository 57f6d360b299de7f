/**
 * The line between one task and the person: shows messages to the person and takes in what the person says. Nothing passes while a tape is followed.
 */
import { type ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { MessageId } from '../../contracts/ids.ts';
import { isQuestion } from '../../contracts/routes.ts';
import type { MessageEntry } from '../../journal/entry.ts';
import type { Log } from '../log.ts';
import type { Person } from '../person.ts';
import { type Admitted, type AnyDraft, refusal } from '../route-gate.ts';
import { steering } from '../steering.ts';

export type PersonLineOptions = {
  readonly person: Person;
  readonly log: Log;
  /** Checks a draft. Throws an ArtooError. */
  readonly admit: (draft: AnyDraft) => Admitted;
  /** The open question that a draft answers. */
  readonly questionOf: (admitted: Admitted) => MessageEntry | undefined;
  /** Takes in an answer: like any other message to the task, it is refused once the task is over. */
  readonly send: (draft: AnyDraft) => void;
  /** The port to the person failed. */
  readonly onBroken: (error: unknown) => void;
  readonly onCancel: () => void;
  /** Something was appended. */
  readonly onSaid: () => void;
};

export class PersonLine {
  readonly #options: PersonLineOptions;
  readonly #unshown = new Map<MessageId, MessageEntry>();
  readonly #waiting: AnyDraft[] = [];

  constructor(options: PersonLineOptions) {
    this.#options = options;
  }

  /** A message to the person was delivered. A message from a tape is held only if it is a question, in case it was not answered. */
  show(message: MessageEntry): void {
    const { person, log, send, onBroken } = this.#options;
    if (!log.isFromTape(message)) Promise.resolve(person(message, send)).catch(onBroken);
    else if (isQuestion(message)) this.#unshown.set(message.id, message);
  }

  /** An answer was delivered: its question is not asked again. */
  answered(question: MessageId): void {
    this.#unshown.delete(question);
  }

  /** The person says something; the draft waits until the tape is used up. Throws an ArtooError if the draft is refused. */
  say(draft: AnyDraft): void {
    if (!this.#options.log.isLive) return void this.#waiting.push(draft);
    const refused = this.#take(draft);
    this.#options.onSaid();
    if (refused) throw refused;
  }

  /** The tape is used up: open questions are asked, and what the person said meanwhile is taken in. False if there was nothing to do. */
  wake(): boolean {
    if (this.#unshown.size + this.#waiting.length === 0) return false;
    const { person, send, onBroken } = this.#options;
    const questions = [...this.#unshown.values()];
    this.#unshown.clear();
    const drafts = this.#waiting.splice(0);
    for (const question of questions) Promise.resolve(person(question, send)).catch(onBroken);
    for (const draft of drafts) this.#take(draft); // the sender is not waiting; a refusal is in the journal
    return true;
  }

  /** Appends what was said, or why it was refused. */
  #take(draft: AnyDraft): ArtooError | undefined {
    const { log, admit, questionOf, onCancel } = this.#options;
    try {
      const admitted = admit(draft);
      for (const said of saidWith(admitted, questionOf(admitted)).map(admit)) log.give({ kind: 'message', from: 'User', ...said }); // before the "no", which ends the wait
      log.give({ kind: 'message', from: 'User', ...structuredClone(admitted) });
      if (admitted.type === 'Cancel') onCancel();
      return undefined;
    } catch (thrown) {
      const error = asArtooError(thrown, 'payload_refused');
      log.give(refusal('User', draft, error));
      return error;
    }
  }
}

/**
 * A no with an alternative also steers the task, because it may rule out what the plan requires. A no to an action that the open question is not
 * about is ignored.
 */
function saidWith(reply: Admitted, question: MessageEntry | undefined): readonly AnyDraft[] {
  const instead = insteadIn(reply, question)?.trim() ?? '';
  return instead === '' ? [] : steering(instead);
}

function insteadIn({ type, payload }: Admitted, question: MessageEntry | undefined): string | undefined {
  if (type === 'PlanReply') return question?.type === 'PlanReview' && !payload.approved ? payload.instead : undefined;
  if (type !== 'ConfirmReply' || question?.type !== 'ConfirmRequest' || payload.hash !== question.payload.hash) return undefined;
  return payload.allowed ? undefined : payload.instead;
}
