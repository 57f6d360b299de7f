/** Questions that wait until their context is shown: a task that continues repeats its last question at once. */
import type { Answers } from '../../../engine/person.ts';

export function askingAfter(shown: Promise<void>, { clarify, confirm, interrupted, review }: Required<Answers>): Required<Answers> {
  const after =
    <Given, T>(ask: (given: Given) => T | Promise<T>) =>
    async (given: Given): Promise<T> => {
      await shown;
      return ask(given);
    };
  return { clarify: after(clarify), confirm: after(confirm), interrupted: after(interrupted), review: after(review) };
}
