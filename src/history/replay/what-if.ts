/**
 * How every measured round of a task would have been decided with other constants. The rounds are the recorded ones, because the results of a
 * different directive are unknown.
 */
import type { ReplanRequest } from '../../contracts/control.ts';
import { isMeasured, type MeasuredRound } from '../../contracts/decisions.ts';
import { type ControllerState, decide, initialState } from '../../control/decide.ts';
import type { Hyperparameters } from '../../control/hyperparameters.ts';
import type { Entry, MessageEntry } from '../../journal/entry.ts';

export type Redecided = {
  /** The `seq` of the decision in the journal. */
  readonly seq: number;
  readonly round: number;
  readonly recorded: MeasuredRound;
  readonly otherwise: MeasuredRound;
  /** Whether the consequence would have been different: the directive, the blocked tools or targets, or the end. */
  readonly differs: boolean;
  /** Whether an earlier round would have been decided differently: if so, this round might never have happened. */
  readonly hypothetical: boolean;
};

export type WhatIf = {
  add(entry: Entry): void;
  /** The constants of the task, once its first entry has been seen. */
  readonly constants: Hyperparameters | undefined;
  readonly rounds: readonly Redecided[];
};

/** A fold over the entries of a task. A decision whose round is missing is left out. */
export function createWhatIf(changed: Partial<Hyperparameters>): WhatIf {
  const rounds: Redecided[] = [];
  let constants: Hyperparameters | undefined;
  let state: ControllerState = initialState;
  let request: (Pick<MessageEntry, 'id'> & { readonly payload: ReplanRequest }) | undefined;

  /** Repeats the measurement; the number of plans and their directives stay as recorded. */
  function redecide(seq: number, recorded: MeasuredRound, asked: ReplanRequest, p: Hyperparameters): void {
    const { decision: otherwise, state: next } = decide(state, asked, p);
    const hypothetical = rounds.some(({ differs }) => differs);
    rounds.push({ seq, round: asked.round, recorded, otherwise, differs: follows(recorded) !== follows(otherwise), hypothetical });
    const went = recorded.macro_state;
    const continues = went !== 'accept' && went !== 'success' && went !== 'abandon';
    state = continues ? { ...next, replans: state.replans + 1, prev_directive: went } : next;
  }

  return {
    add(entry) {
      if (entry.kind === 'open') constants = entry.settings.control;
      if (entry.kind === 'message' && entry.type === 'ReplanRequest') request = entry;
      if (entry.kind !== 'decision' || !isMeasured(entry) || entry.inputs.message !== request?.id || !constants) return;
      const { timeBudgetMs, delta } = entry.inputs.parameters; // the time budget may have grown since the start
      const isSteered = delta < constants.delta; // after the person has added something, no result counts as close enough
      const p = { ...constants, timeBudgetMs, ...changed, ...(isSteered && { delta }) };
      if ('macro_state' in entry.result) redecide(entry.seq, entry.result, request.payload, p);
      request = undefined;
    },
    get constants() {
      return constants;
    },
    rounds,
  };
}

/** What a decision leads to, in words. */
const follows = ({ macro_state, reason, blocked_tools, blocked_targets }: MeasuredRound): string =>
  JSON.stringify([macro_state, reason, blocked_tools, blocked_targets]);
