/** How much of its model's context a built-in turn uses, read from its journal while it runs. */
import { z } from 'zod';
import type { WatchedContext } from '../../team/runners/hand-over.ts';
import { percentOf } from '../../team/runners/turn-usage.ts';
import type { RunningTask } from '../tasks.ts';

const Answered = z.object({
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number(), estimated: z.literal(true).optional() }),
});

/** Never rejects: a turn does not depend on it. Reports nothing if the size of the model's context, or how much of it was used, is unknown. */
export async function watchTurnContext(
  { entries }: Pick<RunningTask, 'entries'>,
  contextTokens: number | undefined,
  context: Pick<WatchedContext, 'note'>,
): Promise<void> {
  if (contextTokens === undefined) return;
  try {
    for await (const seen of entries()) {
      if ('lost' in seen || seen.entry.kind !== 'outcome' || !seen.entry.result.ok) continue;
      const usage = Answered.safeParse(seen.entry.result.value).data?.usage;
      if (usage && !usage.estimated) context.note(percentOf(usage.input_tokens + usage.output_tokens, contextTokens));
    }
  } catch {
    // without this, the task ends the same way
  }
}
