/** Makes sure that every model step is paid for from a purse. */
import { Usage } from '../contracts/usage.ts';
import { defaultMaxOutputTokens } from '../models/endpoints/endpoint.ts';
import type { Model } from '../models/model.ts';
import { maxInputTokens, minOutputTokens } from '../models/spending/bound.ts';
import type { Spending } from '../models/spending/spending.ts';

/** The same model; each step is reserved as a single call, unless the model reserves its calls itself. */
export function reserving(model: Model): Model {
  if (model.reserves) return model;
  return {
    reserves: true,
    async step(request, origin, signal) {
      const held = await origin.spending.reserve({
        model: 'the model',
        input_tokens: maxInputTokens(request),
        output_tokens: defaultMaxOutputTokens,
        least_output_tokens: minOutputTokens,
      });
      const itself: Spending = {
        reserve(bound) {
          held.settle('nothing'); // the model reserved its own calls after all
          return origin.spending.reserve(bound);
        },
      };
      const answer = await model.step(request, { ...origin, spending: itself }, signal);
      const usage = Usage.safeParse(answer?.usage);
      held.settle(usage.success ? usage.data : 'most');
      return answer;
    },
  };
}
