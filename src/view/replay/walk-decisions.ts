/** Decisions as rows of a walk: what R2 held a plan against, what R7 measured and what it knew before. Pure. */
import type { Calibration, GivenUpTooEarly, Measured, PlanValidation } from '../../contracts/decisions.ts';
import type { DecisionEntry } from '../../journal/entry.ts';
import { measure } from '../measure.ts';
import { counted } from '../pages.ts';
import { reasonIn } from '../task/round-lines.ts';
import type { WalkRow } from './walk.ts';

const maxListed = 8;

export function decisionRows(decision: DecisionEntry): readonly WalkRow[] {
  switch (decision.name) {
    case 'calibration':
      return memoryRows(decision);
    case 'plan':
    case 'plan_rejected':
      return planRows(decision);
    case 'unknown':
      return [[decision.role, 'decides', decision.called]];
    default:
      return turnRows(decision);
  }
}

/** The plan, what it was held against, and what stood against it. */
function planRows({ role, name, inputs, result: { reasons } }: PlanValidation | GivenUpTooEarly): readonly WalkRow[] {
  const what = name === 'plan' ? 'admits' : 'rejects';
  if ('answer' in inputs) return [[role, what, name]];
  const { round, plan } = inputs;
  return [
    [role, what, `the plan of round ${round}: ${counted(plan.subtasks.length, 'sub-task')}`],
    ...plan.subtasks
      .slice(0, maxListed)
      .map(({ intent, tools }, at): WalkRow => ['', '', `${at + 1}. ${intent} (${tools.join(', ') || 'no tools'})`]),
    ...termRows(inputs.terms),
    ...(reasons.length === 0
      ? [['', 'because', 'nothing stands against it'] as const]
      : reasons.slice(0, maxListed).map((reason): WalkRow => ['', 'because', reason])),
  ];
}

/** What memory said, and what of it code holds the plan to. */
function memoryRows({ role, result: { entries, missing } }: Calibration): readonly WalkRow[] {
  return [
    [role, 'remembers', missing === null ? counted(entries.length, 'entry', 'entries') : `nothing: ${missing}`],
    ...entries.map(({ kind, text, enforced }): WalkRow => ['', enforced ? 'enforced' : 'stated', `${kind}: ${text}`]),
  ];
}

function termRows({ tools, blocked, failed, directive }: PlanValidation['inputs']['terms']): readonly WalkRow[] {
  const without = [...blocked.tools, ...blocked.targets.map(({ tool, target }) => `${tool} ${target}`)];
  return [
    ['', 'on offer', tools.join(', ') || 'no tools'],
    ...(directive === null ? [] : [['', 'directive', directive] as const]),
    ...(without.length === 0 ? [] : [['', 'blocked', without.join(', ')] as const]),
    ...(failed.length === 0 ? [] : [['', 'not again', counted(failed.length, 'plan that failed', 'plans that failed')] as const]),
  ];
}

/** D, P, Ω, L and ∇L; what was known before; what was decided, and why. */
function turnRows({ role, name: directive, inputs: from, result: measured }: Measured): readonly WalkRow[] {
  const { reason, rationale } = measured;
  const { prev_directive } = from.state;
  const { blocked_tools, blocked_targets } = 'blocked_tools' in measured ? measured : { blocked_tools: [], blocked_targets: [] };
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

const measureBefore = ({ D, gap }: NonNullable<Measured['inputs']['state']['last']>): string =>
  D !== undefined ? `, D ${D.toFixed(2)}` : gap !== undefined ? `, gap ${gap.toFixed(2)}` : '';

function beforeRows({ state: { replans, last, worsening }, parameters: p }: Measured['inputs']): readonly WalkRow[] {
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
