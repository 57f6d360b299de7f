/** Which files this task wrote, and with what text. Pure. */
import { runsIn } from '../../../laws/commands/line/line-runs.ts';
import { absolutePath } from '../../../laws/places/posix-path.ts';
import type { Changed } from '../changes-in.ts';
import { wordSet } from '../criterion/word-set.ts';
import { commandOf, type DeclaredCall, textOf } from './declared-call.ts';
import { leavesOf, pathsOf } from './looked-at.ts';
import { readsWorld } from './program-kinds.ts';

export type OwnFile = {
  /** The id of the last call that wrote the file. */
  readonly by: string;
  /** The text from the task that may be in the file. */
  readonly authored: string;
  /** Whether a program computed the content from what it read. */
  readonly isDerived: boolean;
  /** Whether the file existed before, so that much of it is not from the task. */
  readonly wasThere: boolean;
};

/** What a call changed on disk, as observed or as its tool declares. Caches do not count. */
export function changesOf({ evidence, input, target, ok, changed }: DeclaredCall, cwd: string): readonly Changed[] {
  if (changed !== undefined) return changed.filter(({ path }) => !isCache(path));
  if (!ok || evidence?.kind !== 'writes') return [];
  return [{ path: absolutePath(cwd, textOf(input, evidence.path) ?? target), change: evidence.isWhole ? 'created' : 'changed' }];
}

/** Files that programs keep for themselves, and that affect nothing else. */
export const isCache = (path: string): boolean =>
  /\/(?:__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.cache|\.vite|\.vitest|\.nyc_output|coverage|htmlcov|\.tox|\.nox|\.eslintcache|\.coverage)(?:\/|$)|\/node_modules\/|\.pyc$|\.tsbuildinfo$|\/\.git\/index$/.test(
    path,
  );

/** The files that these calls wrote and that have not been deleted since. */
export function ownFiles(calls: readonly DeclaredCall[], cwd: string): ReadonlyMap<string, OwnFile> {
  const own = new Map<string, OwnFile>();
  for (const call of calls) {
    for (const { path, change } of changesOf(call, cwd)) {
      if (change === 'deleted') own.delete(path);
      else if (change !== 'metadata') own.set(path, written(call, { path, change }, own, cwd));
    }
  }
  return own;
}

function written(call: DeclaredCall, { path, change }: Changed, own: ReadonlyMap<string, OwnFile>, cwd: string): OwnFile {
  const { evidence, input } = call;
  const before = own.get(path);
  const isTool = evidence?.kind === 'writes';
  const fromOwn = pathsOf(call, cwd).flatMap((source) => own.get(source)?.authored ?? []);
  const texts = isTool ? [textOf(input, evidence.text) ?? ''] : leavesOf(input);
  const isReplaced = isTool && evidence.isWhole;
  return {
    by: call.call_id,
    authored: linesOf([...(isReplaced || before === undefined ? [] : [before.authored]), ...texts, ...fromOwn]),
    isDerived: !isTool && (before?.isDerived ?? true) && isComputed(call, own, cwd),
    wasThere: !isReplaced && (before?.wasThere ?? change === 'changed'),
  };
}

const maxAuthored = 200_000;

/** Each line once, so that repeated copies do not make the text grow. */
const linesOf = (texts: readonly string[]): string =>
  [...new Set(texts.flatMap((text) => text.split('\n')))].join('\n').slice(0, maxAuthored);

/** Programs that only copy content of other files. */
const copiers = wordSet('cp mv install ln cat head tail sort uniq tac nl sed tee rsync');

/** Whether a call read something other than the task's own text in order to write. */
function isComputed(call: DeclaredCall, own: ReadonlyMap<string, OwnFile>, cwd: string): boolean {
  const reading = (runsIn(commandOf(call)) ?? []).filter(readsWorld);
  if (reading.length === 0) return false;
  if (!reading.every(({ program }) => copiers.has(program))) return true;
  const written = new Set(changesOf(call, cwd).map(({ path }) => path));
  const read = pathsOf(call, cwd).filter((path) => !written.has(path) || own.has(path));
  return read.length === 0 || !read.every((path) => own.get(path)?.isDerived === false);
}
