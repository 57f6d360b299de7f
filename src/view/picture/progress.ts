/** The progress of a task that continues: what it is about, and how far it got. Folded from its entries so far; no clock. */
import type { SubTaskId } from '../../contracts/ids.ts';
import type { Entry } from '../../journal/entry.ts';
import { counted } from '../pages.ts';
import { type LedLine, labelled, said } from './layout.ts';
import { spentTexts } from './spent.ts';
import type { PictureState } from './state.ts';

export type Progress = {
  see(entry: Entry): void;
  /** Two lines at most; none before there is a goal. */
  lines(state: Pick<PictureState, 'aims' | 'spent'>): readonly LedLine[];
};

export function createProgress(): Progress {
  let goal = '';
  let round = 0;
  let planned = 0;
  const done = new Set<SubTaskId>();

  function see(entry: Entry): void {
    if (entry.kind !== 'message') return;
    if (entry.type === 'UserInput') goal = entry.payload.text;
    if (entry.type === 'DispatchManifest' && entry.to === 'R4b') {
      [round, planned] = [entry.payload.round, entry.payload.subtasks.length];
      done.clear();
    }
    if (entry.type === 'SubTaskOutcome' && entry.payload.status === 'matched') done.add(entry.payload.subtask_id);
  }

  return {
    see,
    lines({ aims, spent }) {
      if (goal === '') return [];
      const met = aims.filter(({ verdict }) => verdict === 'pass').length;
      const facts = [
        planned === 0
          ? 'nothing is planned yet'
          : `${done.size} of ${counted(planned, 'step')} done${round > 1 ? `, in round ${round}` : ''}`,
        ...(aims.length === 0 ? [] : [`${met} of ${counted(aims.length, 'criterion', 'criteria')} met`]),
        ...spentTexts(spent),
      ];
      return [labelled('goal', said(goal, 'plain', 200)), labelled('so far', said(facts.join(' · '), 'muted'))];
    },
  };
}
