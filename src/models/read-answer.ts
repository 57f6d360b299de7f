/** Reads the object that a model was asked for out of the text it gave: the first one outside reasoning blocks that fits the schema wins. */
import type { z } from 'zod';
import { explain } from '../contracts/explain.ts';

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** Never throws, and never makes up an object: text without one that fits is an error that says what was wrong with the first. */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  let error = 'the answer holds no JSON object';
  let found = false;
  for (const candidate of objectsIn(withoutReasoning(text))) {
    const parsed = schema.safeParse(candidate);
    if (parsed.success) return { ok: true, value: parsed.data };
    if (!found) error = explain(parsed.error);
    found = true;
  }
  return { ok: false, error };
}

const withoutReasoning = (text: string): string => text.replaceAll(/<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi, '');

/** How many braces that open nothing readable are stepped over, so that a text full of them costs no more than reading it so many times. */
const patience = 100;

/** Every outermost `{…}` that is JSON. */
function* objectsIn(text: string): Generator<unknown> {
  let unreadable = 0;
  for (let from = text.indexOf('{'); from !== -1 && unreadable < patience; ) {
    const to = closingBrace(text, from);
    if (to === -1) return;
    let next = from + 1;
    try {
      yield JSON.parse(text.slice(from, to + 1));
      next = to + 1;
    } catch {
      unreadable += 1; // not JSON from here: the next brace may be
    }
    from = text.indexOf('{', next);
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
