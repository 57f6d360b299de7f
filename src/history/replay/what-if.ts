/** How every measured round of a task would have been decided with other constants. The rounds are those on the record: what would have come of another directive nobody knows. */
import type { ReplanRequest } from '../../contracts/control.ts';
import { type ControllerState, decide, initialState } from '../../control/decide.ts';
import type { Hyperparameters } from '../../control/hyperparameters.ts';
import type { Entry, MessageEntry } from '../../journal/entry.ts';
import { type Measured, measuredFrom, measuredIn } from '../story/decided.ts';

/** One round. */
export type Redecided = {
  /** Of the decision in the journal. */
  readonly seq: number;
  readonly round: number;
  readonly recorded: Measured;
  readonly otherwise: Measured;
  /** Whether another kind of plan, one that must do without other things, or another end would have followed. */
  readonly differs: boolean;
  /** Whether an earlier round would have been decided otherwise: then this one might never have come about. */
  readonly hypothetical: boolean;
};

export type WhatIf = {
  add(entry: Entry): void;
  /** The constants that the task ran with, once its first entry was seen. */
  readonly constants: Hyperparameters | undefined;
  readonly rounds: readonly Redecided[];
};

/** A fold over the entries of a task. A decision that cannot be read is left out: a replay tells that it is not what code decides. */
export function createWhatIf(changed: Partial<Hyperparameters>): WhatIf {
  const rounds: Redecided[] = [];
  let constants: Hyperparameters | undefined;
  let state: ControllerState = initialState;
  let request: (Pick<MessageEntry, 'id'> & { readonly payload: ReplanRequest }) | undefined;

  /** What was measured is measured anew; how many plans there were, and of which kind, is what it was. */
  function redecide(seq: number, recorded: Measured, asked: ReplanRequest, p: Hyperparameters): void {
    const { decision: otherwise, state: next } = decide(state, asked, p);
    const hypothetical = rounds.some(({ differs }) => differs);
    rounds.push({ seq, round: asked.round, recorded, otherwise, differs: follows(recorded) !== follows(otherwise), hypothetical });
    const went = recorded.macro_state;
    const goesOn = went !== 'accept' && went !== 'success' && went !== 'abandon';
    state = goesOn ? { ...next, replans: state.replans + 1, prev_directive: went } : next;
  }

  return {
    add(entry) {
      if (entry.kind === 'open') constants = entry.settings.control;
      if (entry.kind === 'message' && entry.type === 'ReplanRequest') request = entry;
      if (entry.kind !== 'decision' || entry.role !== 'R7' || !request || !constants || !answers(entry.inputs, request.id)) return;
      const recorded = measuredIn(entry);
      const timeBudgetMs = measuredFrom(entry)?.parameters.timeBudgetMs ?? constants.timeBudgetMs; // it may have grown
      if (recorded) redecide(entry.seq, recorded, request.payload, { ...constants, timeBudgetMs, ...changed });
      request = undefined;
    },
    get constants() {
      return constants;
    },
    rounds,
  };
}

/** What a decision leads to, as text. */
const follows = ({ macro_state, reason, blocked_tools, blocked_targets }: Measured): string =>
  JSON.stringify([macro_state, reason, blocked_tools, blocked_targets]);

const answers = (inputs: unknown, id: string): boolean =>
  typeof inputs === 'object' && inputs !== null && 'message' in inputs && inputs.message === id;
