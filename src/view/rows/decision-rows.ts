/** Phrases for decisions: what R2 checked in a plan, what R7 measured and what was known before. Pure. */
import { type Calibration, type GivenUpTooEarly, isMeasured, type Measured, type PlanValidation } from '../../contracts/decisions.ts';
import type { DecisionEntry } from '../../journal/entry.ts';
import { lossInWords } from '../measure.ts';
import { counted } from '../pages.ts';
import { adviceOf } from '../words/calibration-words.ts';
import { blockedIn, heading, reasonIn } from '../words/wording.ts';
import { adding, figure, fine, listing, type Phrase, phrase } from './row.ts';

/** What a person reads about one decision. */
export function decisionPhrases(decision: DecisionEntry, isInRound: boolean): readonly Phrase[] {
  switch (decision.name) {
    case 'calibration':
      return memoryPhrases(decision);
    case 'plan':
      return planPhrases('accepts', decision).map((each) => ({ ...each, ...fine })); // the row about the manifest contains it
    case 'plan_rejected':
      return planPhrases('turns down', decision);
    case 'unknown':
      return [phrase('decides', decision.called)];
    default:
      return measuredPhrases(decision, isInRound);
  }
}

/** The ε with which R7 decided. */
export const epsilonIn = (decision: DecisionEntry): number | undefined =>
  isMeasured(decision) ? decision.inputs.parameters.epsilon : undefined;

/** The plan, what it was checked against, and the objections: in plain words, and in the words for the planner. */
function planPhrases(what: string, { inputs, result: { reasons, told = reasons } }: PlanValidation | GivenUpTooEarly): readonly Phrase[] {
  const isPlan = 'plan' in inputs;
  return [
    phrase(what, isPlan ? `a plan of ${counted(inputs.plan.subtasks.length, 'sub-task')}` : 'what the planner answered'),
    ...(isPlan ? termPhrases(inputs) : []),
    ...(told.length > 0 ? told : ['there is no objection']).flatMap((plain, at) => {
      const reason = reasons[at] ?? plain;
      return [adding('because', plain), ...(plain === reason ? [] : [adding('in full', reason, fine)])];
    }),
  ];
}

function termPhrases({ plan, terms: { tools, blocked, failed, directive } }: PlanValidation['inputs']): readonly Phrase[] {
  return [
    ...plan.subtasks.map(({ intent, tools: named }, at) => adding('', `${at + 1}. ${intent} (${named.join(', ') || 'no tools'})`, fine)),
    adding('on offer', tools.join(', ') || 'no tools', fine),
    ...listing('directive', directive === null ? [] : [directive], fine),
    ...listing('blocked', blockedIn(blocked.tools, blocked.targets), fine),
    ...(failed.length === 0 ? [] : [adding('not again', counted(failed.length, 'plan that failed', 'plans that failed'), fine)]),
  ];
}

const maxRemembered = 3;

/** What memory contributed, most important first, and which parts code enforces; or why it contributed nothing. */
function memoryPhrases({ result: { entries, missing } }: Calibration): readonly Phrase[] {
  const count = `${counted(entries.length, 'thing')} from earlier tasks`;
  return [
    phrase('remembers', missing === null ? count : `nothing: ${missing}`, entries.length === 0 && missing === null ? fine : {}),
    ...entries.flatMap((entry, at) => {
      const { word, text } = adviceOf(entry);
      return [
        adding(word, text, at < maxRemembered ? {} : fine),
        adding(entry.enforced ? 'enforced' : 'stated', `${entry.kind}: ${entry.text}`, fine),
      ];
    }),
  ];
}

/** D, P, Ω, L and ∇L; what was known before; what was decided, and why. The directive or the result that follows expresses the decision in words. */
function measuredPhrases({ name: directive, inputs: from, result: measured }: Measured, isInRound: boolean): readonly Phrase[] {
  const more = Object.hasOwn(heading, directive) ? figure : fine;
  const { reason, rationale } = measured;
  const { prev_directive } = from.state;
  return [
    phrase(
      'measures',
      lossInWords(measured.loss, from.state.last?.L, from.parameters.epsilon),
      isInRound && measured.loss.D > 0 ? figure : more,
    ),
    adding('from', `entry ${/\d+$/.exec(from.message)?.[0] ?? '?'}`, fine),
    ...beforePhrases(from),
    phrase('decides', `${prev_directive}→${directive}${reason === undefined ? '' : ` (${reason})`}`, more),
    adding('because', reasonIn({ rationale, directive }), more),
    ...('blocked_tools' in measured ? listing('blocks', blockedIn(measured.blocked_tools, measured.blocked_targets), more) : []),
  ];
}

function beforePhrases({ state: { replans, last, worsening }, parameters: p }: Measured['inputs']): readonly Phrase[] {
  const before = last === null ? 'nothing was measured' : `L ${last.L.toFixed(2)}${measureBefore(last)}`;
  const worse = worsening === 0 ? '' : `, worse for ${counted(worsening, 'round')} in a row (${p.kill} such rounds end the task)`;
  const limits = `no change below ε ${p.epsilon}, close enough up to δ ${p.delta}, wrong approach above ρ ${p.rho}, spent from θ ${p.theta}`;
  return [
    adding('before', `${before}; ${replans} of ${counted(p.maxReplans, 'replan')} used${worse}`, fine),
    adding('limits', limits, fine),
  ];
}

/** Older journals have a gap instead of the distance. */
const measureBefore = ({ D, gap }: NonNullable<Measured['inputs']['state']['last']>): string =>
  D !== undefined ? `, D ${D.toFixed(2)}` : gap !== undefined ? `, gap ${gap.toFixed(2)}` : '';
