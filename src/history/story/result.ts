/** How a task ended. Pure. */
import type { FinalResult } from '../../contracts/control.ts';
import type { Declined } from '../../contracts/execution.ts';
import type { MessageOf } from '../../contracts/messages.ts';
import { type RefusedPart, refusedPart } from '../../contracts/refused-part.ts';
import { toldUnmet } from '../../contracts/told-unmet.ts';
import type { Room } from './limits.ts';
import { reasonsIn } from './round.ts';
import { textOf, words } from './short-copies.ts';

type Verbatim = Pick<FinalResult, 'directive' | 'reason' | 'loss' | 'grad_l' | 'prev_directive' | 'replans' | 'refused' | 'failure'>;

export type ResultStory = Verbatim & {
  readonly seq: number;
  readonly summary: string;
  readonly output: string;
  readonly unmet: FinalResult['unmet'];
  readonly ungrounded: readonly string[];
  readonly next_moves: readonly string[];
  /** What the person refused or changed; absent if there is nothing. */
  readonly declined?: readonly Pick<Declined, 'action' | 'edited' | 'mentioned'>[];
  /** How much was left undone because the person refused it. */
  readonly refused_part: RefusedPart;
  /** Why R7 ended the task like this; empty if unknown. */
  readonly rationale: string;
};

const maxOutputLength = 32_000;
const [maxDeclined, maxMentioned] = [50, 50] as const;

const shortened = ({ action, edited, mentioned }: Declined): NonNullable<ResultStory['declined']>[number] => ({
  action: words(action),
  ...(edited !== undefined && { edited: words(edited) }),
  ...(mentioned && { mentioned: mentioned.slice(0, maxMentioned).map((path) => words(path, 1_000)) }),
});

export function resultOf({ seq, payload }: MessageOf<'FinalResult'>, rationale: string, room: Room): ResultStory {
  const { directive, reason, loss, grad_l, prev_directive, replans, refused, failure } = payload;
  return {
    seq,
    directive,
    reason,
    summary: words(payload.summary, 2_000),
    output: textOf(payload.output, maxOutputLength),
    unmet: room
      .fit('criteria', toldUnmet(payload.unmet))
      .map(({ criterion, why, ...more }) => ({ criterion: words(criterion), why: words(why), ...more })),
    ungrounded: reasonsIn(payload.ungrounded, room),
    next_moves: reasonsIn(payload.next_moves, room),
    ...(payload.declined && { declined: payload.declined.slice(0, maxDeclined).map(shortened) }),
    refused_part: refusedPart(payload),
    ...{ loss, grad_l, prev_directive, replans, refused, failure, rationale },
  };
}
