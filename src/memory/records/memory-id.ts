/** Which task a memory is from: R7 derives their ids from the task's, `<task>-m01`. One of another origin stands for itself. */
export function taskOf(id: string): string {
  const end = id.lastIndexOf('-m');
  return end > 0 && isDigits(id, end + 2) ? id.slice(0, end) : id;
}

/** By hand: it is asked for every memory that a plan hears of. */
function isDigits(text: string, from: number): boolean {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return from < text.length;
}
