/** The course of one task, from its history: what happened in sentences, and what steering measured and decided. Pure. */

import { z } from 'zod';
import { oneLine } from '../../contracts/text/shorten.ts';
import { blockedWords } from '../blocked-words.ts';
import type { HistoryEvent, Task } from '../board/board.ts';
import { firstBlocker } from '../review/verdict.ts';

/** `who` did it; `text` is the rest of the sentence after the name. */
export type Step = { readonly at: string; readonly event: string; readonly who: string; readonly text: string };

/** What was measured and decided after one rejection. */
export type Cycle = {
  readonly at: string;
  /** The share of criteria that fail, from 0 to 1. */
  readonly D: number;
  /** How the loss has changed since the previous rejection: below 0 is better. */
  readonly gradL: number;
  readonly next: string;
  readonly directive: string;
  readonly why: string;
};

const maxLength = 300;

/** Everything that happened to a task, oldest first. */
export const stepsOf = ({ history }: Pick<Task, 'history'>): readonly Step[] =>
  (history ?? []).map((event) => ({
    at: event.time ?? '',
    event: event.event,
    who: whoDid(event),
    text: oneLine(words[event.event]?.(event) ?? event.event.replaceAll('_', ' '), maxLength),
  }));

/** The agent that did something. With a merge, the board names the reviewer who approved it. */
const whoDid = ({ event, agent }: HistoryEvent): string => (event === 'merged' ? 'supervisor' : agent === 'human' ? 'you' : (agent ?? ''));

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const after = (start: string, value: unknown): string => (text(value) === '' ? start : `${start}: ${text(value)}`);
const commit = (value: unknown): string => text(value).slice(0, 12);

const words: Readonly<Record<string, (event: HistoryEvent) => string>> = {
  created: () => 'planned it',
  finalized: () => 'made it ready to be claimed',
  claimed: () => 'claimed it',
  reclaimed_after_rejection: () => 'continued after the rejection',
  reassigned_after_rejection: ({ previous_assignee }) => `took it over from ${text(previous_assignee) || 'another coder'} and started over`,
  reclaimed_after_expiry: () => 'took it over, because its agent was gone',
  claimed_for_integration_fix: () => 'claimed it to fix the failed integration',
  coder_claim_released: () => 'released it',
  pre_execution_checkpoint: ({ checkpoint }) => after('stated its intent', Intent.safeParse(checkpoint).data?.intent),
  ready_for_review: (event) => `submitted ${commit(event.commit)}`,
  submitted_for_review: (event) => `submitted ${commit(event.commit)}`,
  review_claimed: () => 'began reviewing it',
  review_claim_released: () => 'stopped reviewing it',
  approved: () => 'approved it',
  rejected: ({ reason }) => after('rejected it', firstBlocker(text(reason))),
  steered: ({ reason }) => after('decided what comes next', reason),
  integration_failed: ({ reason }) => after('could not merge it', reason),
  merged: ({ commit: merged, drift_commits: drift }) => `merged it as ${commit(merged)}${driftWords(drift)}`,
  blocked: ({ reason }) => after('blocked it', blockedWords(text(reason))),
  unblocked: ({ what_changed }) => after('unblocked it', what_changed),
  superseded: ({ superseded_by, reason }) =>
    after(`replaced it with ${Array.isArray(superseded_by) ? superseded_by.join(', ') : 'other tasks'}`, reason),
  abandoned: ({ reason }) => after('gave it up', reason),
};

const Intent = z.looseObject({ intent: z.string() });

function driftWords(drift: unknown): string {
  if (typeof drift !== 'number' || drift === 0) return '';
  return `; the branch had moved on by ${drift} ${drift === 1 ? 'commit' : 'commits'}`;
}

const Steered = z.looseObject({
  time: z.string(),
  next: z.string(),
  directive: z.string(),
  reason: z.string(),
  grad_l: z.number(),
  loss: z.looseObject({ D: z.number() }),
});

/** One cycle for each rejection that was steered, oldest first. */
export const cyclesOf = ({ history }: Pick<Task, 'history'>): readonly Cycle[] =>
  (history ?? []).flatMap((event) => {
    const read = event.event === 'steered' ? Steered.safeParse(event) : undefined;
    if (!read?.success) return [];
    const { time: at, next, directive, reason: why, grad_l: gradL, loss } = read.data;
    return [{ at, D: loss.D, gradL, next, directive, why }];
  });

/** How many commits the integration branch was ahead of the commit where the work began, when the task was merged. */
export function driftOf({ history }: Pick<Task, 'history'>): number | undefined {
  const drift = history?.findLast(({ event }) => event === 'merged')?.drift_commits;
  return typeof drift === 'number' ? drift : undefined;
}
