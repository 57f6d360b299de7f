/** The task that a memory comes from: R7 names memories `<task>-m01`. A memory of any other origin counts as coming from a task of its own. */
export function taskOf(id: string): string {
  const end = id.lastIndexOf('-m');
  return end > 0 && isDigits(id, end + 2) ? id.slice(0, end) : id;
}

/** No regular expression, because this runs for every memory that a plan is given. */
function isDigits(text: string, from: number): boolean {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return from < text.length;
}
