/** Plays a sprint of a team on a stage. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoGoal, playSprint } from '../../app/team/demo-sprint.ts';
import { readReport } from '../../app/team/team-report.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type Line, line, span } from '../../view/style/line.ts';
import { resultLines } from '../../view/team/end-lines.ts';
import { planLines } from '../../view/team/plan-lines.ts';
import { reportPage } from '../../view/team/report-page.ts';
import { storyLines } from '../../view/team/story-lines.ts';
import type { Terminal } from '../command.ts';
import type { Stage } from './stage.ts';

/** Returns what did not go as scripted. The scratch repository is removed, unless it is kept in a folder, which must be new or empty. */
export async function playSprintOn(stage: Stage, env: Terminal['env'], keptIn?: string): Promise<readonly string[]> {
  const folder = keptIn ?? (await mkdtemp(join(tmpdir(), 'artoo-demo-')).catch(unwritable(tmpdir())));
  if (keptIn !== undefined) await mustBeEmpty(keptIn);
  const root = keptIn ?? join(folder, 'greetings');
  const data = join(root, '.liza', 'turns');
  stage.show([[span('The goal: '), span(demoGoal, 'strong')], line('')]);
  try {
    const { end, board, log, surprises } = await playSprint({
      root,
      data,
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
      ...resultLines(board, { end, lacks: [] }),
      line(''),
      [span('$ ', 'muted'), span('git log --graph integration', 'code')],
      ...log.split('\n').map((each) => line(each)),
      line(''),
    ]);
    if (keptIn !== undefined) await writeFile(join(root, '.liza', 'report.html'), reportPage(await readReport({ root, data, env })));
    stage.show(keptIn === undefined ? removedLines : keptLines(keptIn));
    return surprises;
  } finally {
    if (keptIn === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const removedLines: readonly Line[] = [
  line('The scratch repository has been removed. To keep one to look at:'),
  [span('  '), span('artoo team demo --keep greetings', 'code')],
];

const keptLines = (folder: string): readonly Line[] => [
  line(`The repository is kept in ${visible(folder)}. To look around:`),
  [span('  '), span(`cd ${visible(folder)}`, 'code')],
  [span('  '), span('artoo team status', 'code'), span('            the board, .liza/state.yaml, on one screen', 'muted')],
  [span('  '), span('git log --graph integration', 'code'), span('  what was merged', 'muted')],
  [span('  '), span('.liza/report.html', 'code'), span('            the report; open it in a browser', 'muted')],
];

/** Throws `usage` if the folder is not empty: its content would be the person's own. */
async function mustBeEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch(unwritable(folder));
  if ((await readdir(folder)).length > 0) throw new ArtooError('usage', `${folder} is not empty: name a new folder for the demo`);
}

const unwritable = (folder: string) => (cause: Error) => {
  throw new ArtooError('scratch_unwritable', `cannot make a folder in ${folder}: ${cause.message}`, { cause });
};
