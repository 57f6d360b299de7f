/** How a run of a team ended, and what to do next. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import { type Board, type Task, type TaskStatus, taskStatuses } from '../../team/board/board.ts';
import { settingsOf } from '../../team/board/settings.ts';
import type { TeamEnd } from '../../team/supervisor/loop.ts';
import { type Line, line, span } from '../style/line.ts';

const sentences: Readonly<Record<TeamEnd, string>> = {
  done: 'Everything that was planned is done.',
  checkpoint: 'The team waits at a checkpoint. To continue: artoo team resume --decision CONTINUE --because "…"',
  aborted: 'The sprint was aborted.',
  idle: 'There was nothing left to do.',
  failed: 'All agents stopped after failing too often. artoo team status says what is open.',
  stopped: 'Stopped. artoo team run continues where it left off.',
};

export function endLines(board: Board, end: TeamEnd): readonly Line[] {
  const drafts = board.tasks.filter(({ status }) => status === 'DRAFT');
  const { integrationBranch } = settingsOf(board.config);
  return [
    line(''),
    line(sentences[end], end === 'done' ? 'good' : 'strong'),
    ...taskStatuses.flatMap((status) =>
      groupLine(
        status,
        board.tasks.filter((task) => task.status === status),
      ),
    ),
    ...(drafts.length > 0 ? [[span('The plan needs your approval: '), span('artoo team plan', 'code')]] : []),
    ...(end === 'done' ? [[span('What was merged: '), span(`git log --oneline ${integrationBranch}`, 'code')]] : []),
  ];
}

function groupLine(status: TaskStatus, tasks: readonly Task[]): readonly Line[] {
  if (tasks.length === 0) return [];
  const name = status.toLowerCase().replaceAll('_', ' ');
  return [[span(`  ${name.padEnd(20)}`, 'muted'), span(visible(tasks.map(({ id }) => id).join(', ')))]];
}
