/** Undoes what a task of the demo changed, and checks that everything is as it was. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoPlace } from '../../app/demo/demo-place.ts';
import type { Stop } from '../../app/demo/scenarios.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { planLines } from '../../view/asking/undo-lines.ts';
import { line, span } from '../../view/style/line.ts';
import { answerLine, undoQuestion } from './question-lines.ts';
import type { Stage } from './stage.ts';

export async function playUndo(id: TaskId, stop: Stop, place: DemoPlace, stage: Stage): Promise<readonly string[]> {
  const changes = openChanges(place.data);
  const plan = await changes.planUndo(id);
  if (!plan) return ['there was nothing to undo'];
  stage.show([line(''), [span('$ ', 'muted'), span('artoo undo', 'code')], ...planLines(plan, place.cwd).map((each) => line(each))]);
  await stage.pause('y answers', undoQuestion(stage));
  stage.show([answerLine('y', 'Undo it? [y/N] ')]);
  const { undone } = await changes.undo(plan, stage.left);
  if (!undone) return ['the undo was refused'];
  const changed = await differing(stop, place);
  if (changed.length === 0) stage.show([line('✓ Undone', 'good')]);
  return changed;
}

/** The files of the demo that differ from what they were at the start. */
export async function differing({ files }: Pick<Stop, 'files'>, { cwd }: DemoPlace): Promise<readonly string[]> {
  const now = await Promise.all(Object.entries(files).map(async ([path, was]) => ((await textIn(join(cwd, path))) === was ? [] : [path])));
  return now.flat().map((path) => `${path} differs from the original`);
}

const textIn = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);
