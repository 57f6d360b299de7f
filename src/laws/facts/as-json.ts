/** Output that is JSON, or one JSON value per line. */
import { parsedJson } from '../../contracts/text/parsed-json.ts';

/** The JSON value of a text; undefined if the text is not JSON. */
export function asJson(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{"]/.test(trimmed)) return undefined;
  const whole = parsedJson(trimmed);
  if (whole !== undefined) return whole;
  const lines = trimmed.split('\n');
  if (lines.length < 2 || !lines.every((line) => /^\{.*\}\s*$/.test(line))) return undefined;
  const values = lines.map(parsedJson);
  return values.includes(undefined) ? undefined : values;
}
