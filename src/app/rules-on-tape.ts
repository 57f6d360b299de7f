/** What the person allowed for a task holds when it is resumed: its rules are applied again as its journal is followed. */
import type { Entry } from '../journal/entry.ts';
import type { Tape } from '../journal/tape.ts';

/** A yes that came with a rule for its task alone. Rules that reach further were written to the person's own file. */
type TaskRule = { readonly allowed: true; readonly rule: string; readonly scope: 'task' };

/** The same tape; each rule on it is given to `apply` when the task gets past it. */
export function rulesOnTape(tape: Tape, apply: (rule: TaskRule) => void): Tape {
  return {
    peek: tape.peek,
    advance() {
      const next = tape.peek();
      const rule = next?.given ? ruleIn(next.entry()) : undefined; // whatever is given was read already
      tape.advance();
      if (rule) apply(rule);
    },
  };
}

function ruleIn(entry: Entry): TaskRule | undefined {
  if (entry.kind !== 'message' || entry.type !== 'ConfirmReply') return undefined;
  const { allowed, rule, scope } = entry.payload;
  return allowed && rule !== undefined && scope === 'task' ? { allowed, rule, scope } : undefined;
}
