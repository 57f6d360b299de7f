/** An output that is JSON, or JSON line by line. */

/** Its value; nothing for any other text. */
export function asJson(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{"]/.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    const lines = trimmed.split('\n');
    if (lines.length < 2 || !lines.every((line) => /^\{.*\}\s*$/.test(line))) return undefined;
    try {
      return lines.map((line): unknown => JSON.parse(line));
    } catch {
      return undefined;
    }
  }
}
