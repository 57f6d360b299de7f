/** The prompt that asks a judge again about passes whose evidence does not count. */
import { z } from 'zod';
import type { ModelRequest } from '../../models/model.ts';
import { delimited } from '../prompting/delimited.ts';
import { headAndTail, maxGoalLength } from '../prompting/head-and-tail.ts';
import { ModelVerdicts } from './model-verdicts.ts';

/** A criterion by its number, and why its pass does not count. */
export type Doubt = { readonly at: number; readonly why: string };

const words = z.string().trim().catch('');

/** The second answer. Like the first, it may contain a message to the executor. */
export const Revision = z.object({ verdicts: ModelVerdicts, what_was_wrong: words, what_to_do: words });
export type Revision = z.infer<typeof Revision>;

/** The reasons quote models and tools, so the prompt marks them as data. */
export function askedAgain(request: ModelRequest, answer: object, doubts: readonly Doubt[]): ModelRequest {
  const reasons = doubts.map(({ at, why }) => `${at}. ${why}`).join('\n');
  return {
    ...request,
    turns: [
      ...request.turns,
      { role: 'assistant', text: headAndTail(JSON.stringify(answer), maxGoalLength), calls: [] },
      {
        role: 'user',
        text: `Code cannot accept these passes as they are:\n${delimited('reasons', headAndTail(reasons, maxGoalLength))}\nGive your verdicts on these criteria again, and on no others, in the same shape: with evidence or a derivation that counts, or as "fail" or "unverifiable" where there is none.`,
      },
    ],
  };
}
