/** Splits a model's text into what it said, its reasoning, and the calls in between. */
import { callForms } from './call-forms.ts';
import type { PrintedCall } from './call-object.ts';
import { Cursor } from './cursor.ts';
import { endOfLostChannel, endOfReasoning, lastReasoningEnd, reasoningMark } from './reasoning.ts';

export type TextPart =
  | { readonly kind: 'said' | 'thought'; readonly text: string }
  /** `isSpecial` if the marks are reserved for calls. */
  | { readonly kind: 'calls'; readonly calls: readonly PrintedCall[]; readonly isSpecial: boolean };

const forms = callForms.map((form) => ({ ...form, opening: new RegExp(form.opens, 'imy') }));
const landmarks = new RegExp([reasoningMark, ...callForms.map(({ opens }) => opens)].join('|'), 'gim');

/** The parts in order, without end-of-turn tokens; undefined if an opening mark outside reasoning is not followed by a readable call. */
export function textParts(text: string): readonly TextPart[] | undefined {
  let at = endOfLostChannel(text);
  let parts: TextPart[] = [{ kind: 'thought', text: text.slice(0, at) }];
  landmarks.lastIndex = at;
  for (let mark = landmarks.exec(text); mark; mark = landmarks.exec(text)) {
    const { opens, closes } = mark.groups ?? {};
    parts.push({ kind: 'said', text: text.slice(at, mark.index) });
    at = landmarks.lastIndex;
    if (closes !== undefined) {
      parts = [{ kind: 'thought', text: text.slice(0, at) }]; // the block was opened in the prompt, or twice: everything before was reasoning
    } else if (opens !== undefined) {
      at = endOfReasoning(text, opens, at);
      parts.push({ kind: 'thought', text: text.slice(mark.index, at) });
    } else {
      const cursor = new Cursor(text, mark.index);
      const form = forms.find(({ opening }) => cursor.take(opening));
      const calls = form?.read(cursor, mark[0]);
      if (form && calls) parts.push({ kind: 'calls', calls, isSpecial: form.isSpecial });
      const next = calls ? cursor.at : lastReasoningEnd(text, at, text.length);
      if (next === undefined) return undefined;
      at = next;
    }
    landmarks.lastIndex = at;
  }
  if (!new Cursor(text, at).isAtEnd) parts.push({ kind: 'said', text: text.slice(at) });
  return parts;
}
