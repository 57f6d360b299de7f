/** The rows of every entry of a task, in the order of its journal, for all views. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { MessageId } from '../../contracts/ids.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import { type Dropped, droppedCriteria } from '../../control/dropped-criteria.ts';
import { type Place, placeOf, subTaskPlace } from '../../history/story/place.ts';
import { beginning } from '../../history/story/short-copies.ts';
import type { Entry, MessageEntry } from '../../journal/entry.ts';
import { nearPaths } from '../near-paths.ts';
import { lasting } from '../spans.ts';
import { backgroundText } from '../words/background-text.ts';
import { claimText, lateText } from '../words/claim-text.ts';
import { insteadIn } from '../words/instead-in.ts';
import { plainly } from '../words/plainly.ts';
import { decisionPhrases, epsilonIn } from './decision-rows.ts';
import { createCalls } from './effect-rows.ts';
import { messagePhrases } from './message-rows.ts';
import { adding, figure, fine, type Phrase, phrase, type Row } from './row.ts';

const placed = ({ round, subtask, attempt }: Place): Place => ({ round, subtask, attempt });

const maxDetail = 2_000;
const whole: Place = { round: 0, subtask: 0, attempt: 0 };

export type EntryRowsOptions = {
  /** The folder of the task, if its first entry is not among the given entries. */
  readonly cwd?: string | undefined;
  /** Whether rows include the requests to models and to the world, and their answers. */
  readonly details?: boolean;
};

export type EntryRows = (entry: Entry) => readonly Row[];

/** Takes the entries one by one, in order. Paths below `cwd` are shown relative to it. */
export function createEntryRows({ cwd = '', details = false }: EntryRowsOptions = {}): EntryRows {
  const calls = createCalls(details);
  const seqs = new Map<string, number>();
  const shown = (text: string): string => (details ? nearPaths(text, folder) : plainly(text, folder, (key) => seqs.get(key)));
  const questions = new Map<MessageId, Place>();
  const told = new Set<string>();
  const named = new Set<string>();
  const attempts = new Map<string, number>();
  let plan: PayloadOf<'DispatchManifest'> | undefined;
  let folder = cwd;
  let round = 0;
  let last = whole; // where incidents are placed that are not part of the plan
  let forkedAt: number | undefined;
  let epsilon: number | undefined;
  /** What the person said while a question was open: it may be the alternative in a no, which the next message shows. */
  const held: { readonly text: string; readonly rows: readonly Row[] }[] = [];

  const wholeRound = (): Place => ({ ...whole, round });
  const questionOf = ({ reply_to }: MessageEntry) => (reply_to === undefined ? undefined : questions.get(reply_to));

  function isTold({ criterion, verdict, evidence }: CriterionVerdict): boolean {
    const text = JSON.stringify([round, criterion, verdict, evidence]);
    const wasTold = told.has(text);
    told.add(text);
    return wasTold;
  }

  function isNamed(criterion: string): boolean {
    const wasNamed = named.has(criterion);
    named.add(criterion);
    return wasNamed;
  }

  function droppedBy(message: MessageEntry): readonly Dropped[] {
    if (message.type !== 'DispatchManifest' || message.to !== 'R4b') return [];
    const before = plan;
    plan = message.payload;
    return droppedCriteria(before, plan);
  }

  function placeOfMessage(message: MessageEntry): Place {
    const asked = questionOf(message);
    if (asked) return asked;
    switch (message.type) {
      case 'SubTask':
      case 'SubTaskOutcome':
        return subTaskPlace(message.payload.subtask_id);
      case 'ExecutionResult':
        return subTaskPlace(message.payload.subtask_id, message.payload.attempt);
      case 'CorrectionSignal':
        return subTaskPlace(message.payload.subtask_id, message.payload.attempt_number);
      case 'ConfirmRequest':
      case 'InterruptedCall': {
        const place = subTaskPlace(message.payload.subtask_id);
        return { ...place, attempt: attempts.get(`${place.round}.${place.subtask}`) ?? 0 };
      }
      case 'DispatchManifest':
      case 'PlanReview':
      case 'PlanFailed':
        return { ...whole, round: message.payload.round };
      case 'Cancel':
      case 'Failure':
      case 'Steer':
        return last;
      default:
        return wholeRound();
    }
  }

  function ofMessage(message: MessageEntry): readonly Row[] {
    if (message.type === 'Steer' && message.to !== 'R2') return []; // the other roles get the same message
    const before = message.type === 'Steer' ? [] : held.splice(0).filter(({ text }) => text !== insteadIn(message));
    const place = placeOfMessage(message);
    if (isAsked(message)) questions.set(message.id, place);
    const told = ownRows(message, place);
    if (message.reply_to !== undefined) questions.delete(message.reply_to);
    if (message.type !== 'Steer' || questions.size === 0) return [...before.flatMap((each) => each.rows), ...told];
    held.push({ text: message.payload.text.trim(), rows: told });
    return [];
  }

  function ownRows(message: MessageEntry, place: Place): readonly Row[] {
    const phrases = messagePhrases(message, { epsilon, isTold, isNamed, dropped: droppedBy(message), wasCalled: calls.wasCalled });
    return rows(message, message.from === 'User' ? 'you' : message.from, place, phrases);
  }

  function rows({ seq }: Entry, who: string, place: Place, phrases: readonly Phrase[]): readonly Row[] {
    if (phrases.length > 0) last = place;
    round = Math.max(round, place.round);
    if (place.attempt > 0) attempts.set(`${place.round}.${place.subtask}`, place.attempt);
    return phrases.map((each) => ({
      seq,
      who,
      weight: 'main',
      tone: 'plain',
      place,
      ...each,
      what: beginning(each.what, maxDetail),
      detail: shown(beginning(each.detail, maxDetail)),
    }));
  }

  return (entry) => {
    switch (entry.kind) {
      case 'open':
        folder = entry.settings.cwd;
        forkedAt = entry.origin?.seq;
        return [];
      case 'message':
        return ofMessage(entry);
      case 'intent':
        if (entry.effect === 'tool') seqs.set(entry.key, entry.seq);
        return rows(entry, entry.role, placeOf(entry.key), calls.begin(entry));
      case 'outcome':
        return rows(entry, 'Host', placeOf(entry.key), calls.end(entry));
      case 'decision':
        epsilon = epsilonIn(entry) ?? epsilon;
        return rows(entry, entry.role, wholeRound(), decisionPhrases(entry, round > 0));
      case 'refusal':
        return rows(entry, entry.from === 'User' ? 'you' : entry.from, last, [
          phrase('not taken', `${entry.type} to ${entry.to}: ${entry.detail}`, { tone: 'fair' }),
        ]);
      case 'pause':
        if (entry.resumed) calls.interrupt();
        if (entry.seq === forkedAt)
          return entry.resumed ? rows(entry, 'Host', last, [phrase('continues', `after a pause of ${lasting(entry.ms)}`)]) : []; // the original task had been resumed before the fork was made
        return rows(entry, 'Host', last, [
          entry.resumed
            ? phrase('continues', `in another process, after a pause of ${lasting(entry.ms)}`)
            : phrase('paused', `for ${lasting(entry.ms)}`),
        ]);
      case 'alarm':
        return rows(entry, 'Host', last, [
          phrase('alarm', entry.detail, { tone: 'fair', ...(entry.code === 'budget_spent' && fine) }),
          adding('code', entry.code, figure),
        ]);
      case 'background':
        return rows(entry, 'Host', last, [phrase('background', backgroundText(entry))]);
      case 'claim':
        return rows(entry, 'Host', placed(entry), [phrase('runs on', claimText(entry), { tone: entry.why ? 'fair' : 'plain' })]);
      case 'late':
        return rows(entry, 'Host', placeOf(entry.key), [phrase('too late', lateText(entry), { tone: 'fair' })]);
      case 'halt':
        return rows(entry, 'Host', last, [phrase('halted', entry.detail, { tone: 'bad' }), adding('code', entry.code, figure)]);
    }
  };
}

const isAsked = ({ type }: MessageEntry): boolean => type === 'ConfirmRequest' || type === 'InterruptedCall' || type === 'PlanReview';
