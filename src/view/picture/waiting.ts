/** What a model call waits for before it is sent again. Pure: the time is given. */
import type { ModelWait } from '../../models/model.ts';
import { span } from '../style/line.ts';
import { type LedLine, labelled } from './layout.ts';

export const whyWaiting = {
  limited: "rate limit of the model's server",
  asked: "the model's server asks for that",
  busy: "the model's server is failing or overloaded",
  closed: "nothing listens at the model's address; its server may be starting",
  broken_off: "the model's answer broke off",
} as const satisfies Record<ModelWait['why'], string>;

/** Without a live region, a shorter wait is not worth a line. */
const minSeconds = 5;

/** Announces a long wait to a person who sees no live region. */
export function waitLines({ until, why, attempt }: ModelWait, now: number): readonly LedLine[] {
  const seconds = Math.round((until - now) / 1000);
  return seconds < minSeconds ? [] : [labelled('waits', span(`${seconds} s: ${whyWaiting[why]}; then attempt ${attempt}`, 'fair'))];
}
