/** The events of a task that decide what the executor may do next: failures, changes, refusals, answers. */
import type { SubTaskId } from '../../contracts/ids.ts';
import type { Caution } from '../../contracts/plan.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { effectKeyOf, type Harm, hostKeyOf } from '../../tools/tool.ts';
import { Outputs } from './read-output.ts';

type Call = { readonly tool: string; readonly input: Json };

export class Ledger {
  /** What the calls of the task returned. */
  readonly outputs = new Outputs();
  /** By call and sub-task: the number of changes at the time the failed call started. */
  readonly #failures = new Map<string, Map<SubTaskId, number>>();
  /** By round: the number of changes at the time its first sub-task started. */
  readonly #rounds = new Map<number, number>();
  readonly #refused = new Set<string>();
  readonly #answers = new Map<string, boolean>();
  #changes = 0;

  /** Whether the same call has failed in this task and nothing has changed since. */
  wouldFailAgain(call: Call): boolean {
    const failures = this.#failures.get(identity(call));
    return failures !== undefined && [...failures.values()].includes(this.#changes);
  }

  /** How many calls have changed something. A change made after a call started may not be visible to that call. */
  get changeCount(): number {
    return this.#changes;
  }

  /** Called at the start of each sub-task; only the first call for a round counts. */
  startRound(round: number): void {
    if (!this.#rounds.has(round)) this.#rounds.set(round, this.#changes);
  }

  /** Whether anything has changed since a round started, so that what its directive and memory say about single calls is out of date. */
  hasChangedIn(round: number): boolean {
    return this.#changes > (this.#rounds.get(round) ?? this.#changes);
  }

  /** Records a call that started after `since` changes. A successful change gives every failed call another chance. */
  note(subtask: SubTaskId, call: Call, { ok, changes, since }: { ok: boolean; changes: boolean; since: number }): void {
    if (ok && changes) this.#changes += 1;
    if (ok) return;
    const failures = this.#failures.get(identity(call)) ?? new Map<SubTaskId, number>();
    this.#failures.set(identity(call), failures.set(subtask, since));
  }

  /** For a retry after an environmental failure: the surroundings may have changed, so failed calls may be made again. */
  forgetFailures(subtask: SubTaskId): void {
    for (const failures of this.#failures.values()) failures.delete(subtask);
  }

  /** In this task, a refusal is final for the action, and for each effect that needed approval (SPEC §7). */
  refuse(harm: Harm): void {
    for (const part of partsOf(harm)) this.#refused.add(part);
  }

  /** Everything that was refused, so that calls which need no approval do not do it either. */
  get refused(): readonly string[] {
    return [...this.#refused];
  }

  wasRefused(harm: Harm): boolean {
    return partsOf(harm).some((part) => this.#refused.has(part));
  }

  /** The person's answer to a caution, which holds for the rest of the task. */
  answer(caution: Caution, yes: boolean): void {
    this.#answers.set(nameOf(caution), yes);
  }

  /** Undefined until the person has been asked. */
  answerTo(caution: Caution): boolean | undefined {
    return this.#answers.get(nameOf(caution));
  }
}

const nameOf = ({ tool, target }: Caution): string => JSON.stringify([tool, target ?? null]);

const partsOf = ({ hash, effects, network, host, action }: Harm): readonly string[] => [
  hash,
  ...effects.filter(({ why }) => why !== undefined).map(effectKeyOf),
  ...(host !== undefined ? [hostKeyOf(host)] : network ? [`network ${action}`] : []),
];

/** A key for a tool and its input, regardless of the order of properties. */
const identity = ({ tool, input }: Call): string => `${tool} ${JSON.stringify(input, sorted)}`;

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
