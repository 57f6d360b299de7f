/**
 * Asks a model for one object. An answer that does not fit the schema is sent back once with the error; if the second does not fit either, that is an
 * infrastructure failure.
 */
import type { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import type { Effects, Place } from '../../effects/effects.ts';
import { readAnswer } from '../../models/answers/read-answer.ts';
import type { ModelRequest } from '../../models/model.ts';

export async function askModel<T>(effects: Effects, place: Place, request: ModelRequest, schema: z.ZodType<T>): Promise<T> {
  const first = await effects.model(place, request);
  const reading = readAnswer(first.text, schema);
  if (reading.ok) return reading.value;
  const error = first.cut ? 'it was cut off because it was too long; use fewer words' : reading.error;
  const again = await effects.model({ ...place, call: (place.call ?? 0) + 1 }, withError(request, first.text, error));
  const second = readAnswer(again.text, schema);
  if (second.ok) return second.value;
  throw new ArtooError('answer_unreadable', 'the model answered twice in a form that cannot be read', { details: second.error });
}

const withError = (request: ModelRequest, text: string, error: string): ModelRequest => ({
  ...request,
  turns: [
    ...request.turns,
    { role: 'assistant', text, calls: [] },
    { role: 'user', text: `That could not be read: ${error}. Answer again with the JSON object alone.` },
  ],
});
