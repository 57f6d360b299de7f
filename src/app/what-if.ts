/** How every measured round of a task would have been decided with other constants. The rounds are those on the record: what would have come of another directive nobody knows. */
import type { Loss, ReplanRequest } from '../contracts/control.ts';
import { type ControllerState, type Decision, decide, initialState } from '../control/decide.ts';
import type { Hyperparameters } from '../control/hyperparameters.ts';
import type { Entry, MessageEntry } from '../journal/entry.ts';

type Measured = { readonly macro_state: Decision['macro_state']; readonly loss: Loss; readonly grad_l: number };

/** One round. */
export type Redecided = {
  /** Of the decision in the journal. */
  readonly seq: number;
  readonly round: number;
  readonly recorded: Measured;
  readonly otherwise: Measured & { readonly rationale: string };
  /** Whether another kind of plan, or an end, would have followed. */
  readonly differs: boolean;
  /** Whether an earlier round would have been decided otherwise: then this one might never have come about. */
  readonly hypothetical: boolean;
};

export type WhatIf = { add(entry: Entry): void; readonly rounds: readonly Redecided[] };

/** A fold over the entries of a task. */
export function createWhatIf(changed: Partial<Hyperparameters>): WhatIf {
  const rounds: Redecided[] = [];
  let p: Hyperparameters | undefined;
  let state: ControllerState = initialState;
  let request: (Pick<MessageEntry, 'id'> & { readonly payload: ReplanRequest }) | undefined;

  /** What was measured is measured anew; how many plans there were, and of which kind, is what it was. */
  function redecide(seq: number, recorded: Measured, asked: ReplanRequest, constants: Hyperparameters): void {
    const { decision, state: next } = decide(state, asked, constants);
    const { macro_state, loss, grad_l, rationale } = decision;
    const differs = macro_state !== recorded.macro_state;
    const hypothetical = rounds.some((earlier) => earlier.differs);
    rounds.push({ seq, round: asked.round, recorded, otherwise: { macro_state, loss, grad_l, rationale }, differs, hypothetical });
    const went = recorded.macro_state;
    const goesOn = went !== 'accept' && went !== 'success' && went !== 'abandon';
    state = goesOn ? { ...next, replans: state.replans + 1, prev_directive: went } : next;
  }

  return {
    add(entry) {
      if (entry.kind === 'open') p = { ...entry.settings.control, ...changed };
      if (entry.kind === 'message' && entry.type === 'ReplanRequest') request = entry;
      if (entry.kind !== 'decision' || entry.role !== 'R7' || !request || !p || !answers(entry.inputs, request.id)) return;
      redecide(entry.seq, entry.result as unknown as Measured, request.payload, p); // what R7 decided about a ReplanRequest
      request = undefined;
    },
    rounds,
  };
}

const answers = (inputs: unknown, id: string): boolean =>
  typeof inputs === 'object' && inputs !== null && 'message' in inputs && inputs.message === id;
