/** Reads tool calls that a model printed as text: between the marks of its family, or as the whole answer. */
import { Json } from '../../contracts/shapes/json.ts';
import { callsOf, isObject, type PrintedCall } from './call-object.ts';
import { Cursor } from './cursor.ts';
import { anyMark, endOfLostChannel, endOfReasoning, reasoningMark } from './reasoning.ts';
import { type TextPart, textParts } from './text-parts.ts';

export type CallsInText = {
  readonly calls: readonly PrintedCall[];
  /** Everything else that was written, reasoning included. */
  readonly text: string;
};

/** The calls, if each is clearly meant as a call: an offered tool with an object as its input; otherwise undefined. Calls in reasoning do not count. Never throws. */
export function readCalls(text: string, offered: readonly string[]): CallsInText | undefined {
  const printed = bareCalls(text) ?? markedCalls(text);
  const canBeMade = ({ tool, input }: PrintedCall) => offered.includes(tool) && isObject(input) && Json.safeParse(input).success;
  return printed && printed.calls.length > 0 && printed.calls.every(canBeMade) ? printed : undefined;
}

/** Calls that are the whole answer, possibly in a fence. Empty if the whole answer is some other object, whatever its strings look like. */
function bareCalls(text: string): CallsInText | undefined {
  for (const start of new Set([endOfLostChannel(text), afterStrayMark(text)].map((from) => afterBlocks(text, from)))) {
    const cursor = new Cursor(text, start);
    const isFenced = cursor.take(/(?:```|~~~)\w*/y) !== undefined;
    const value = cursor.takeJson();
    if (isFenced) cursor.take(/\s*(?:```|~~~)/y);
    if (value !== undefined && cursor.isAtEnd) return { calls: callsOf(value) ?? [], text: text.slice(0, start).trim() };
  }
  return undefined;
}

/** The position after the last mark that closes reasoning opened in the prompt; 0 if there is none. */
function afterStrayMark(text: string): number {
  let after = 0;
  anyMark.lastIndex = 0;
  for (let mark = anyMark.exec(text); mark; mark = anyMark.exec(text)) {
    const opens = mark.groups?.opens;
    if (opens === undefined) after = anyMark.lastIndex;
    else anyMark.lastIndex = endOfReasoning(text, opens, anyMark.lastIndex);
  }
  return after;
}

const block = new RegExp(`\\s*(?:${reasoningMark})`, 'iy');

/** The position after white space and any blocks of reasoning at `from`. */
function afterBlocks(text: string, from: number): number {
  const cursor = new Cursor(text, from);
  for (let opens = cursor.take(block)?.groups?.opens; opens !== undefined; opens = cursor.take(block)?.groups?.opens) {
    cursor.at = endOfReasoning(text, opens, cursor.at);
  }
  cursor.take(/\s*/y);
  return cursor.at;
}

/** Calls between the marks of a family. If such marks can also occur in prose about calls, the calls must be on separate lines at the end of the answer. */
function markedCalls(text: string): CallsInText | undefined {
  const parts = textParts(text) ?? [];
  const calls = parts.flatMap((part) => (part.kind === 'calls' ? part.calls : []));
  const beside = { calls, text: joined(parts, 'said', 'thought').trim() };
  if (parts.every((part) => part.kind !== 'calls' || part.isSpecial)) return beside;
  const first = parts.findIndex(({ kind }) => kind === 'calls');
  const before = joined(parts.slice(0, first), 'said');
  const after = joined(parts.slice(first), 'said');
  if (/^\s*(?:```|~~~)\w*\s*$/.test(before) && /^\s*(?:```|~~~)?\s*$/.test(after)) return { calls, text: joined(parts, 'thought').trim() };
  const isOnOwnLine = before.slice(before.lastIndexOf('\n') + 1).trim() === '';
  const isInFence = (before.match(/^[ \t]*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
  return isOnOwnLine && !isInFence && after.trim() === '' ? beside : undefined;
}

const joined = (parts: readonly TextPart[], ...kinds: readonly TextPart['kind'][]): string =>
  parts.map((part) => (part.kind !== 'calls' && kinds.includes(part.kind) ? part.text : '')).join('');
