/** Which cautions of a sub-task apply to a call. Pure. */
import type { Caution } from '../../contracts/plan.ts';
import { pathEntity } from '../../memory/recall/targets.ts';
import type { AboutCall } from '../../tools/toolbox.ts';

/**
 * The cautions that apply to a call; none if it changes nothing. A caution names a tool, a program of the shell (`shell:npm`), or a tool and its
 * target.
 */
export function cautionsFor(tool: string, { target, programs = [], changes }: AboutCall, cautions: readonly Caution[]): readonly Caution[] {
  if (!changes) return [];
  const names = [tool, ...programs.map((program) => `${tool}:${program}`)];
  return cautions.filter(
    (caution) => names.includes(caution.tool) && (caution.target === undefined || pathEntity(caution.target) === pathEntity(target)),
  );
}
