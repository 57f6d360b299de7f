/** Why a call shows neither a test run nor a build, for a criterion about one. Pure. */
import { namesIn } from '../criterion/names-in.ts';
import { speaksOfBuild, speaksOfTests } from '../criterion/speaks-of.ts';
import type { CallView } from './call-view.ts';
import { inlineProgram, isBuildRun, isTestRun, testModulesCalled } from './program-kinds.ts';
import { namesPath, type ReadWork } from './read-work.ts';

/** A criterion about tests or a build needs such a run, or a file that it names. */
export function whyUnrelated(view: CallView, quote: string | undefined, criterion: string, seen: ReadWork): string | undefined {
  const { call, runs, paths } = view;
  const named = namesIn(criterion).paths.filter((path) => !/test|spec/i.test(path));
  if (named.length > 0 && paths.some((path) => namesPath(criterion, path, seen.around))) return undefined;
  if (speaksOfTests(criterion) && !runs.some(isTestRun)) return whyNotOwnRun(view, quote, criterion);
  if (speaksOfBuild(criterion) && !runs.some((run) => isBuildRun(run) || isTestRun(run))) return `${call.call_id} ran no build or check`;
  return undefined;
}

/**
 * A program given in the arguments that calls functions from a test file is a run of that file alone, and its exit code does not show whether it
 * called them. It counts only through a quote that names tests of the file and is not already in the program's own text.
 */
function whyNotOwnRun({ call, runs }: CallView, quote: string | undefined, criterion: string): string | undefined {
  const named = namesIn(criterion).paths;
  const isOfFile = (module: string): boolean => named.includes(`${module.replaceAll('.', '/')}.py`);
  const own = runs.filter((run) => testModulesCalled(run).some(isOfFile));
  if (!call.ok || own.length === 0) return `${call.call_id} ran no tests`;
  const tests = quote?.match(/\btest_\w+/g) ?? [];
  const isFound = tests.length > 0 && tests.every((name) => !own.some((run) => inlineProgram(run)?.includes(name)));
  return isFound ? undefined : `${call.call_id} called tests by a program of its own: quote what it printed about each test`;
}
