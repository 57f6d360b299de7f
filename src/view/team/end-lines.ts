/** How a run of a team ended, and what to do next. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import { type Board, type Task, type TaskStatus, taskStatuses } from '../../team/board/board.ts';
import { settingsOf } from '../../team/board/settings.ts';
import type { TeamEnd } from '../../team/supervisor/loop.ts';
import type { MissingRole } from '../../team/supervisor/missing-roles.ts';
import { type Line, line, span } from '../style/line.ts';

const sentences: Readonly<Record<TeamEnd, string>> = {
  done: 'Everything that was planned is done.',
  checkpoint: 'The team is waiting at a checkpoint for you to decide.',
  aborted: 'The sprint was aborted.',
  idle: 'The run ends: for a long time there has been nothing for an agent to do.',
  failed: 'The run ends: agents stopped because they failed too often, and nothing can continue without them.',
  stopped: 'Stopped. artoo team run continues where it left off.',
};

/** What matters at the end of a run but is not on the board. */
export type Ending = { readonly end: TeamEnd; readonly lacks: readonly MissingRole[] };

/** The outcome, and what to do next. */
export const endLines = (board: Board, ending: Ending): readonly Line[] => [
  ...resultLines(board, ending),
  ...nextLines[ending.end](settingsOf(board.config).integrationBranch),
];

/** The outcome. */
export function resultLines(board: Board, { end, lacks }: Ending): readonly Line[] {
  const drafts = board.tasks.filter(({ status }) => status === 'DRAFT');
  return [
    line(''),
    line(sentences[end], end === 'done' ? 'good' : 'strong'),
    ...taskStatuses.flatMap((status) =>
      groupLine(
        status,
        board.tasks.filter((task) => task.status === status),
      ),
    ),
    ...(end === 'failed' || end === 'idle' ? lacks.map(lackLine) : []),
    ...(drafts.length > 0 ? [next('The plan needs your approval', 'artoo team plan')] : []),
  ];
}

const next = (text: string, command: string): Line => [span(`${text}: `), span(command, 'code')];

const nextLines: Readonly<Record<TeamEnd, (branch: string) => readonly Line[]>> = {
  done: (branch) => [
    next('What was merged', `git log --oneline ${branch}`),
    next('What to look at before you merge it', 'artoo team report'),
    next('If something is missing', 'artoo team plan "what is missing"'),
  ],
  checkpoint: () => [next('To continue', 'artoo team resume --decision CONTINUE --because "…"')],
  aborted: () => [next('What was done', 'artoo team report')],
  idle: () => [next('What needs you', 'artoo team status')],
  failed: () => [
    next('What the last one printed', 'tail "$(ls -t .liza/agent-output/* | head -1)"'),
    next('To continue once the cause is fixed', 'artoo team run'),
  ],
  stopped: () => [],
};

const roleNames: Readonly<Record<MissingRole['role'], string>> = { planner: 'planner', coder: 'coder', code_reviewer: 'reviewer' };

const lackLine = ({ role, tasks }: MissingRole): Line => [
  span(`  ${`no ${roleNames[role]} is left for`.padEnd(26)}`, 'fair'),
  span(visible(tasks.length === 0 ? 'the plan' : tasks.join(', '))),
];

function groupLine(status: TaskStatus, tasks: readonly Task[]): readonly Line[] {
  if (tasks.length === 0) return [];
  const name = status.toLowerCase().replaceAll('_', ' ');
  return [[span(`  ${name.padEnd(20)}`, 'muted'), span(visible(tasks.map(({ id }) => id).join(', ')))]];
}
