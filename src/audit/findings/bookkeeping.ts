/** Effects and sub-tasks without an outcome or with two, and messages or claims with the same id. */
import { type ErrorCode, isModelFailure } from '../../contracts/errors.ts';
import { type Detector, type Finding, messageOf, nothing } from './finding.ts';
import { inWords } from './party-words.ts';

export const bookkeeping: Detector = () => {
  const begun = new Map<string, { readonly seq: number; readonly role: string; readonly effect: string }>();
  const answered = new Set<string>();
  let lastClaim = 0;
  const ids = new Map<string, number>();
  const dispatched = new Map<string, number>();
  const judged = new Set<string>();

  const duplicate = (
    anomaly: Finding['anomaly'],
    from: string,
    type: string,
    detail: string,
    seqs?: readonly number[],
  ): readonly Finding[] => [{ anomaly, from, to: 'Host', type, detail, ...(seqs && { seqs }) }];

  return (entry) => {
    if (entry.kind === 'intent') {
      begun.set(entry.key, entry);
      return nothing;
    }
    if (entry.kind === 'outcome') {
      if (answered.has(entry.key))
        return duplicate('outcome_duplicate', 'Host', 'outcome', `the outcome of ${entry.key} was recorded twice`);
      answered.add(entry.key);
      begun.delete(entry.key);
      return nothing;
    }
    if (entry.kind === 'claim') {
      const isNew = entry.number > lastClaim;
      lastClaim = Math.max(lastClaim, entry.number);
      return isNew
        ? nothing
        : duplicate('id_duplicate', 'Host', 'claim', `claim ${entry.number} was recorded twice, or after a claim with a higher number`);
    }
    if (entry.kind !== 'message') return nothing;
    const found: Finding[] = [];
    const known = ids.get(entry.id);
    if (known !== undefined)
      found.push(...duplicate('id_duplicate', entry.from, entry.type, `two messages share the id ${entry.id}`, [known, entry.seq]));
    ids.set(entry.id, entry.seq);
    const subtask = messageOf(entry, 'SubTask');
    if (subtask?.to === 'R3') dispatched.set(subtask.payload.subtask_id, subtask.seq);
    const outcome = messageOf(entry, 'SubTaskOutcome');
    if (outcome?.to === 'R4b') {
      const { subtask_id } = outcome.payload;
      if (judged.has(subtask_id))
        found.push(...duplicate('outcome_duplicate', 'R4a', 'SubTaskOutcome', `the outcome of sub-task ${subtask_id} was reported twice`));
      judged.add(subtask_id);
      dispatched.delete(subtask_id);
    }
    const final = messageOf(entry, 'FinalResult');
    if (!final) return found;
    for (const { seq, role, effect } of begun.values())
      found.push({
        anomaly: 'outcome_missing',
        from: role,
        to: 'Host',
        type: effect,
        detail: `${inWords(role)} began something whose outcome was never recorded`,
        seqs: [seq],
      });
    if (!stopsWork(final.payload.reason, final.payload.failure))
      for (const [id, seq] of dispatched)
        found.push({
          anomaly: 'outcome_missing',
          from: 'R4a',
          to: 'R4b',
          type: 'SubTaskOutcome',
          detail: `the outcome of sub-task ${id} was never reported`,
          seqs: [seq],
        });
    return found;
  };
};

/** How a task may end with unfinished sub-tasks: by the person, at a cap, or because a model is unavailable. */
const stopsWork = (reason: string, failure: ErrorCode | null): boolean =>
  reason === 'cancelled' || reason === 'budget' || isModelFailure(failure) || failure === 'answer_unreadable';
