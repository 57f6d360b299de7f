/** Why a call may not be made: it is not on offer, blocked by the directive or by memory, or certain to fail again. Pure. */
import type { Blocked } from '../../contracts/plan.ts';
import { unknownProgram } from '../../laws/commands/line/shell-line.ts';
import { pathEntity, targetOf } from '../../memory/recall/targets.ts';
import type { AboutCall } from '../../tools/toolbox.ts';

type Terms = { readonly offered: readonly string[]; readonly blocked: Blocked; readonly wouldFailAgain: boolean };

/** The reason in words for the model; undefined if the call may be made. */
export function whyNotCalled(tool: string, { target, programs }: AboutCall, terms: Terms): string | undefined {
  const { offered, blocked, wouldFailAgain } = terms;
  if (blocked.tools.includes(tool)) return `the tool ${tool} is blocked in this round; ${use(offered)}`;
  if (!offered.includes(tool)) return `the tool ${JSON.stringify(tool.slice(0, 80))} is not on offer; ${use(offered)}`;
  const forbidden = blocked.tools.filter((name) => name.startsWith(`${tool}:`)).map((name) => name.slice(tool.length + 1));
  const used = programs?.find((program) => forbidden.includes(program));
  if (used !== undefined) return `the program ${used} is blocked in this round; do it another way`;
  if (forbidden.length > 0 && programs?.includes(unknownProgram))
    return `some programs are blocked in this round, and it is unclear which ones this line runs`;
  const plain = targetOf(pathEntity(target)); // memory stores targets in plain form
  if (blocked.targets.some((call) => call.tool === tool && (call.target === target || call.target === plain)))
    return 'this very call failed before and is blocked until something is changed; try something else';
  if (wouldFailAgain)
    return 'the same call failed or found nothing in this task before, and nothing has changed since that could change its outcome';
  return undefined;
}

const use = (offered: readonly string[]): string => (offered.length === 0 ? 'there is none on offer' : `use ${offered.join(', ')}`);
