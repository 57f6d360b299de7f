/** Whether a check passes whatever is done: such a check proves nothing, so no plan may carry it (SPEC §4). Pure. */
import type { Check } from '../../contracts/criteria.ts';
import { readPattern } from '../../tools/pattern.ts';

/** Why a check cannot fail; nothing where it can. */
export function cannotFail(check: Check): string | undefined {
  if ('pattern' in check) {
    const pattern = readPattern(check.pattern);
    return pattern.ok && pattern.find('') !== undefined ? 'its pattern matches the empty text' : undefined;
  }
  if ('text' in check) return check.text.trim() === '' ? 'its text is empty' : undefined;
  return check.kind === 'command' && check.equals === 0 ? whyCommandPasses(check.run) : undefined;
}

/** A line is read roughly: what stands in quotes may look like its end, which only matters for lines that end in `true` there. */
function whyCommandPasses(line: string): string | undefined {
  const steps = line.split(/(&&|\|\||;|\n|\|)/).map((step) => step.trim());
  const commands = steps.filter((step, at) => at % 2 === 0 && step !== '');
  if (commands.every(alwaysPasses)) return 'its command does nothing that could fail';
  const last = commands.at(-1) ?? '';
  const before = steps.slice(0, steps.lastIndexOf(last)).findLast((step) => step !== '');
  return before !== '&&' && before !== '|' && alwaysPasses(last) ? `it hides its exit code behind "${last.split(/\s/, 1)[0]}"` : undefined;
}

const alwaysPasses = (command: string): boolean => /^(?:true|:|echo|printf)(?:\s|$)|^exit\s+0$/.test(command) && !/\$\(|`/.test(command);
