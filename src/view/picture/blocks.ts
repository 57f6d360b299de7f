/** The finished parts of a task, as lines in plain words. Each fact is shown once, at the point where it happened. */
import type { PlanValidation } from '../../contracts/decisions.ts';
import type { EffectKey } from '../../contracts/ids.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import { isQuestion } from '../../contracts/routes.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { droppedCriteria } from '../../control/dropped-criteria.ts';
import { targetIn } from '../../history/story/call-target.ts';
import { placeOf, subTaskPlace } from '../../history/story/place.ts';
import type { Entry, MessageEntry } from '../../journal/entry.ts';
import { outputText } from '../../roles/output-text.ts';
import { plainReasons } from '../../roles/plain-reasons.ts';
import { areSame } from '../../roles/r2-planner/same-words.ts';
import { ToolRequest } from '../../tools/tool.ts';
import { counted } from '../pages.ts';
import { lasting } from '../spans.ts';
import { type Line, span } from '../style/line.ts';
import { aimText } from '../words/aim-text.ts';
import { backgroundText } from '../words/background-text.ts';
import { claimText } from '../words/claim-text.ts';
import { orderOf } from '../words/order-of.ts';
import { plainClaim, plainly } from '../words/plainly.ts';
import { replanSentence } from '../words/replan-sentence.ts';
import { createDialogue } from './dialogue.ts';
import { below, type LedLine, labelled, said, signed } from './layout.ts';
import { createShownReasons, type ShownReasons } from './shown-reasons.ts';
import { signs } from './signs.ts';
import type { Aim, SubTaskName } from './state.ts';
import { createVerdicts, type Verdicts } from './verdicts.ts';
import { createWork } from './work.ts';

export type Blocks = {
  /** The lines that an entry finishes. */
  see(entry: Entry): readonly LedLine[];
  readonly aims: readonly Aim[];
  /** The criteria that the person replaced by asking for something else. */
  readonly dropped: readonly string[];
  /** The folder of the task. */
  readonly cwd: string;
  /** Whether a question is open. */
  readonly isAsking: boolean;
  /** The name of a sub-task of a round; null if unknown. */
  nameOf(round: number, subtask: number): SubTaskName | null;
  /** What has been shown, so that the end does not repeat it. */
  readonly told: ShownReasons;
  readonly found: Verdicts['found'];
};

type Subtasks = PayloadOf<'DispatchManifest'>['subtasks'];

export function createBlocks(folder: string): Blocks {
  const told = createShownReasons();
  const verdicts = createVerdicts(told);
  const work = createWork(() => cwd, told);
  const calls = new Map<EffectKey, { readonly tool: string; readonly target: string }>();
  let cwd = folder;
  let round = 0;
  let subtasks: Subtasks = [];
  let plan: PayloadOf<'DispatchManifest'> | undefined;
  const dropped: string[] = [];
  let forkedAt: number | undefined;
  let understood = '';
  /** What the last attempt answered. */
  let claim = '';
  let last = '';

  const near = (text: string): string => plainly(text, cwd);
  const dialogue = createDialogue(near);
  const nameOf: Blocks['nameOf'] = (of, index) => {
    const listed = of === round ? subtasks[index - 1] : undefined;
    return listed ? { index, of: subtasks.length, intent: listed.intent } : null;
  };
  const working = (subtask: number): string => (subtasks.length > 1 && subtask > 0 ? `works ${subtask}` : 'works');

  function seeMessage(message: MessageEntry): readonly LedLine[] {
    switch (message.type) {
      case 'TaskSpec':
        if (message.to !== 'R2' || message.payload.kind !== 'task') return [];
        understood = message.payload.intent;
        return [labelled('understands', said(understood))];
      case 'DispatchManifest':
        return message.to === 'R4b' ? planned(message.payload) : [];
      case 'ExecutionResult':
        return executed(message.payload);
      case 'CorrectionSignal':
        return corrected(message.payload);
      case 'SubTaskOutcome':
        return message.to === 'R4b' ? ended(message.payload) : [];
      case 'OutcomeSummary':
        return verdicts.find(message.payload.task_verdicts.map(nearly));
      case 'ReplanRequest': {
        const { task_verdicts = [], task_checks = [] } = message.payload;
        return verdicts.find([...task_verdicts, ...task_checks].map(nearly));
      }
      case 'PlanDirective':
        return [labelled('decides', said(near(replanSentence(message.payload))))];
      case 'Failure':
        return failed(message.payload.detail);
      default:
        return dialogue.see(message);
    }
  }

  function planned(manifest: PayloadOf<'DispatchManifest'>): readonly LedLine[] {
    const { round: of, subtasks: listed, task_criteria } = manifest;
    const gone = droppedCriteria(plan, manifest);
    plan = manifest;
    round = of;
    subtasks = listed;
    dropped.push(...gone.flatMap(({ criterion, isWished }) => (isWished ? [criterion] : [])));
    const fresh = verdicts
      .expect(
        task_criteria,
        listed.flatMap(({ success_criteria }) => success_criteria),
      )
      .filter(({ builtin }) => !builtin);
    const isAsUnderstood = of === 1 && listed.length === 1 && areSame(listed[0]?.intent ?? '', understood);
    return [
      ...(isAsUnderstood ? [] : listed).map(({ intent }, at) =>
        listed.length === 1
          ? labelled('plans', said(intent))
          : signed(at === 0 ? 'plans' : '', span(`${at + 1}. `, 'muted'), said(intent), ...orderLine(listed, at)),
      ),
      ...gone.flatMap(({ criterion, isWished, why }) => [
        signed(isWished ? 'dropped' : 'gives up', isWished ? signs.open : signs.fail, said(near(aimText(criterion)))),
        below(said(near(why), 'muted')),
      ]),
      ...fresh.map(({ criterion }, at) => signed(at === 0 ? 'done when' : '', signs.open, said(aimText(criterion)))),
    ];
  }

  function executed({ subtask_id, status, reason, refused, output }: PayloadOf<'ExecutionResult'>): readonly LedLine[] {
    const why = near(reason ?? outputText(output));
    claim = near(outputText(output));
    if (refused) return []; // the person's own answer shows why
    if (status !== 'failed' || told.once(why) === '') return [];
    return [signed(working(subTaskPlace(subtask_id).subtask), signs.fail, span('gives up: '), said(why))];
  }

  /** What was wrong, named by its criterion if possible, and the fact that the sub-task is tried again. */
  function corrected({ subtask_id, what_was_wrong, failed_criterion }: PayloadOf<'CorrectionSignal'>): readonly LedLine[] {
    const why = what_was_wrong.split('\n').find((line) => line.startsWith(`- ${failed_criterion}: `));
    const evidence = near(why?.slice(failed_criterion.length + 4) ?? what_was_wrong);
    const label = working(subTaskPlace(subtask_id).subtask);
    const wrong = failed_criterion === '' ? [] : verdicts.find([{ criterion: failed_criterion, verdict: 'fail', evidence, by: 'check' }]);
    const claimed = evidence === plainClaim && claim !== '' ? [labelled(label, said(`says “${oneLine(claim, 160)}”`))] : [];
    verdicts.again();
    const isTold = wrong.length > 0 || evidence.trim() === '';
    return [...claimed, ...wrong, labelled(label, said(`tries again${isTold ? '' : reasonAgain(evidence)}`))];
  }

  const reasonAgain = (why: string): string => (told.once(why) === '' ? ', for the same reason' : `: ${oneLine(why, 160)}`);

  function ended({
    subtask_id,
    status,
    intent,
    criteria_verdicts,
    task_verdicts = [],
    failure_reason,
    output,
    refused,
  }: PayloadOf<'SubTaskOutcome'>): readonly LedLine[] {
    const all = [...criteria_verdicts, ...task_verdicts];
    if (refused) verdicts.note(all); // a refused call was not checked
    const lines = refused ? [] : verdicts.find(all.map(nearly));
    const { subtask } = subTaskPlace(subtask_id);
    if (subtasks.length === 1) return lines;
    const says = status === 'matched' ? outputText(output) : refused ? '' : (failure_reason ?? '');
    const why = says === '' ? [] : [below(said(near(says), 'muted', 200))];
    return [...lines, signed(`done ${subtask}`, status === 'matched' ? signs.pass : signs.fail, said(intent)), ...why];
  }

  /** The next plan may be rejected for the same reasons; each is shown once. */
  function turnedDown(against: PlanValidation['result']): readonly LedLine[] {
    const why = told.once(near(plainReasons(against)));
    return why === '' ? [] : [labelled('turns down', said(`its own plan: ${why}`))];
  }

  /** What to do about the failure is shown at the end. */
  function failed(detail: string): readonly LedLine[] {
    const why = told.once(near(detail));
    return why === '' ? [] : [signed('error', signs.fail, said(why))];
  }

  const nearly = <V extends { readonly evidence: string }>(verdict: V): V => ({ ...verdict, evidence: near(verdict.evidence) });

  /** A label is shown only where it changes. */
  function unrepeated({ lead: [label, ...signs], text }: LedLine): LedLine {
    if (!label) return { lead: signs, text };
    const isSame = label.text === last;
    if (label.text.trim() !== '') last = label.text;
    return { lead: [isSame ? span(' '.repeat(label.text.length)) : label, ...signs], text };
  }

  function linesOf(entry: Entry): readonly LedLine[] {
    switch (entry.kind) {
      case 'open':
        cwd = entry.settings.cwd;
        forkedAt = entry.origin?.seq;
        return [];
      case 'message':
        return seeMessage(entry);
      case 'intent': {
        const request = entry.effect === 'tool' ? ToolRequest.safeParse(entry.input).data : undefined;
        if (request) calls.set(entry.key, { tool: request.tool, target: targetIn(request.input) });
        return work.begin(request?.tool);
      }
      case 'outcome': {
        const call = calls.get(entry.key);
        calls.delete(entry.key);
        return call ? work.end({ ...call, label: working(placeOf(entry.key).subtask), ms: entry.ms, result: entry.result }) : [];
      }
      case 'decision':
        if (entry.name === 'plan_rejected') return turnedDown(entry.result);
        return entry.name === 'calibration' ? remembered(entry.result) : [];
      case 'pause':
        if (entry.resumed) told.forget();
        if (entry.seq === forkedAt) return [];
        return [
          entry.resumed
            ? labelled('continues', span(`after a pause of ${lasting(entry.ms)}`))
            : labelled('paused', span(`for ${lasting(entry.ms)}`)),
        ];
      case 'alarm':
        if (entry.code === 'budget_spent') return []; // the failure that follows contains the same
        return [labelled('note', said(entry.detail))];
      case 'background':
        return entry.ended === undefined ? [] : [labelled('background', said(backgroundText(entry), 'muted'))];
      case 'claim':
        return entry.why === undefined ? [] : [labelled('moved', said(`sub-task ${entry.subtask} to ${claimText(entry)}`, 'muted'))];
      case 'halt':
        return failed(entry.detail);
      default:
        return [];
    }
  }

  return {
    see(entry) {
      const lines = linesOf(entry);
      const before = entry.kind === 'outcome' || (lines.length === 0 && !asks(entry)) ? [] : work.flush().map(unrepeated);
      if (isSetApart(entry)) last = '';
      return [...before, ...lines.map(unrepeated)];
    },
    get aims() {
      return verdicts.aims;
    },
    get dropped() {
      return dropped;
    },
    get cwd() {
      return cwd;
    },
    get isAsking() {
      return dialogue.isAsking;
    },
    nameOf,
    told,
    found: verdicts.found,
  };
}

/** When a sub-task runs, as a text after its name. */
function orderLine(subtasks: Subtasks, at: number): Line {
  const order = orderOf(subtasks, at);
  return order === '' ? [] : [span(`  ${order}`, 'muted')];
}

function remembered({ entries, missing }: { readonly entries: readonly unknown[]; readonly missing: string | null }): readonly LedLine[] {
  if (missing !== null) return [labelled('remembers', said(`nothing: ${missing}`))];
  return entries.length === 0 ? [] : [labelled('remembers', span(`${counted(entries.length, 'thing')} from earlier tasks`))];
}

/** Whether an entry asks the person something: if so, pending lines are printed before the question. */
const asks = (entry: Entry): boolean => entry.kind === 'message' && isQuestion(entry);

/** Whether other lines are printed with an entry, such as a question: the last label is then too far up, so it is repeated. */
const isSetApart = (entry: Entry): boolean =>
  entry.kind === 'pause' || (entry.kind === 'message' && (entry.from === 'User' || entry.to === 'User'));
