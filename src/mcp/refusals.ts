/** What Law 1 stopped in a task because no person approved it, and the rule that would allow it, read from the entries. Pure. */
import { law1Mark } from '../contracts/text/law-mark.ts';
import { clip } from '../contracts/text/shorten.ts';
import type { Entry } from '../journal/entry.ts';
import type { Report } from './tool-shapes.ts';

type Refused = Report['refused'][number];
type Asked = Pick<Refused, 'action' | 'rule'> & { readonly reason: string };

const unasked = "it needs the person's approval, but this client cannot ask for it";

/** How many refusals a caller gets, and how many characters of each action. */
const [maxRefused, maxActionLength] = [50, 500] as const;

export function createRefusals(): { see(entry: Entry): void; all(): Refused[] } {
  /** Refusals by the hash of their effects: a task that continues asks again about the same effects. */
  const open = new Map<string, Asked>();
  const refused: Refused[] = [];
  function refuse({ action, reason, rule }: Asked, why: string): void {
    if (refused.length < maxRefused) refused.push({ action, reason: `${law1Mark}not done: ${why} (${reason})`, rule });
  }
  return {
    see(entry) {
      if (entry.kind !== 'message') return;
      if (entry.type === 'ConfirmRequest') {
        const { action, reason, rule, hash } = entry.payload;
        open.set(hash, { action: clip(action, maxActionLength), reason, rule });
      }
      if (entry.type === 'ConfirmReply') {
        const { hash, allowed, unanswered } = entry.payload;
        const asked = open.get(hash);
        open.delete(hash);
        if (asked && !allowed) refuse(asked, unanswered ? unasked : 'the answer that came through this client was no');
      }
      if (entry.type === 'FinalResult' && entry.payload.reason === 'cancelled')
        for (const asked of open.values()) refuse(asked, 'the question was closed without an answer');
    },
    all: () => [...refused],
  };
}
