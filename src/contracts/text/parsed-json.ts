/** The text parsed as JSON; undefined, which is never a JSON value, if that fails. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
