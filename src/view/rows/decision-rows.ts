/** Decisions as rows of a walk: what R2 held a plan against, what R7 measured and what it knew before. Pure. */
import { calibrationIn, type MeasuredFrom, measuredFrom, measuredIn, type PlanHeld, planIn } from '../../history/story/decided.ts';
import { textsIn } from '../../history/story/texts-in.ts';
import type { Entry } from '../../journal/entry.ts';
import { measure } from '../measure.ts';
import { counted } from '../pages.ts';
import type { WalkRow } from '../replay/walk.ts';
import { reasonIn } from '../task/round-lines.ts';

type DecisionEntry = Extract<Entry, { kind: 'decision' }>;

const maxListed = 8;

/** The plan, what it was held against, and what stood against it. */
export function planRows(decision: DecisionEntry): readonly WalkRow[] {
  const { role, name, result } = decision;
  if (name === 'calibration') return memoryRows(decision);
  const held = planIn(decision);
  const reasons = textsIn(result, 'reasons');
  const what = name === 'plan' ? 'admits' : name === 'plan_rejected' ? 'rejects' : 'decides';
  if (!held) return [[role, what, name]];
  const { round, plan } = held;
  return [
    [role, what, `the plan of round ${round}: ${counted(plan.subtasks.length, 'sub-task')}`],
    ...plan.subtasks
      .slice(0, maxListed)
      .map(({ intent, tools }, at): WalkRow => ['', '', `${at + 1}. ${intent} (${tools.join(', ') || 'no tools'})`]),
    ...termRows(held),
    ...(reasons.length === 0
      ? [['', 'because', 'nothing stands against it'] as const]
      : reasons.slice(0, maxListed).map((reason): WalkRow => ['', 'because', reason])),
  ];
}

/** What memory said, and what of it code holds the plan to. */
function memoryRows(decision: DecisionEntry): readonly WalkRow[] {
  const { entries, missing } = calibrationIn(decision) ?? { entries: [], missing: null };
  return [
    [decision.role, 'remembers', missing === null ? counted(entries.length, 'entry', 'entries') : `nothing: ${missing}`],
    ...entries.map(({ kind, text, enforced }): WalkRow => ['', enforced ? 'enforced' : 'stated', `${kind}: ${text}`]),
  ];
}

function termRows({ terms: { tools, blocked, failed, directive } }: PlanHeld): readonly WalkRow[] {
  const without = [...blocked.tools, ...blocked.targets.map(({ tool, target }) => `${tool} ${target}`)];
  return [
    ['', 'on offer', tools.join(', ') || 'no tools'],
    ...(directive === null ? [] : [['', 'directive', directive] as const]),
    ...(without.length === 0 ? [] : [['', 'blocked', without.join(', ')] as const]),
    ...(failed.length === 0 ? [] : [['', 'not again', counted(failed.length, 'plan that failed', 'plans that failed')] as const]),
  ];
}

/** D, P, Ω, L and ∇L; what was known before; what was decided, and why. */
export function turnRows(decision: DecisionEntry): readonly WalkRow[] {
  const { role, name } = decision;
  const measured = measuredIn(decision);
  const from = measuredFrom(decision);
  if (!measured || !from) return [[role, 'decides', name]];
  const { reason, rationale, blocked_tools, blocked_targets, macro_state: directive } = measured;
  const prev_directive = measured.prev_directive ?? from.state.prev_directive;
  const blocked = [...blocked_tools, ...blocked_targets.map(({ tool, target }) => `${tool} ${target}`)];
  return [
    [role, 'measures', measure({ ...measured, prev_directive }, from.parameters.epsilon)],
    ['', 'from', `entry ${/\d+$/.exec(from.message)?.[0] ?? '?'}`],
    ...beforeRows(from),
    [role, 'decides', `${prev_directive} → ${directive}${reason === undefined ? '' : ` (${reason})`}`],
    ['', 'because', reasonIn({ rationale, directive })],
    ...(blocked.length === 0 ? [] : [['', 'blocks', blocked.join(', ')] as const]),
  ];
}

/** Older journals have the gap in place of the distance. */
const measureBefore = ({ D, gap }: NonNullable<MeasuredFrom['state']['last']>): string =>
  D !== undefined ? `, D ${D.toFixed(2)}` : gap !== undefined ? `, gap ${gap.toFixed(2)}` : '';

function beforeRows({ state: { replans, last, worsening }, parameters: p }: MeasuredFrom): readonly WalkRow[] {
  const before = last === null ? 'nothing was measured' : `L ${last.L.toFixed(2)}${measureBefore(last)}`;
  const worse = worsening === 0 ? '' : `, ${counted(worsening, 'round')} in a row worse (${p.kill} end it)`;
  return [
    ['', 'before', `${before}; ${replans} of ${counted(p.maxReplans, 'replan')} used${worse}`],
    [
      '',
      'lines',
      `no change below ε ${p.epsilon}, close enough up to δ ${p.delta}, wrong approach above ρ ${p.rho}, spent from θ ${p.theta}`,
    ],
  ];
}
