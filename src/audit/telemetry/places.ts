/** The place of a span in a task: the task itself, a round, its plan, a sub-task, an attempt, or the key of an effect. Pure. */

export const wholeTask = '';
export const roundPlace = (round: number): string => `${round}`;
export const planPlace = (round: number): string => `${round}/plan`;
export const subtaskPlace = (round: number, index: number): string => `${round}.${index}`;
export const attemptPlace = (round: number, index: number, attempt: number): string => `${round}.${index}.${attempt}`;

/** The round and the index in the id of a sub-task, `<task>-<round>-<index>`. */
export function subtaskIn(id: string): { readonly round: number; readonly index: number } {
  const [index, round] = id.split('-').toReversed().map(Number);
  return { round: round ?? 0, index: index ?? 0 };
}

/**
 * The enclosing place: an effect is in an attempt, which is in a sub-task, which is in a round, which is in the task. In a key, 0 stands for a
 * missing part.
 */
export function placeAround(place: string): string | undefined {
  if (place === wholeTask) return undefined;
  const [numbers = '', ...inside] = place.split('/');
  const parts = numbers.split('.');
  const named = inside.length > 0 ? parts : parts.slice(0, -1);
  const zero = named.indexOf('0');
  return (zero === -1 ? named : named.slice(0, zero)).join('.');
}
