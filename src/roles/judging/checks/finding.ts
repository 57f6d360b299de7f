/** What a check found, worded as evidence. Pure. */
import type { Json } from '../../../contracts/shapes/json.ts';
import { clip, oneLine as shorten } from '../../../contracts/text/shorten.ts';
import { sameJson } from '../../../tools/observing/json-pointer.ts';
import type { Observation } from '../../../tools/observing/observation.ts';
import type { Finding } from './check-kind.ts';

export const pass = (evidence: string): Finding => ({ verdict: 'pass', evidence });
export const fail = (evidence: string): Finding => ({ verdict: 'fail', evidence });
export const unverifiable = (evidence: string): Finding => ({ verdict: 'unverifiable', evidence });
export const decided = (met: boolean, evidence: string): Finding => (met ? pass(evidence) : fail(evidence));

/** How many characters of a value, a quote or a line are kept. */
const maxWords = 200;

export const oneLine = (text: string): string => shorten(text, maxWords);
export const passage = (text: string): string => oneLine(text) || 'nothing but white space';
export const quoted = (text: string): string => `"${clip(text.replaceAll(/\s/g, ' '), maxWords)}"`;
/** A text cut to fit in a reply to the planner that wrote the check. */
export const briefly = (text: string): string => shorten(text, 120);
export const named = (text: string): string => JSON.stringify(briefly(text));
const shown = (value: Json): string => clip(JSON.stringify(value), maxWords);

/** The finding on whether a value is the expected one. */
export function compared(where: string, value: Json, equals: Json): Finding {
  const met = sameJson(value, equals);
  return decided(met, `${oneLine(where)} is ${shown(value)}${met ? '' : `, not ${shown(equals)}`}`);
}

/** The finding on whether an exit code is the expected one. */
export const comparedCode = (code: number, equals: number, last = ''): Finding =>
  decided(code === equals, `exit code ${code}${code === equals ? '' : `, not ${equals}`}${last === '' ? '' : `: ${last}`}`);

/** The finding if the look returned something other than what the check needs. */
export const unseen = (seen: Observation | undefined): Finding => unverifiable(seen?.of === 'nothing' ? seen.why : 'it was not looked at');

/** The finding if a file was not read. A missing file fails the check; the content of a pipe or a device is unknown. */
export function unread(seen: Observation | undefined): Finding {
  if (seen?.of !== 'file') return unseen(seen);
  return seen.type === 'file' || seen.type === 'other' ? unverifiable(`${fileWords(seen)}: not read`) : fail(fileWords(seen));
}

/** The finding on what was searched for in the text of a file. */
export function foundInFile(seen: Observation | undefined, lacks: string): Finding {
  if (seen?.of !== 'text') return unread(seen);
  return seen.excerpt === null ? fail(`${seen.path} ${lacks}`) : pass(`${seen.path}: ${passage(seen.excerpt)}`);
}

/** What is at a path, in words. */
export function fileWords({ path, type, bytes }: Extract<Observation, { of: 'file' }>): string {
  const words = {
    file: ` is there, ${bytes} bytes`,
    folder: ' is there, a folder',
    other: ' exists, but is neither a file nor a folder',
    link: ' is a link that leads nowhere',
  };
  return `${path}${type === null ? ' is not there' : words[type]}`;
}
