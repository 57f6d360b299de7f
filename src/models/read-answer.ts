/** Reads the object that a model was asked for out of the text it gave: the first one outside reasoning blocks that fits the schema wins. */
import type { z } from 'zod';
import { explain } from '../contracts/explain.ts';

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** Never throws, and never makes up an object: text without one that fits is an error that says what was wrong with the first. */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  let error: string | undefined;
  for (const candidate of objectsIn(text)) {
    const parsed = schema.safeParse(candidate);
    if (parsed.success) return { ok: true, value: parsed.data };
    error ??= explain(parsed.error);
  }
  return { ok: false, error: error ?? 'the answer holds no JSON object' };
}

/** How many objects are looked at, so that a text full of them costs little more than reading it. */
const mostObjects = 1_000;

/** Every outermost `{…}` that is JSON and stands outside reasoning blocks. What stands inside another object, even a broken one, is none. */
function objectsIn(text: string): readonly unknown[] {
  const landmarks = /<(?<closing>\/?)(?<tag>think|thinking|reasoning)>|\{/gi;
  let objects: unknown[] = [];
  for (let mark = landmarks.exec(text); mark && objects.length < mostObjects; mark = landmarks.exec(text)) {
    const { tag, closing } = mark.groups ?? {};
    const after = landmarks.lastIndex;
    if (closing)
      objects = []; // it was opened in the prompt, or twice: all that came before was reasoning
    else if (tag) landmarks.lastIndex = endOf(new RegExp(`</${tag}>`, 'gi'), text, after) ?? text.length;
    else if (endOf(member, text, after) !== undefined) {
      const end = closingBrace(text, mark.index) + 1;
      if (end === 0) break; // cut off: whatever follows is a part of it
      landmarks.lastIndex = end;
      const object = parsed(text.slice(mark.index, end));
      if (object !== undefined) objects.push(object);
    }
  }
  return objects;
}

/** What follows the brace of an object, JSON or nearly so, and of no brace in prose: its end, or a name and a colon. */
const member = /\s*(?:\}|(?:"(?:[^"\\]|\\.){0,1000}"|'[^'\n]{0,1000}'|[\w$]{1,1000})\s*:)/y;

/** Where the pattern's next match ends, if there is one. */
function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // which no JSON is
  }
}

/** Where the object that opens at `from` closes, strings skipped; -1 when it never does. */
function closingBrace(text: string, from: number): number {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}
