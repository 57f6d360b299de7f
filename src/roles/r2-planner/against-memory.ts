/** What memory forbids a plan: a tool, a program, a call, or the whole plan. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import { programsOf } from '../../laws/commands/line/shell-line.ts';
import type { MustNot } from '../../memory/recall/calibrate.ts';
import { planFingerprint } from '../../memory/recall/plan-fingerprint.ts';
import { commandsIn } from '../../memory/recall/targets.ts';
import { isMentioned } from './mentioned.ts';
import type { Objection } from './objection.ts';
import { fingerprint, type Plan, type PlannedSubTask } from './plan.ts';
import { nameOf, quoted, textOf } from './plan-words.ts';

/** How many characters of memory's words are repeated. */
const maxSaidLength = 400;

/** Every breach of a prohibition, in memory's words. */
export function againstMemory(plan: Plan, mustNots: readonly MustNot[]): readonly Objection[] {
  if (mustNots.length === 0) return [];
  const made = planFingerprint(fingerprint(plan));
  const parts = plan.subtasks.map(partOf);
  return mustNots.flatMap(({ tool, target, fingerprint: whole, because }) => {
    if (whole !== undefined && whole !== made) return [];
    if (tool === undefined && target === undefined)
      return whole === undefined ? [] : [{ why: `the plan as a whole must not be made: ${oneLine(because, maxSaidLength)}` }];
    const named = [tool, target].filter((each) => each !== undefined).map(quoted);
    return parts.flatMap((part, at) => {
      const offends = (tool === undefined || part.uses(tool)) && (target === undefined || part.says(target));
      return offends ? [{ why: `${nameOf(at)} must not use ${named.join(' ')}: ${oneLine(because, maxSaidLength)}` }] : [];
    });
  });
}

/** Whether memory forbids all calls of a tool. */
export const isForbidden = (tool: string, mustNots: readonly MustNot[]): boolean =>
  mustNots.some((mustNot) => mustNot.tool === tool && mustNot.target === undefined && mustNot.fingerprint === undefined);

/** A program counts as used if a quoted command runs it; any other use is refused when it is called. */
function partOf(subtask: PlannedSubTask) {
  const text = textOf(subtask);
  let programs: ReadonlySet<string> | undefined;
  return {
    uses(tool: string): boolean {
      if (subtask.tools.includes(tool)) return true;
      const runner = subtask.tools.find((name) => tool.startsWith(`${name}:`));
      if (runner === undefined) return false;
      programs ??= new Set(Iterator.from(commandsIn(text)).take(maxCommands).flatMap(programsOf));
      return programs.has(tool.slice(runner.length + 1));
    },
    says: (target: string): boolean => [target, `./${target}`, `${target}/`].some((written) => isMentioned(written, text)),
  };
}

const maxCommands = 100;
