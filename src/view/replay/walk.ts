/** One entry of a replay as a person sees it who walks through it: who decided what, and from what. Pure. */

import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { clip, headAndTail } from '../../contracts/shorten.ts';
import { LookRequest } from '../../contracts/surroundings.ts';
import { visible } from '../../contracts/visible.ts';
import { criterionOf } from '../../history/story/criteria.ts';
import type { Entry, Intent, MessageEntry } from '../../journal/entry.ts';
import { isGiven } from '../../journal/tape.ts';
import { ModelRequest } from '../../models/model.ts';
import { CheckRequest } from '../../tools/observing/observe.ts';
import { nearPaths } from '../near-paths.ts';
import { counted } from '../pages.ts';
import { planRows, turnRows } from '../rows/decision-rows.ts';
import { createHearing } from '../rows/effect-rows.ts';
import { headline, telling } from '../task/live-lines.ts';
import { wrap } from '../wrap.ts';

/** Who did what, and what about; without a who it belongs to the row above. */
export type WalkRow = readonly [who: string, what: string, about: string];

/** A guide sees every entry in order, and shows the one it is at. */
export type Guide = {
  /** `isStop`: whether it is shown. What came in before it is told with it. */
  add(entry: Entry, isStop: boolean): void;
  /** The entry that was added last, in lines that fit. */
  lines(width: number | undefined): readonly string[];
};

export function createGuide(): Guide {
  const hearing = createHearing();
  let home: string | undefined;
  let at: Entry | undefined;
  let heard: readonly WalkRow[] = [];
  return {
    add(entry, isStop) {
      at = entry;
      if (entry.kind === 'open') home = entry.settings.cwd;
      hearing.add(entry);
      if (isStop) heard = hearing.take();
    },
    lines(width) {
      if (!at) return [];
      const near = (text: string) => (home === undefined ? text : nearPaths(text, home));
      const rows = rowsOf(at).filter(([, what]) => what !== 'last turn' || heard.length === 0); // an answer that was heard just now is the last turn
      const told = rows.length > 0 ? [] : telling(at, { home, width });
      return [...[...heard, ...rows].flatMap((row) => lineOf(row, near, width)), ...told];
    },
  };
}

/** Whether an entry has anything to show. */
export const tells = (entry: Entry): boolean => rowsOf(entry).length > 0 || telling(entry).length > 0;

/** Whose entry it is, and of which kind. */
export function titleOf(entry: Entry): string {
  switch (entry.kind) {
    case 'message':
      return `${entry.from} → ${entry.to}  ${entry.type}`;
    case 'intent':
      return `${entry.role} asks for a ${effectWords[entry.effect]}`;
    case 'decision':
      return `${entry.role} decides`;
    default:
      return entry.kind;
  }
}

const effectWords = {
  model: 'model step',
  tool: 'tool call',
  check: 'look at the world',
  look: 'look around',
} as const satisfies Record<Intent['effect'], string>;

/** What becomes of an entry in a replay: what was given is not decided again. */
export const standingOf = (entry: Entry, isOther: boolean): string => {
  if (isOther) return '≠ code decides otherwise now';
  return isGiven(entry) || entry.kind === 'open' ? '· given, not decided' : '= decided the same way again';
};

const longest = 300;
const indent = 19;

function lineOf([who, what, about]: WalkRow, near: (text: string) => string, width: number | undefined): readonly string[] {
  const text = clip(
    visible(
      near(about.slice(0, longest * 8))
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
    longest,
  );
  const spaced = what === 'measures' ? about : text; // its columns are meant
  const line = `${who.padEnd(5)} ${what.padEnd(12)} ${spaced}`.trimEnd();
  return width === undefined ? [line] : wrap(line, width, indent);
}

/** What is not told here is told as in the story. */
function rowsOf(entry: Entry): readonly WalkRow[] {
  if (entry.kind === 'message') return ofMessage(entry);
  if (entry.kind === 'intent') return ofIntent(entry);
  if (entry.kind !== 'decision') return [];
  return entry.role === 'R7' ? turnRows(entry) : planRows(entry);
}

function ofMessage(message: MessageEntry): readonly WalkRow[] {
  const { from } = message;
  switch (message.type) {
    case 'UserInput':
      return [[from, 'wants', message.payload.text]];
    case 'PlanReview':
      return [[from, 'shows', `the plan of round ${message.payload.round}: ${counted(message.payload.subtasks.length, 'sub-task')}`]];
    case 'PlanReply':
      return [[from, message.payload.approved ? 'says yes' : 'says no', message.payload.subtasks ? 'to another plan' : '']];
    case 'SubTaskOutcome': {
      const { intent, status, success_criteria, criteria_verdicts } = message.payload;
      return message.to === 'R4b' ? [[from, status, intent], ...verdictRows(criteria_verdicts, success_criteria)] : [];
    }
    case 'OutcomeSummary':
      return [[from, 'met', message.payload.summary], ...verdictRows(message.payload.task_verdicts, [])];
    case 'ReplanRequest': {
      const { gap_summary, outcomes, failed_subtasks, correction_count, task_verdicts, task_checks } = message.payload;
      const parts = `${failed_subtasks.length} of ${counted(outcomes.length, 'sub-task')} failed, after ${counted(correction_count, 'correction')}`;
      return [[from, 'missed', gap_summary], ['', 'counts', parts], ...verdictRows([...(task_verdicts ?? []), ...(task_checks ?? [])], [])];
    }
    case 'FinalResult': {
      const { unmet, replans } = message.payload;
      const missing = unmet.slice(0, maxListed).map(({ criterion, why }): WalkRow => ['', 'not met', `${criterion}: ${why}`]);
      return [[from, 'ends', headline(message.payload)], ...missing, ['', 'after', counted(replans, 'replan')]];
    }
    default:
      return [];
  }
}

const maxListed = 8;

/** Criterion, verdict, evidence, and who found it. */
function verdictRows(verdicts: readonly CriterionVerdict[], criteria: readonly Criterion[]): readonly WalkRow[] {
  const shown = verdicts.slice(0, maxListed).flatMap(({ verdict, criterion, evidence, by }): readonly WalkRow[] => {
    const asked = criteria.find((each) => each.criterion === criterion);
    const check = asked ? criterionOf(asked).check : null;
    const byModel = verdict === 'pass' ? 'a model, and code found its evidence' : 'a model';
    const how = by === 'model' ? byModel : by === 'code' ? 'code' : `check${check === null ? '' : `: ${check}`}`;
    return [
      ['', verdict, criterion],
      ['', '  evidence', evidence],
      ['', '  by', how],
    ];
  });
  const more = verdicts.length - maxListed;
  return more > 0 ? [...shown, ['', '', `and ${counted(more, 'more verdict')}`]] : shown;
}

/** What was asked of a model or the world; a tool call tells itself. */
function ofIntent({ effect, role, input }: Intent): readonly WalkRow[] {
  if (effect === 'check') {
    const request = CheckRequest.safeParse(input).data;
    if (!request) return [];
    const { kind, ...parts } = request.look;
    const what = Object.values(parts).map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
    return [[role, 'looks', [kind.replaceAll('_', ' '), ...what].join(' ')]];
  }
  if (effect === 'look') return [[role, 'looks', `around ${LookRequest.safeParse(input).data?.cwd ?? ''}`.trimEnd()]];
  const request = effect === 'model' ? ModelRequest.safeParse(input).data : undefined;
  if (!request) return [];
  const { turns, tools } = request;
  const offered = tools.length === 0 ? 'no tools' : `tools ${tools.map(({ name }) => name).join(', ')}`;
  const last = turns.at(-1);
  return [
    [role, 'asks a model', `with ${counted(turns.length, 'turn')} so far, and ${offered}`],
    ...(last ? [['', 'last turn', `${last.role === 'tool' ? `${last.tool}: ` : ''}${headAndTail(last.text, longest)}`] as const] : []),
  ];
}
