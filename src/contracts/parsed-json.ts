/** A text as the JSON that it is, or undefined, which no JSON is and no schema takes. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
