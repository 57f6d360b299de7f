/** What happens in a team, one line per event, as shown while the team runs. Pure. */

import { visible } from '../../contracts/text/visible.ts';
import { blockedWords } from '../../team/blocked-words.ts';
import { roleOf } from '../../team/board/ids.ts';
import type { TeamLine } from '../../team/journal.ts';
import { type Line, type Span, type Style, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';

type Logged = Extract<TeamLine, { kind: 'update' }>['log'][number];
/** How an action of the activity log is shown: a mark, and a sentence about who did it, to which task, with what detail. */
type Telling = readonly [
  mark: string,
  style: Style,
  says: (said: { readonly by: string; readonly task: string; readonly detail: string }) => string,
];

/** If code or the person blocked the task, it is not reported as the failure of an agent. */
const stopped = (by: string, task: string): string => (roleOf(by) === undefined ? `${task} is blocked` : `${by} cannot continue ${task}`);

const tellings: Readonly<Record<string, Telling>> = {
  registered: ['·', 'muted', ({ detail }) => `${detail.split(' ', 1)[0]} has joined`],
  runner_chosen: ['→', 'fair', ({ detail }) => detail],
  unregistered: ['·', 'muted', ({ detail }) => `${detail} has left`],
  task_added: ['+', 'accent', ({ task, detail }) => `planned ${task}: ${detail}`],
  tasks_finalized: ['·', 'muted', ({ detail }) => `ready to be claimed: ${detail}`],
  claimed: ['→', 'plain', ({ task, detail }) => `${detail} takes ${task}`],
  reclaimed_after_rejection: ['→', 'plain', ({ task, detail }) => `${detail} continues ${task}`],
  reclaimed_after_expiry: ['→', 'plain', ({ task, detail }) => `${detail} takes over ${task}`],
  reassigned_after_rejection: ['→', 'plain', ({ task, detail }) => `${detail} takes ${task} from another coder`],
  claimed_for_integration_fix: ['→', 'plain', ({ task, detail }) => `${detail} resolves the conflict in ${task}`],
  pre_execution_checkpoint: ['·', 'muted', ({ by, task, detail }) => `${by} states its intent for ${task}: ${detail}`],
  ready_for_review: ['↑', 'plain', ({ by, task, detail }) => `${by} submits ${task}: ${detail}`],
  review_claimed: ['·', 'muted', ({ by, task }) => `${by} reviews ${task}`],
  approved: ['✓', 'good', ({ by, task }) => `${by} approves ${task}`],
  rejected: ['✗', 'bad', ({ by, task, detail }) => `${by} rejects ${task}: ${detail}`],
  steered: ['·', 'plain', ({ task, detail }) => `${task}: ${detail}`],
  merged: ['✓', 'good', ({ task, detail }) => `${task} is merged (${detail.slice(0, 12)})`],
  integration_failed: ['✗', 'bad', ({ task, detail }) => `${task} could not be merged: ${detail}`],
  blocked: ['?', 'fair', ({ by, task, detail }) => `${stopped(by, task)}: ${blockedWords(detail)}`],
  unblocked: ['→', 'plain', ({ by, task, detail }) => `${by} unblocks ${task}: ${detail}`],
  rescoped: ['~', 'accent', ({ by, task, detail }) => `${by} replaces ${task}: ${detail}`],
  abandoned: ['✗', 'fair', ({ by, task, detail }) => `${by} gives up ${task}: ${detail}`],
  handoff: ['·', 'muted', ({ by, task, detail }) => `${by} hands over ${task}: ${detail}`],
  discovered: ['!', 'fair', ({ by, detail }) => `${by} noticed: ${detail}`],
  discovery_triaged: ['·', 'plain', ({ by, detail }) => `${by} decides about ${detail}`],
  anomaly: ['!', 'fair', ({ by, task, detail }) => `${by} reports ${detail}${task ? ` in ${task}` : ''}`],
  circuit_breaker_triggered: ['‖', 'bad', ({ detail }) => `the circuit breaker stops the team: ${detail}`],
  noted: ['·', 'muted', ({ by, detail }) => `${by === 'human' ? 'you' : by}: ${detail}`],
  spec_updated: ['!', 'fair', ({ task }) => `the spec of ${task} has changed since it was planned`],
  checkpoint: ['‖', 'fair', ({ detail }) => `the team is waiting for you: ${detail}`],
  checkpoint_released: ['→', 'plain', ({ detail }) => `the team continues: ${detail}`],
  sprint_completed: ['✓', 'good', ({ detail }) => `the sprint is over: ${detail}`],
  sprint_opened: ['·', 'accent', ({ detail }) => `${detail} begins`],
  aborted: ['✗', 'bad', () => 'the sprint was aborted'],
};

/** The lines of an entry; none if there is nothing to show. The agent gets a refusal in full; here it is shortened. */
export function storyLines(entry: TeamLine, columns: number | undefined): readonly Line[] {
  if (entry.kind === 'foreign') return told(entry, '!', 'fair', 'the board was edited outside artoo', columns);
  if (entry.kind === 'refusal' && entry.act?.act === 'letter')
    return told(entry, '·', 'muted', `refused from ${entry.by}: ${entry.why[0] ?? ''}`, columns);
  if (entry.kind !== 'update') return [];
  return entry.log.flatMap((logged) =>
    sentenceOf(entry.by, logged).flatMap(([mark, style, text]) => told(entry, mark, style, text, columns)),
  );
}

function sentenceOf(by: string, { action, task = '', detail }: Logged): readonly (readonly [string, Style, string])[] {
  const telling = tellings[action];
  if (!telling) return [];
  const [mark, style, says] = telling;
  return [[mark, style, says({ by, task, detail })]];
}

function told({ at }: TeamLine, mark: string, style: Style, text: string, columns: number | undefined): readonly Line[] {
  const spans: Span[] = [
    span(`${at.slice(11, 19)} `, 'muted'),
    span(`${mark} `, style),
    span(visible(text.replaceAll(/\s+/g, ' ')), style === 'muted' ? 'muted' : 'plain'),
  ];
  return columns === undefined ? [spans] : wrapLine(spans, columns, [span(' '.repeat(11))]);
}
