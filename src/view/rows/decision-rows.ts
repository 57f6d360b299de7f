/** Phrases for decisions: what R2 held a plan against, what R7 measured and what it knew before. Pure. */
import { calibrationIn, type MeasuredFrom, measuredFrom, measuredIn, type PlanHeld, planIn } from '../../history/story/decided.ts';
import { textsIn } from '../../history/story/texts-in.ts';
import type { Entry } from '../../journal/entry.ts';
import { measure } from '../measure.ts';
import { counted } from '../pages.ts';
import { adding, fine, listing, type Phrase, phrase } from './row.ts';
import { blockedIn, heading, reasonIn } from './wording.ts';

type DecisionEntry = Extract<Entry, { kind: 'decision' }>;

/** What a person is told of one decision. */
export function decisionPhrases(decision: DecisionEntry): readonly Phrase[] {
  const { role, name, result } = decision;
  if (role === 'R7') return measuredPhrases(decision);
  if (name === 'calibration') return memoryPhrases(decision);
  if (name === 'plan') return planPhrases('admits', decision).map((each) => ({ ...each, ...fine })); // the manifest says it
  if (name === 'plan_rejected') return planPhrases('rejects', decision);
  return [phrase('decides', name), ...textsIn(result, 'rationale').map((why) => adding('because', why))];
}

/** The ε that R7 decided with. */
export const epsilonIn = (decision: DecisionEntry): number | undefined =>
  decision.role === 'R7' ? measuredFrom(decision)?.parameters.epsilon : undefined;

/** The plan, what it was held against, and what stood against it. */
function planPhrases(what: string, decision: DecisionEntry): readonly Phrase[] {
  const held = planIn(decision);
  const reasons = textsIn(decision.result, 'reasons');
  return [
    phrase(what, held ? `the plan of round ${held.round}: ${counted(held.plan.subtasks.length, 'sub-task')}` : 'the plan'),
    ...(held ? termPhrases(held) : []),
    ...(reasons.length > 0 ? reasons : ['nothing stands against it']).map((reason) => adding('because', reason)),
  ];
}

function termPhrases({ plan, terms: { tools, blocked, failed, directive } }: PlanHeld): readonly Phrase[] {
  return [
    ...plan.subtasks.map(({ intent, tools: named }, at) => adding('', `${at + 1}. ${intent} (${named.join(', ') || 'no tools'})`, fine)),
    adding('on offer', tools.join(', ') || 'no tools', fine),
    ...listing('directive', directive === null ? [] : [directive], fine),
    ...listing('blocked', blockedIn({ blocked_tools: blocked.tools, blocked_targets: blocked.targets }), fine),
    ...(failed.length === 0 ? [] : [adding('not again', counted(failed.length, 'plan that failed', 'plans that failed'), fine)]),
  ];
}

const maxRemembered = 3;

/** What memory said, the most important first, and what of it code holds the plan to; or why it said nothing. */
function memoryPhrases(decision: DecisionEntry): readonly Phrase[] {
  const { entries, missing } = calibrationIn(decision) ?? { entries: [], missing: null };
  const count = counted(entries.length, 'entry', 'entries');
  return [
    phrase('remembers', missing === null ? count : `nothing: ${missing}`, entries.length === 0 && missing === null ? fine : {}),
    ...entries.map(({ kind, text, enforced }, at) =>
      adding(enforced ? 'enforced' : 'stated', `${kind}: ${text}`, at < maxRemembered ? {} : fine),
    ),
  ];
}

/** D, P, Ω, L and ∇L; what was known before; what was decided, and why. What leads to a directive is said by the directive. */
function measuredPhrases(decision: DecisionEntry): readonly Phrase[] {
  const { name, result } = decision;
  const [measured, from] = [measuredIn(decision), measuredFrom(decision)];
  const weight = Object.hasOwn(heading, name) || !measured ? 'main' : 'fine';
  if (!measured || !from) {
    return [phrase('decides', name, { weight }), ...textsIn(result, 'rationale').map((why) => adding('because', why, { weight }))];
  }
  const { reason, rationale, macro_state: directive } = measured;
  const prev_directive = measured.prev_directive ?? from.state.prev_directive;
  return [
    phrase('measures', measure({ ...measured, prev_directive }, from.parameters.epsilon), { weight }),
    adding('from', `entry ${/\d+$/.exec(from.message)?.[0] ?? '?'}`, fine),
    ...beforePhrases(from),
    phrase('decides', `${prev_directive}→${directive}${reason === undefined ? '' : ` (${reason})`}`, { weight }),
    adding('because', reasonIn({ rationale, directive }), { weight }),
    ...listing('blocks', blockedIn(measured), { weight }),
  ];
}

function beforePhrases({ state: { replans, last, worsening }, parameters: p }: MeasuredFrom): readonly Phrase[] {
  const before = last === null ? 'nothing was measured' : `L ${last.L.toFixed(2)}${measureBefore(last)}`;
  const worse = worsening === 0 ? '' : `, ${counted(worsening, 'round')} in a row worse (${p.kill} end it)`;
  const lines = `no change below ε ${p.epsilon}, close enough up to δ ${p.delta}, wrong approach above ρ ${p.rho}, spent from θ ${p.theta}`;
  return [adding('before', `${before}; ${replans} of ${counted(p.maxReplans, 'replan')} used${worse}`, fine), adding('lines', lines, fine)];
}

/** Older journals have the gap in place of the distance. */
const measureBefore = ({ D, gap }: NonNullable<MeasuredFrom['state']['last']>): string =>
  D !== undefined ? `, D ${D.toFixed(2)}` : gap !== undefined ? `, gap ${gap.toFixed(2)}` : '';
