/** Plays a sprint of a team on a stage. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playSprint } from '../../app/team/demo-sprint.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { line, span } from '../../view/style/line.ts';
import { endLines } from '../../view/team/end-lines.ts';
import { planLines } from '../../view/team/plan-lines.ts';
import { storyLines } from '../../view/team/story-lines.ts';
import type { Terminal } from '../command.ts';
import type { Stage } from './stage.ts';

/** What did not go as scripted. The scratch repository is removed. */
export async function playSprintOn(stage: Stage, env: Terminal['env']): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-demo-')).catch((cause) => {
    throw new ArtooError('scratch_unwritable', `cannot make a scratch folder in ${tmpdir()}: ${cause.message}`, { cause });
  });
  try {
    const { end, board, log, surprises } = await playSprint({
      root: join(folder, 'greetings'),
      data: join(folder, 'data'),
      env,
      around: stage.around,
      signal: stage.left,
      onLine: (entry) => stage.show(storyLines(entry, stage.columns)),
      onAlert: (text) => stage.show([line(`! ${text}`, 'fair')]),
      async onDrafts(drafts) {
        stage.show(planLines(drafts, stage.columns));
        await stage.pause('Enter approves the plan');
        stage.show([line('You approve the plan.', 'strong'), line('')]);
      },
    });
    if (stage.left.aborted) return [];
    stage.show([
      ...endLines(board, { end, lacks: [] }),
      line(''),
      [span('$ ', 'muted'), span('git log --graph integration', 'code')],
      ...log.split('\n').map((each) => line(each)),
    ]);
    return surprises;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
