/** What the executor has done in a task, as far as it decides what may be done next: failures, changes, refusals, answers. */
import type { SubTaskId } from '../../contracts/ids.ts';
import type { Json } from '../../contracts/json.ts';
import type { Caution } from '../../contracts/plan.ts';
import { effectKeyOf, type Harm } from '../../tools/tool.ts';

type Call = { readonly tool: string; readonly input: Json };

export class Ledger {
  /** By call, and by the sub-task that made it: how much had changed when the one that failed began. */
  readonly #failures = new Map<string, Map<SubTaskId, number>>();
  /** How much had changed when the first sub-task of a round began. */
  readonly #rounds = new Map<number, number>();
  readonly #refused = new Set<string>();
  readonly #answers = new Map<string, boolean>();
  #changes = 0;

  /** Whether the same call has failed anywhere in this task, and nothing happened since that could change its outcome. */
  wouldFailAgain(call: Call): boolean {
    const failures = this.#failures.get(identity(call));
    return failures !== undefined && [...failures.values()].includes(this.#changes);
  }

  /** How much has changed so far. Whatever changes after a call began, it may not have seen. */
  get changeCount(): number {
    return this.#changes;
  }

  /** A sub-task of a round begins. */
  startRound(round: number): void {
    if (!this.#rounds.has(round)) this.#rounds.set(round, this.#changes);
  }

  /** Whether something was changed since a round began: what its directive and memory said about single calls was about the world before. */
  hasChangedIn(round: number): boolean {
    return this.#changes > (this.#rounds.get(round) ?? this.#changes);
  }

  /** A call was made that began at `since`. A success that changed what others find gives every failed call another chance. */
  note(subtask: SubTaskId, call: Call, { ok, changes, since }: { ok: boolean; changes: boolean; since: number }): void {
    if (ok && changes) this.#changes += 1;
    if (ok) return;
    const failures = this.#failures.get(identity(call)) ?? new Map<SubTaskId, number>();
    this.#failures.set(identity(call), failures.set(subtask, since));
  }

  /** A sub-task is tried again after its surroundings failed it, and they may have changed: what failed in it may be tried again. */
  forgetFailures(subtask: SubTaskId): void {
    for (const failures of this.#failures.values()) failures.delete(subtask);
  }

  /** A no is final in this task for that very action, and for each effect that it needed a yes for (SPEC §7). */
  refuse(harm: Harm): void {
    for (const part of partsOf(harm)) this.#refused.add(part);
  }

  /** Everything that was refused, for calls that would not even ask. */
  get refused(): readonly string[] {
    return [...this.#refused];
  }

  wasRefused(harm: Harm): boolean {
    return partsOf(harm).some((part) => this.#refused.has(part));
  }

  /** What the person said about what memory doubts: it holds for the rest of the task. */
  answer(caution: Caution, yes: boolean): void {
    this.#answers.set(nameOf(caution), yes);
  }

  /** Nothing while they have not been asked. */
  answerTo(caution: Caution): boolean | undefined {
    return this.#answers.get(nameOf(caution));
  }
}

const nameOf = ({ tool, target }: Caution): string => JSON.stringify([tool, target ?? null]);

const partsOf = ({ hash, effects, network, action }: Harm): readonly string[] => [
  hash,
  ...effects.filter(({ why }) => why !== undefined).map(effectKeyOf),
  ...(network ? [`network ${action}`] : []),
];

/** The same tool with the same input, in whatever order its parts are named. */
const identity = ({ tool, input }: Call): string => `${tool} ${JSON.stringify(input, sorted)}`;

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
