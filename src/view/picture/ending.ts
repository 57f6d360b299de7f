/** The end of a task, after its answer: how it ended, what is missing, what changed on disk, what it cost, and what could be done next. Pure. */
import type { EndReason, FinalResult } from '../../contracts/control.ts';
import { refusedPart } from '../../contracts/refused-part.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { toldUnmet } from '../../contracts/told-unmet.ts';
import { wished } from '../../control/dropped-criteria.ts';
import type { Continuation } from '../../history/replay/resume-place.ts';
import type { SentStory } from '../../history/story/sent.ts';
import { measure } from '../measure.ts';
import { counted } from '../pages.ts';
import { lasting } from '../spans.ts';
import { line, type Span, type Style, span } from '../style/line.ts';
import { aimText } from '../words/aim-text.ts';
import { declinedTexts, mentionTexts, unsupportedBeside } from '../words/declined-text.ts';
import { failureWords } from '../words/failure-words.ts';
import { fromModelAlone } from '../words/from-model-alone.ts';
import { movesIn } from '../words/moves.ts';
import { plainly } from '../words/plainly.ts';
import { sentText } from '../words/sent-text.ts';
import { endOf } from '../words/wording.ts';
import { changedLines } from './changed-lines.ts';
import { below, type LedLine, labelled, said, signed } from './layout.ts';
import type { ShownReasons } from './shown-reasons.ts';
import { signs } from './signs.ts';
import { type Spent, spentTexts } from './spent.ts';
import type { Aim } from './state.ts';
import type { Verdicts } from './verdicts.ts';

export type EndingOptions = {
  /** The folder of the task. */
  readonly cwd: string;
  /** What left the machine. */
  readonly sent?: readonly SentStory[];
  /** What the person has already been shown. */
  readonly told: ShownReasons;
  /** What was found about each criterion. */
  readonly found: Verdicts['found'];
  /** The criteria of the task, and the last finding about each. */
  readonly aims: readonly Aim[];
  /** The criteria that the person replaced by asking for something else. */
  readonly dropped: readonly string[];
  /** Which part of the task's figures is estimated. */
  readonly estimated: Spent['estimated'];
  /** Whether to name the commands that fit; true by default. For a task that is not kept, there are no such commands. */
  readonly offersNext?: boolean;
  /** How the task can be continued, if it can. */
  readonly continuation?: Continuation | undefined;
  /** For a verbose ending: the journal, and the ε of the task. */
  readonly verbose?: { readonly journal: string; readonly epsilon: number | undefined } | undefined;
};

export function endingLines(result: FinalResult, options: EndingOptions): readonly LedLine[] {
  const { cwd, told, verbose, offersNext = true, continuation } = options;
  const near = (text: string): string => plainly(text, cwd);
  const declined = declinedTexts(result);
  return [
    headOf(result, near, told),
    ...noted(fromModelAlone(result, result.cost)),
    ...metLines(result, near, options.aims),
    ...unmetLines(result, near, options.found),
    ...listed(
      'dropped',
      options.dropped.map((text) => `${near(aimText(text))}: ${wished}`),
      signs.open,
    ),
    ...listed('not done', declined.refused.map(near), signs.open),
    ...listed('you changed', declined.edited.map(near), signs.open),
    ...unproved(unsupportedBeside(result).map(near)),
    ...mentionTexts(result).map((text) => signed('unproved', signs.unverifiable, said(near(text), 'plain', 1_000))),
    ...changedLines(result.changed, cwd),
    ...(options.sent ?? []).map((each, at) => labelled(at === 0 ? 'sent' : '', said(near(sentText(each)), 'fair'))),
    labelled('cost', said(costText(result, options), 'muted', 1_000)),
    ...listed('you could', movesIn(result).map(near), span('• ', 'muted')),
    ...(offersNext ? nextLines(result, continuation) : []),
    ...(verbose
      ? [
          labelled('loss', span(`${measure(result, verbose.epsilon)}, ${result.prev_directive}→${result.directive}`)),
          labelled('journal', span(verbose.journal)),
        ]
      : []),
  ];
}

const noted = (text: string): readonly LedLine[] => (text === '' ? [] : [labelled('note', said(text, 'muted'))]);

/** The criteria that were proved nevertheless. Of a task that was delivered, only the gaps are listed. */
function metLines({ directive, unmet }: FinalResult, near: (text: string) => string, aims: readonly Aim[]): readonly LedLine[] {
  const isUnmet = new Set(unmet.map(({ criterion }) => aimText(criterion)));
  const met = directive === 'abandon' ? aims.filter(({ text, verdict }) => verdict === 'pass' && !isUnmet.has(text)) : [];
  return listed(
    'met',
    met.map(({ text }) => near(text)),
    signs.pass,
  );
}

function unmetLines({ unmet, summary }: FinalResult, near: (text: string) => string, found: Verdicts['found']): readonly LedLine[] {
  const { missed = [], open = [] } = Object.groupBy(toldUnmet(unmet), ({ unchecked }) => (unchecked ? 'open' : 'missed'));
  const signOf = (criterion: string): Span => (found(criterion) === 'fail' ? signs.fail : signs.unverifiable);
  const lines = (label: string, listed: FinalResult['unmet'], sign: (criterion: string) => Span): readonly LedLine[] =>
    listed.flatMap(({ criterion, why }, at) => {
      const isShared = listed[at + 1]?.why === why; // several in a row share one reason, which is shown below the last of them
      const reason = isShared || summary.includes(why) ? [] : [below(said(near(why), 'muted'))];
      return [signed(at === 0 ? label : '', sign(criterion), said(near(aimText(criterion)))), ...reason];
    });
  return [...lines('not met', missed, signOf), ...lines('open', open, () => signs.open)];
}

/** How the task ended and, if it is not done, why. */
function headOf(result: FinalResult, near: (text: string) => string, told: ShownReasons): LedLine {
  const { directive, reason, summary, failure } = result;
  const { kind, text } = endOf({ directive, refused_part: refusedPart(result) });
  const [sign, style] = heads[kind];
  const lead = [span(`${sign} `, style)];
  if (directive === 'accept') return { lead, text: line(text, style) };
  const isTold = told.has(near(summary)) || (reason === 'no_plan' && told.endsWithOne(near(summary)));
  const short = failure === null ? reasons[reason] : failureWords(failure);
  const why = directive === 'success' || isTold ? short : oneLine(near(summary), 400);
  return { lead, text: [span(text, style), ...(why === '' ? [] : [span(': '), said(why)])] };
}

const heads = {
  accept: ['✓', 'good'],
  success: ['◐', 'fair'],
  abandon: ['✗', 'bad'],
} as const satisfies Record<FinalResult['directive'], readonly [sign: string, style: Style]>;

/** A short reason, for when more has already been shown. */
const reasons = {
  met: '',
  close_enough: '',
  gap: 'it did not reach the goal',
  impossible: 'it cannot be done as asked',
  budget: 'it has used up its budget',
  cancelled: 'you cancelled it',
  refused: 'what it needed was refused',
  no_plan: 'no workable plan was found',
  infrastructure: failureWords(null),
} as const satisfies Record<(typeof EndReason)['options'][number], string>;

const listed = (label: string, texts: readonly string[], sign: Span): readonly LedLine[] =>
  texts.map((text, at) => signed(at === 0 ? label : '', sign, said(text)));

/** A sentence, because a fact alone would mean nothing to the person. */
const unproved = (facts: readonly string[]): readonly LedLine[] =>
  facts.length === 0
    ? []
    : [
        signed(
          'unproved',
          signs.unverifiable,
          said(`the answer says ${quotedList(facts)}, but nothing that was read or run shows that`, 'plain', 1_000),
        ),
      ];

const quotedList = (facts: readonly string[]): string =>
  new Intl.ListFormat('en').format([
    ...facts.slice(0, maxUnproved).map((fact) => `“${fact}”`),
    ...(facts.length > maxUnproved ? [counted(facts.length - maxUnproved, 'more fact')] : []),
  ]);

const maxUnproved = 10;

function costText({ cost }: FinalResult, { estimated }: EndingOptions): string {
  const { active_ms, model_calls, tool_calls, input_tokens, output_tokens, usd, unpriced } = cost;
  return [
    lasting(active_ms),
    counted(model_calls, 'model call'),
    ...(tool_calls === 0 ? [] : [counted(tool_calls, 'tool call')]),
    ...spentTexts({ tokens: input_tokens + output_tokens, usd, estimated }, (tokens) => tokens.toLocaleString('en'), cutOff),
    ...(unpriced.length > 0 && usd > 0 ? [`no price is known for ${unpriced.join(', ')}`] : []),
  ].join(' · ');
}

const cutOff = ' (a call was cut off before it reported its usage)';

/** The commands that make sense after this end. */
function nextLines({ task_id, directive, changed, cost }: FinalResult, continuation: Continuation | undefined): readonly LedLine[] {
  const id = shortId(task_id);
  const commands = [
    ...(continuation?.by === 'resume' ? [[`artoo resume ${id}`, 'to continue it']] : []),
    ...(continuation?.by === 'fork'
      ? [[`artoo fork ${id} --at ${continuation.at}`, 'to continue from just before its model failed; work done in parallel is repeated']]
      : []),
    ...(changed.length > 0 ? [[`artoo undo ${id}`, 'to undo what it changed']] : []),
    ...(directive !== 'accept' || cost.tool_calls > 0 ? [[`artoo log ${id}`, 'to see how it went']] : []),
  ];
  const width = Math.max(0, ...commands.map(([command = '']) => command.length));
  return commands.map(([command = '', what = ''], at) =>
    labelled(at === 0 ? 'next' : '', span(command, 'code'), span(`${' '.repeat(width - command.length)}  ${what}`, 'muted')),
  );
}
