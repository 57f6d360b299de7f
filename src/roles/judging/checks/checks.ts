/** The verdict on a check, decided by code from what was seen of the world or from the output itself. */
import type { Check, CriterionVerdict } from '../../contracts/criteria.ts';
import { Json } from '../../contracts/json.ts';
import { clip, oneLine as shorten } from '../../contracts/shorten.ts';
import { at, isPointer, sameJson } from '../../tools/observing/json-pointer.ts';
import type { Observation } from '../../tools/observing/observe.ts';
import { excerpt } from '../../tools/observing/observe-excerpt.ts';
import { readPattern } from '../../tools/observing/pattern.ts';
import { outputText } from '../output-text.ts';
import type { DeclaredCall } from './evidence/declared-call.ts';
import { type ExitCode, exitCodeOf } from './exit-code.ts';

export type Finding = Pick<CriterionVerdict, 'verdict' | 'evidence'>;

/** What there is to decide from. `calls` are those of the attempt, `observation` what was seen where the check needs a look. */
export type Seen = {
  readonly output: Json;
  readonly calls?: readonly DeclaredCall[] | undefined;
  readonly observation?: Observation | undefined;
};

/** Whether the world must be looked at for this check. */
export function needsLook(check: Check | undefined): check is Check {
  switch (check?.kind) {
    case 'file_exists':
    case 'file_absent':
    case 'file_contains':
    case 'file_matches':
    case 'command':
      return true;
    case 'json_equals':
      return check.path !== undefined;
    default:
      return false;
  }
}

/** What cannot be decided is unverifiable, and so never passes. */
export function decideCheck(check: Check | undefined, { output, calls = [], observation }: Seen): Finding {
  switch (check?.kind) {
    case undefined:
      return unverifiable('the criterion has no check');
    case 'file_exists':
      return onPresence(observation, true);
    case 'file_absent':
      return onPresence(observation, false);
    case 'file_contains':
      return onText(observation, `does not contain ${quoted(check.text)}`);
    case 'file_matches':
      return onText(observation, `has nothing that matches ${quoted(check.pattern)}`);
    case 'output_contains':
      return outputContains(outputText(output), check.text);
    case 'output_matches':
      return outputMatches(outputText(output), check.pattern);
    case 'exit_code':
      return onExitCode(exitCodeOf(calls, check.program), check.equals);
    case 'json_equals':
      if (!isPointer(check.pointer)) return unverifiable(`${quoted(check.pointer)} is no JSON pointer`);
      return check.path === undefined ? outputEquals(output, check) : fileEquals(observation, check);
    case 'command':
      return onCommand(observation, check.equals);
  }
}

/** How much of a value, a quote or a line is kept as evidence. */
const maxWords = 200;

const oneLine = (text: string): string => shorten(text, maxWords);
const passage = (text: string): string => oneLine(text) || 'nothing but white space';
const quoted = (text: string): string => `"${clip(text.replaceAll(/\s/g, ' '), maxWords)}"`;
const shown = (value: Json): string => clip(JSON.stringify(value), maxWords);

const pass = (evidence: string): Finding => ({ verdict: 'pass', evidence });
const fail = (evidence: string): Finding => ({ verdict: 'fail', evidence });
const unverifiable = (evidence: string): Finding => ({ verdict: 'unverifiable', evidence });
const decided = (met: boolean, evidence: string): Finding => (met ? pass(evidence) : fail(evidence));

function onPresence(seen: Observation | undefined, wanted: boolean): Finding {
  if (seen?.of !== 'file') return unseen(seen);
  const met = wanted ? seen.type !== null && seen.type !== 'link' : seen.type === null;
  return decided(met, fileWords(seen));
}

function onText(seen: Observation | undefined, lacks: string): Finding {
  if (seen?.of !== 'text') return unread(seen);
  return seen.excerpt === null ? fail(`${seen.path} ${lacks}`) : pass(`${seen.path}: ${passage(seen.excerpt)}`);
}

function onCommand(seen: Observation | undefined, equals: number): Finding {
  if (seen?.of !== 'command') return unseen(seen);
  const last = oneLine(seen.output.trim().split('\n').at(-1) ?? '');
  return decided(seen.exit_code === equals, exitWords(seen.exit_code, equals) + (last === '' ? '' : `: ${last}`));
}

/** Something failed where nothing was to fail: that is plain, although not what it was. */
function onExitCode(exit: ExitCode, equals: number): Finding {
  if ('none' in exit) return fail(exit.none);
  if ('unclear' in exit) return exit.failed && equals === 0 ? fail(exit.unclear) : unverifiable(exit.unclear);
  return decided(exit.code === equals, exitWords(exit.code, equals));
}

/** Where there is no file nothing is in it. What is in a pipe or a device nobody knows. */
function unread(seen: Observation | undefined): Finding {
  if (seen?.of !== 'file') return unseen(seen);
  return seen.type === 'file' || seen.type === 'other' ? unverifiable(`${fileWords(seen)}: not read`) : fail(fileWords(seen));
}

const unseen = (seen: Observation | undefined): Finding => unverifiable(seen?.of === 'nothing' ? seen.why : 'nobody looked');

function fileWords({ path, type, bytes }: Extract<Observation, { of: 'file' }>): string {
  const words = {
    file: `, ${bytes} bytes`,
    folder: ', a folder',
    other: ', neither a file nor a folder',
    link: ' is a link that leads nowhere',
  };
  return `${path}${type === null ? ' is not there' : words[type]}`;
}

const exitWords = (code: number, equals: number): string => `exit code ${code}${code === equals ? '' : `, not ${equals}`}`;

function outputContains(output: string, text: string): Finding {
  const start = output.indexOf(text);
  if (start === -1) return fail(`the output does not contain ${quoted(text)}`);
  return pass(passage(excerpt(output, { start, end: start + text.length })));
}

function outputMatches(output: string, text: string): Finding {
  const pattern = readPattern(text);
  if (!pattern.ok) return unverifiable(oneLine(`the pattern cannot be used: ${pattern.error}`));
  const span = pattern.find(output);
  if (span === 'too_long') return unverifiable('the output is too long for this pattern');
  return span ? pass(passage(excerpt(output, span))) : fail(`nothing in the output matches ${quoted(text)}`);
}

type JsonEquals = Extract<Check, { kind: 'json_equals' }>;

function fileEquals(seen: Observation | undefined, { pointer, equals }: JsonEquals): Finding {
  if (seen?.of !== 'json') return unread(seen);
  return seen.found ? compared(`${seen.path} ${pointer}`, seen.value, equals) : fail(oneLine(seen.why));
}

function outputEquals(output: Json, { pointer, equals }: JsonEquals): Finding {
  if (output === null) return fail('there is no output');
  const document = typeof output === 'string' ? parsed(output) : output;
  if (document === undefined) return fail('the output is not JSON');
  const plain = Json.safeParse(document);
  if (!plain.success) return unverifiable('the output is JSON with a number beyond all bounds, or nested too deeply');
  const place = at(plain.data, pointer);
  return place.found ? compared(`the output ${pointer}`, place.value, equals) : fail(oneLine(`in the output, ${place.why}`));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function compared(where: string, value: Json, equals: Json): Finding {
  const met = sameJson(value, equals);
  return decided(met, `${oneLine(where)} is ${shown(value)}${met ? '' : `, not ${shown(equals)}`}`);
}
