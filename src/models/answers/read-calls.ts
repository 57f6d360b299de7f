/** Reads tool calls that a model printed as text: in the marks that families of models are trained on, or as all that it says. */
import { Json } from '../../contracts/json.ts';
import { callsOf, isObject, type PrintedCall } from './call-object.ts';
import { Cursor } from './cursor.ts';
import { endOfLostChannel, endOfReasoning, reasoningMark } from './reasoning.ts';
import { type TextPart, textParts } from './text-parts.ts';

export type CallsInText = {
  readonly calls: readonly PrintedCall[];
  /** What was written beside the calls, reasoning included. */
  readonly text: string;
};

/**
 * The calls, where there is no doubt that each is meant as one: a tool on offer, with an object as its input. One that is not makes all of it plain text,
 * for which there is nothing. Reasoning never calls. Never throws.
 */
export function readCalls(text: string, offered: readonly string[]): CallsInText | undefined {
  const printed = bareCalls(text) ?? markedCalls(text);
  const canBeMade = ({ tool, input }: PrintedCall) => offered.includes(tool) && isObject(input) && Json.safeParse(input).success;
  return printed && printed.calls.length > 0 && printed.calls.every(canBeMade) ? printed : undefined;
}

/** Calls that are all that is said, maybe in a fence. None where all that is said is an object of another kind, whatever the texts in it look like. */
function bareCalls(text: string): CallsInText | undefined {
  for (const start of new Set([endOfLostChannel(text), behindStrayMark(text)].map((from) => behindBlocks(text, from)))) {
    const cursor = new Cursor(text, start);
    const isFenced = cursor.take(/(?:```|~~~)\w*/y) !== undefined;
    const value = cursor.takeJson();
    if (isFenced) cursor.take(/\s*(?:```|~~~)/y);
    if (value !== undefined && cursor.isAtEnd) return { calls: callsOf(value) ?? [], text: text.slice(0, start).trim() };
  }
  return undefined;
}

/** Behind the last mark that closes reasoning which was opened in the prompt; at the beginning, if there is none. */
function behindStrayMark(text: string): number {
  const marks = new RegExp(reasoningMark, 'gi');
  let behind = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const opens = mark.groups?.opens;
    if (opens === undefined) behind = marks.lastIndex;
    else marks.lastIndex = endOfReasoning(text, opens, marks.lastIndex);
  }
  return behind;
}

/** Behind the space and the blocks of reasoning that stand here. */
function behindBlocks(text: string, from: number): number {
  const cursor = new Cursor(text, from);
  const block = new RegExp(`\\s*(?:${reasoningMark})`, 'iy');
  for (let opens = cursor.take(block)?.groups?.opens; opens !== undefined; opens = cursor.take(block)?.groups?.opens) {
    cursor.at = endOfReasoning(text, opens, cursor.at);
  }
  cursor.take(/\s*/y);
  return cursor.at;
}

/** Calls in the marks of a family. Where the marks may as well be prose about calls, the calls must end what is said, on lines of their own. */
function markedCalls(text: string): CallsInText | undefined {
  const parts = textParts(text) ?? [];
  const calls = parts.flatMap((part) => (part.kind === 'calls' ? part.calls : []));
  const beside = { calls, text: joined(parts, 'said', 'thought').trim() };
  if (parts.every((part) => part.kind !== 'calls' || part.isSpecial)) return beside;
  const first = parts.findIndex(({ kind }) => kind === 'calls');
  const before = joined(parts.slice(0, first), 'said');
  const behind = joined(parts.slice(first), 'said');
  if (/^\s*(?:```|~~~)\w*\s*$/.test(before) && /^\s*(?:```|~~~)?\s*$/.test(behind)) return { calls, text: joined(parts, 'thought').trim() };
  const isOnOwnLine = before.slice(before.lastIndexOf('\n') + 1).trim() === '';
  const isInFence = (before.match(/^[ \t]*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
  return isOnOwnLine && !isInFence && behind.trim() === '' ? beside : undefined;
}

const joined = (parts: readonly TextPart[], ...kinds: readonly TextPart['kind'][]): string =>
  parts.map((part) => (part.kind !== 'calls' && kinds.includes(part.kind) ? part.text : '')).join('');
