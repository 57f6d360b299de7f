/** An error in a few words, for a person who has already been shown all of it. Pure. */
import type { ErrorCode } from '../../contracts/errors.ts';

const bug = 'a bug in artoo stopped it';

const words: { readonly [Code in ErrorCode]?: string } = {
  model_unset: 'no model is chosen',
  model_unreachable: 'its model could not be reached',
  model_busy: 'its model accepted no more requests',
  model_spent: 'the credit for its model is used up',
  model_too_small: 'it was too long for its model',
  model_timed_out: 'its model did not answer in time',
  model_denied: 'its model refused the key',
  model_key_missing: 'the key for its model is missing',
  model_missing: 'the server does not have its model',
  model_rejected: 'its model rejected the request',
  answer_unreadable: 'its model gave no answer that could be used',
  cassette_mismatch: 'its cassette ran out of answers',
  budget_spent: 'it has reached its limit',
  data_unwritable: 'what it does could not be recorded',
  journal_unwritable: 'what it does could not be recorded',
  containment_failed: 'its commands could not be contained',
  ...{ runaway: bug, handler_failed: bug, handler_stuck: bug, stalled: bug, effect_misuse: bug },
};

export const failureWords = (code: ErrorCode | null): string => (code && words[code]) ?? 'the error above stopped it';
