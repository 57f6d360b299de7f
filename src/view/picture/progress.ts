/**
 * The progress of a task that continues, so that a question that is asked again has its context: what the task is about, how far it got, and what it
 * did last. Folded from the entries so far; no clock.
 */
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { EffectKey, SubTaskId } from '../../contracts/ids.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { targetIn } from '../../history/story/call-target.ts';
import type { Entry } from '../../journal/entry.ts';
import { refusedPartOf } from '../../roles/declined.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';
import { nearPaths } from '../near-paths.ts';
import { counted } from '../pages.ts';
import { callSaid } from '../words/call-words.ts';
import { type LedLine, labelled, said } from './layout.ts';
import { spentTexts } from './spent.ts';
import type { PictureState } from './state.ts';

export type Progress = {
  see(entry: Entry): void;
  /** Four lines at most; none before there is a goal. */
  lines(state: Pick<PictureState, 'aims' | 'spent'>): readonly LedLine[];
};

export function createProgress(): Progress {
  let goal = '';
  let round = 0;
  let cwd = '';
  let planned: PayloadOf<'DispatchManifest'>['subtasks'] = [];
  const outcomes = new Map<SubTaskId, SubTaskOutcome>();
  const underWay = new Map<EffectKey, string>();
  const deeds: string[] = [];

  function seeCall(entry: Entry): void {
    if (entry.kind === 'intent' && entry.effect === 'tool') {
      const call = ToolRequest.safeParse(entry.input).data;
      if (call) underWay.set(entry.key, callSaid(call.tool, nearPaths(targetIn(call.input), cwd), true));
    }
    if (entry.kind !== 'outcome') return;
    const deed = underWay.get(entry.key);
    underWay.delete(entry.key);
    if (deed !== undefined && entry.result.ok && ToolResult.safeParse(entry.result.value).data?.ok) deeds.push(oneLine(deed, maxDeed));
  }

  function see(entry: Entry): void {
    if (entry.kind === 'open') cwd = entry.settings.cwd;
    if (entry.kind !== 'message') return seeCall(entry);
    if (entry.type === 'UserInput') goal = entry.payload.text;
    if (entry.type === 'DispatchManifest' && entry.to === 'R4b') {
      [round, planned] = [entry.payload.round, entry.payload.subtasks];
      outcomes.clear();
    }
    if (entry.type === 'SubTaskOutcome') outcomes.set(entry.payload.subtask_id, entry.payload);
  }

  /** The steps that passed, and of which nothing was left undone by a refusal. */
  function doneSteps(): ReadonlySet<SubTaskId> {
    const all = [...outcomes.values()];
    const partOf = refusedPartOf(all);
    return new Set(all.filter((each) => each.status === 'matched' && partOf(each) === 'none').map(({ subtask_id }) => subtask_id));
  }

  return {
    see,
    lines({ aims, spent }) {
      if (goal === '') return [];
      const done = doneSteps();
      const met = aims.filter(({ verdict }) => verdict === 'pass').length;
      const facts = [
        planned.length === 0
          ? 'nothing is planned yet'
          : `${done.size} of ${counted(planned.length, 'step')} done${round > 1 ? `, in round ${round}` : ''}`,
        ...(aims.length === 0 ? [] : [`${met} of ${counted(aims.length, 'criterion', 'criteria')} met`]),
        ...spentTexts(spent),
      ];
      const at = planned.findIndex(({ subtask_id }) => !done.has(subtask_id));
      const step = planned[at];
      const last = deeds.slice(-maxDeeds);
      const before = deeds.length > last.length ? [`${counted(deeds.length - last.length, 'call')} before`] : [];
      return [
        labelled('goal', said(goal, 'plain', 200)),
        labelled('so far', said(facts.join(' · '), 'muted')),
        ...(step
          ? [labelled('step', said(`${planned.length > 1 ? `${at + 1} of ${planned.length}: ` : ''}${step.intent}`, 'plain', 200))]
          : []),
        ...(last.length > 0 ? [labelled('did', said([...before, ...last].join('; '), 'muted'))] : []),
      ];
    },
  };
}

/** How many of the last calls are shown, and how long each may be. */
const [maxDeeds, maxDeed] = [5, 80];
