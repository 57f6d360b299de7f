/** Finds JSON objects in a model's text. */
import type { Json } from '../../contracts/shapes/json.ts';
import { readJson } from './lenient-json.ts';
import { quotes } from './lenient-tokens.ts';
import { endOfLostChannel, endOfReasoning, lastReasoningEnd, reasoningMark } from './reasoning.ts';

export type FoundObjects = {
  /** `strict` if the object is valid JSON. */
  readonly objects: readonly { readonly value: Json; readonly strict: boolean }[];
  /** Whether the text ends in the middle of an object. */
  readonly isCutOff: boolean;
};

/** Limits the work for a text full of objects. */
const maxObjects = 1_000;

/** Every readable outermost `{…}` outside reasoning blocks. Anything inside another object, even an unreadable one, does not count. */
export function objectsIn(text: string): FoundObjects {
  const landmarks = new RegExp(`${reasoningMark}|[{}]`, 'gi');
  landmarks.lastIndex = endOfLostChannel(text);
  let found: { readonly value: Json; readonly strict: boolean; readonly at: number; readonly isPart: boolean }[] = [];
  let isCutOff = false;
  /** The first object that cannot be read, or is followed by a quote as if it continued. Where it ends is uncertain. */
  let broken: { readonly at: number; readonly end: number } | undefined;
  /** The number of open braces in prose, and the position of the last brace that closes nothing. */
  let openInProse = 0;
  let lastStray = -1;
  for (let mark = landmarks.exec(text); mark && found.length < maxObjects; mark = landmarks.exec(text)) {
    const { opens, closes } = mark.groups ?? {};
    const at = mark.index;
    if (closes) {
      found = []; // the block was opened in the prompt, or twice: everything before was reasoning
      isCutOff = false;
      openInProse = 0;
      if (broken && broken.end <= at) broken = undefined;
    } else if (opens) {
      landmarks.lastIndex = endOfReasoning(text, opens, landmarks.lastIndex);
    } else if (mark[0] === '}') {
      if (openInProse > 0) openInProse -= 1;
      else lastStray = at;
    } else if (!beginsObject(text, at)) {
      openInProse += 1;
    } else {
      const read = readJson(text, at);
      const end = read.kind === 'cut' ? text.length : read.end;
      const isPart = looksLikePart(text, at);
      if (read.kind === 'whole' && (!isPart || (!broken && openInProse === 0))) found.push({ ...read, at, isPart });
      if (read.kind !== 'whole' || quotes.includes(text[end] ?? ' ')) broken ??= { at, end };
      isCutOff ||= read.kind === 'cut';
      landmarks.lastIndex = (read.kind === 'whole' ? undefined : lastReasoningEnd(text, at, end)) ?? end;
    }
  }
  // A stray brace after an object may close something around it, or the object itself, if a string inside only seemed to end.
  const objects = found.filter(({ at, isPart, strict }) => at > lastStray || (strict && !isPart && !(broken && broken.at < at)));
  return { objects, isCutOff };
}

const gap = String.raw`[\s\u200b-\u200d\u2060]*(?:(?://[^\n]{0,200}\n|/\*[^*]{0,200}\*/)\s*){0,5}`;
const firstParts = [
  String.raw`\}`,
  String.raw`"(?:[^"\\]|\\.){0,1000}"\s*:`,
  String.raw`[${quotes}][\p{L}\p{N}_$][^{}\n]{0,200}?:`, // a key in mismatched quotes, or with something wrong before its colon
  String.raw`[${quotes}][\p{L}\p{N}_$-]{1,200}[${quotes}]`,
  String.raw`[\p{L}\p{N}_$]{1,200}\s*:`,
  String.raw`[${quotes}]?[^{}\n${quotes}:]{0,200}[${quotes}]?\s*$`,
];
/** What must follow the opening brace of an object, as opposed to a brace in prose: the closing brace, a key, or the end of the text. */
const begins = new RegExp(`\\{${gap}(?:${firstParts.join('|')})`, 'uy');

function beginsObject(text: string, at: number): boolean {
  begins.lastIndex = at;
  return begins.test(text);
}

const partBefore = new RegExp(`(?:[,[]|[${quotes}]\\s*:?)\\s*$`);
/** Whether the object at this position may be part of something larger: it follows a comma, a bracket, or a string. */
const looksLikePart = (text: string, at: number): boolean => partBefore.test(text.slice(Math.max(0, at - 100), at));
