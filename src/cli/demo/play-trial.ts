/** Plays `artoo try` on a stage: shows what a command would do, and answers no. */
import { makePlace } from '../../app/demo/demo-place.ts';
import type { Trial } from '../../app/demo/scenarios.ts';
import { tryCommand } from '../../app/try-command.ts';
import { assembleTools } from '../../app/wiring/assemble-tools.ts';
import { newTaskId } from '../../contracts/ids.ts';
import type { Asked } from '../../view/asking/harm-lines.ts';
import { shellLine } from '../../view/shell-words.ts';
import { span } from '../../view/style/line.ts';
import { differing } from './play-undo.ts';
import { answerLine, openQuestion, questionLines } from './question-lines.ts';
import type { Stage } from './stage.ts';

/** Returns what did not go as scripted. */
export async function playTrial(trial: Trial, stage: Stage): Promise<readonly string[]> {
  await using place = await makePlace(trial.files);
  const { cwd, workspace, data } = place;
  const { toolbox, close } = assembleTools({ data, env: process.env, rules: { allow: [], ask: [], deny: [] } });
  using _tools = { [Symbol.dispose]: close };
  stage.show([[span('$ ', 'muted'), span(`artoo try -- ${shellLine([trial.command])}`, 'code')]]);
  const { refused } = await tryCommand({
    ...{ toolbox, command: trial.command, cwd, workspace, timeout_s: 60, id: newTaskId(new Date()), signal: stage.left },
    async confirm(harm) {
      const question: Asked = { ...harm, tool: 'shell', cwd };
      stage.show(questionLines(question, stage));
      await stage.pause('n answers', openQuestion(question, 'n', stage));
      stage.show([answerLine('n')]);
      return { allowed: false };
    },
  });
  if (refused?.by !== 'person') return stage.left.aborted ? [] : ['nothing was asked'];
  stage.show([[span('✗ ', 'bad'), span('No. Nothing was changed.')]]);
  return differing(trial, place);
}
