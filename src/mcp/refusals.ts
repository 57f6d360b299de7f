/** What the first law stopped in a task because no person could be asked, and the rule that would allow it, read from its entries. Pure. */
import { law1Mark } from '../contracts/law-mark.ts';
import { clip } from '../contracts/text/shorten.ts';
import type { Entry } from '../journal/entry.ts';
import type { Report } from './tool-shapes.ts';

type Refused = Report['refused'][number];

/** How many refusals a caller gets, and how much of each action. */
const [maxRefused, maxActionLength] = [50, 500] as const;

export function createRefusals(): { see(entry: Entry): void; all(): Refused[] } {
  const open = new Map<string, Refused>();
  const refused: Refused[] = [];
  return {
    see(entry) {
      if (entry.kind !== 'message') return;
      if (entry.type === 'ConfirmRequest') {
        const { action, reason, rule } = entry.payload;
        const why = `${law1Mark}not done: it needs the person's yes, and this client cannot ask them (${reason})`;
        open.set(entry.id, { action: clip(action, maxActionLength), reason: why, rule });
      }
      if (entry.type !== 'ConfirmReply' || entry.reply_to === undefined) return;
      const asked = open.get(entry.reply_to);
      open.delete(entry.reply_to);
      if (asked && entry.payload.unanswered && !entry.payload.allowed && refused.length < maxRefused) refused.push(asked);
    },
    all: () => [...refused],
  };
}
