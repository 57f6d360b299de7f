/** Memory's advice for the executor of one sub-task. Pure. */
import { type CalibrationEntry, subjectOf } from '../../memory/recall/calibrate.ts';
import { isOfRefusals } from '../../memory/recall/project.ts';
import { delimited } from '../prompting/delimited.ts';
import { isMentioned } from './mentioned.ts';
import type { PlannedSubTask } from './plan.ts';
import { textOf } from './plan-words.ts';

const maxNotes = 5;

/** What the person said no to in this folder, and the entries about the sub-task's tools and the targets that it mentions, as data; empty if there are none. */
export function notesFor(subtask: PlannedSubTask, entries: readonly CalibrationEntry[]): string {
  const text = textOf(subtask);
  const said = entries.filter((entry) => {
    const { tool, target } = subjectOf(entry);
    const isUsed = tool !== undefined && subtask.tools.some((name) => tool === name || tool.startsWith(`${name}:`));
    return isUsed && (target === undefined || [target, `./${target}`, `${target}/`].some((written) => isMentioned(written, text)));
  });
  const lines = [...entries.filter(isOfRefusals), ...said].slice(0, maxNotes).map((entry) => `- ${entry.kind}: ${entry.text}`);
  return lines.length === 0 ? '' : `From memory, which says what happened and allows nothing:\n${delimited('memory', lines.join('\n'))}`;
}
