/** `artoo team demo`: a whole sprint to watch, with scripted models and everything else real. */
import { resolve } from 'node:path';
import { findStop } from '../../app/demo/scenarios.ts';
import { exits } from '../command.ts';
import { playSprintOn } from '../demo/play-sprint.ts';
import { createScriptStage } from '../demo/stage.ts';
import { titleLines } from '../demo/stage-texts.ts';
import { openTourStage } from '../demo/tour-stage.ts';
import { findTty } from '../terminal/tty.ts';
import { asTask } from './as-task.ts';

export const demoTeam = asTask(async ({ given, terminal }) => {
  const keep = typeof given.keep === 'string' ? resolve(terminal.cwd, given.keep) : undefined;
  using tty = given.fast || !terminal.isPrinting ? undefined : findTty(terminal, false);
  using stage = tty ? openTourStage(tty, terminal, false) : createScriptStage(terminal, 0);
  const { title, before, after } = findStop('team');
  stage.show(titleLines({ title, before }, 1, 1, stage.columns));
  const surprises = await playSprintOn(stage, terminal.env, keep);
  for (const surprise of surprises) terminal.note(`not as scripted: ${surprise}`);
  if (terminal.terminate.aborted) return exits.terminated;
  if (terminal.cancel.aborted) return exits.cancelled;
  if (surprises.length === 0 && !stage.left.aborted) stage.tell(after);
  return surprises.length === 0 ? exits.ok : exits.failed;
});
