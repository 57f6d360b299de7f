/** A long text as a model gets it: the head and the tail, where what matters mostly stands (SPEC §4). The journal has all of it. */

/** Tools' outputs, and outputs handed from one sub-task to the next. */
const most = 4096;
/** The words of the person, which are the goal itself. */
export const mostOfGoal = 32_768;

/** At least the last 120 characters are always there. */
export function headAndTail(text: string, limit: number = most): string {
  if (text.length <= limit) return text;
  const first = text.slice(0, Math.floor(limit * 0.7)).replace(/[\ud800-\udbff]$/, ''); // half a character at the cut goes with the rest
  const last = text.slice(-Math.floor(limit * 0.28)).replace(/^[\udc00-\udfff]/, '');
  return `${first}\n… ${text.length - first.length - last.length} characters left out …\n${last}`;
}
