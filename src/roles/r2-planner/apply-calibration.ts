/** Which of memory's prohibitions apply in a round. A prohibition that would leave no tool to work with is stated, but not enforced. Pure. */
import type { TaskSpec } from '../../contracts/intent.ts';
import type { Blocked } from '../../contracts/plan.ts';
import type { Calibration, MustNot } from '../../memory/recall/calibrate.ts';
import { pathEntity } from '../../memory/recall/targets.ts';
import type { DeclaredEvidence } from '../../tools/tool.ts';
import { offer } from '../offer.ts';
import { isNamed } from './mentioned.ts';

export type Round = {
  readonly spec: Pick<TaskSpec, 'raw_input' | 'clarifications'>;
  /** The tools that the directive leaves on offer, and what it blocks. */
  readonly offered: readonly string[];
  readonly blocked: Blocked;
  /** What the results of each tool show. */
  readonly evidence?: DeclaredEvidence;
};

export type AppliedCalibration = { readonly calibration: Calibration; readonly blocked: Blocked };

/** The calibration with the MUST NOTs that apply, and everything that memory and the directive block. */
export function applyCalibration(calibration: Calibration, { spec, offered, blocked, evidence }: Round): AppliedCalibration {
  const { entries, mustNots, cautions } = calibration;
  const forbidden = mustNots.filter(({ target }) => target === undefined).flatMap(({ tool }) => tool ?? []);
  const left = offer(
    offered.map((name) => ({ name })),
    forbidden,
    evidence,
  ).map(({ name }) => name);
  const holds = (mustNot: MustNot): boolean => {
    const { tool, target } = mustNot;
    if (tool === undefined) return true;
    if (target === undefined) return !left.includes(tool);
    return !isNamed(target, spec) || left.some((name) => !mustNots.some((other) => forbids(other, name, target)));
  };
  const held = mustNots.filter(holds);
  const lifted = new Set(mustNots.filter((mustNot) => !holds(mustNot)).map(({ because }) => because));
  return {
    calibration: {
      entries: entries.map((entry) => (lifted.has(entry.text) ? { ...entry, enforced: false } : entry)),
      mustNots: held,
      cautions,
    },
    blocked: withForbidden(blocked, held),
  };
}

const forbids = (mustNot: MustNot, tool: string, target: string): boolean =>
  mustNot.tool === tool && mustNot.target !== undefined && pathEntity(mustNot.target) === pathEntity(target);

function withForbidden({ tools, targets }: Blocked, held: readonly MustNot[]): Blocked {
  const calls = held.flatMap(({ tool, target }) => (tool === undefined || target === undefined ? [] : [{ tool, target }]));
  const known = (call: Blocked['targets'][number]) => targets.some(({ tool, target }) => tool === call.tool && target === call.target);
  return {
    tools: [...new Set([...tools, ...held.flatMap(({ tool, target }) => (tool !== undefined && target === undefined ? [tool] : []))])],
    targets: [...targets, ...calls.filter((call) => !known(call))],
  };
}
