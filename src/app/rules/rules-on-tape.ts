/** What the person allowed for a task still applies when it is resumed: its rules are applied again as its journal is followed. */
import { messageId } from '../../contracts/ids.ts';
import type { MessageOf } from '../../contracts/messages.ts';
import type { Entry } from '../../journal/entry.ts';
import type { Tape } from '../../journal/tape.ts';
import { isOffered } from '../../laws/rules/offered-rules.ts';

/** An approval with a rule for its task alone. Rules that reach further were written to the person's own file. */
type TaskRule = { readonly allowed: true; readonly rule: string; readonly scope: 'task' };
type Question = MessageOf<'ConfirmRequest'>;

/**
 * Wraps a tape; `apply` gets each rule once the task has passed its entry. A file may contain anything, so a rule counts only in the first answer to
 * a question that this run computed itself, about the same action, and only if that question offered it.
 */
export function rulesOnTape(tape: Tape, apply: (rule: TaskRule) => void): Tape {
  const questions = new Map<number, Question>();

  function ruleIn(entry: Entry): TaskRule | undefined {
    if (entry.kind !== 'message' || entry.type !== 'ConfirmReply') return undefined;
    const { hash, allowed, rule, scope } = entry.payload;
    const [seq, asked] = questions.entries().find(([at]) => messageId(entry.task_id, at) === entry.reply_to) ?? []; // a fork has its own ids
    if (seq === undefined || !asked) return undefined;
    questions.delete(seq);
    if (!allowed || rule === undefined || scope !== 'task') return undefined;
    return hash === asked.payload.hash && isOffered(rule, asked.payload) ? { allowed, rule, scope } : undefined;
  }

  return {
    peek() {
      const next = tape.peek();
      if (!next || next.given) return next;
      const is: typeof next.is = (computed) => {
        if (computed.kind === 'message' && computed.type === 'ConfirmRequest') questions.set(computed.seq, computed);
        return next.is(computed);
      };
      return { ...next, is };
    },
    advance() {
      const next = tape.peek();
      const rule = next?.given ? ruleIn(next.entry()) : undefined; // every given entry has already been read
      tape.advance();
      if (rule) apply(rule);
    },
  };
}
