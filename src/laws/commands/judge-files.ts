/** What a known program does to the files given to it. */

import { type Finding, reads, unknown } from './finding.ts';
import type { Argument } from './line/shell-word.ts';
import type { FileProgram } from './programs/file-programs.ts';
import { type Given, sortArguments } from './programs/given-arguments.ts';
import { type At, shown } from './target.ts';

/** One finding for each file and each uncertainty; undefined if the program is not called in any of these ways. */
export function judgeFiles(name: string, ways: readonly FileProgram[], args: readonly Argument[], at: At): readonly Finding[] | undefined {
  if (args.length === 1 && /^--(?:help|version)$/.test(args[0]?.literal ?? '')) return [reads];
  for (const way of ways) {
    const given = sortArguments(way, args);
    if (applies(way, given)) return [...changesBy(way, given, at), ...doubtsAbout(name, way, given)];
  }
  return undefined;
}

const has = ({ options }: Given, names = ''): boolean => names.split(' ').some((name) => options.has(name));
const valuesOf = ({ options }: Given, names = ''): readonly Argument[] => names.split(' ').flatMap((name) => options.get(name) ?? []);

/** Whether an entry applies. An unknown option counts if it may include one of the options in `with`. */
function applies(way: FileProgram, given: Given): boolean {
  if (has(given, way.without)) return false;
  if (way.with === undefined || has(given, way.with)) return true;
  return given.strange !== undefined && new RegExp(`^-[^-]*[${way.with.replaceAll(' ', '')}]`).test(given.strange);
}

const isSkipped = (way: FileProgram, given: Given): boolean =>
  way.skips?.test(given.operands[0]?.literal ?? '') === true && !has(given, way.skipsNotWith);

function filesOf(way: FileProgram, given: Given): readonly Argument[] {
  const operands = isSkipped(way, given) ? given.operands.slice(1) : given.operands;
  if (way.named === undefined) return operands;
  return operands.flatMap(({ text, literal }) => {
    const [, file] = way.named?.exec(literal ?? text) ?? [];
    return file === undefined ? [] : [{ text: file, literal: literal && file }];
  });
}

/** The operands and option values that are changed. */
function targetsOf(way: FileProgram, given: Given): readonly Argument[] {
  const files = filesOf(way, given);
  const folders = valuesOf(given, way.folder);
  const last = folders.length > 0 ? [] : files.slice(-1);
  const chosen = { all: files, first: files.slice(0, 1), last, none: [] }[way.to];
  const named = [...chosen, ...folders, ...valuesOf(given, way.outputs).filter(({ literal }) => literal !== '-')];
  return named.length === 0 && way.here ? [{ text: '.', literal: '.' }] : named;
}

function* changesBy(way: FileProgram, given: Given, at: At): Generator<Finding> {
  const targets = targetsOf(way, given);
  const isSpared = has(given, way.spares) && !has(given, way.sparesNotWith) && given.strange === undefined;
  for (const target of targets) yield isSpared ? at(target, 'created') : at(target, way.change, way.verb);
  if (way.to !== 'last') return;
  for (const other of filesOf(way, given).filter((file) => !targets.includes(file))) {
    if (way.others !== undefined) yield at(other, way.others, 'moves away');
    for (const folder of targets) yield* sensitiveIn(folder, other, at);
  }
}

/** If the target is a folder, the file created in it may be sensitive. */
function* sensitiveIn(folder: Argument, { literal }: Argument, at: At): Generator<Finding> {
  const into = folder.literal ?? folder.pattern;
  const name = literal?.replace(/\/+$/, '').replace(/^.*\//s, '');
  if (into === undefined || !name) return;
  const path = `${into}/${name}`;
  const inside = at({ text: path, literal: folder.literal && path, pattern: path }, 'created');
  if (inside.verdict === 'harms') yield inside;
}

function* doubtsAbout(name: string, way: FileProgram, given: Given): Generator<Finding> {
  if (given.strange !== undefined) yield unknown(`gives ${name} an unknown option: ${shown(given.strange)}`);
  if (way.doubt !== undefined) yield unknown(`runs ${name}: ${way.doubt}`);
  if (targetsOf(way, given).length === 0) yield unknown(`runs ${name} on files that are not known in advance`);
  const scripts = isSkipped(way, given) ? given.operands.slice(0, 1) : valuesOf(given, 'e expression');
  const isSimple = ({ literal }: Argument) => literal !== undefined && way.script?.test(literal) === true;
  if (way.script && !scripts.every(isSimple)) yield unknown(`gives ${name} a script that may do more`);
}
