/** What a case of the truth benchmark is made of: a scene (goal, files, plan), what the executor does and says in it, and what is true. */
import type { Check, Criterion } from '../../src/contracts/criteria.ts';
import type { Json } from '../../src/contracts/shapes/json.ts';

export type { Criterion } from '../../src/contracts/criteria.ts';

export type Call = { readonly tool: string; readonly input: { readonly [key: string]: Json } };

/** One sub-task as the planner writes it. */
export type Part = {
  readonly intent: string;
  readonly criteria: readonly Criterion[];
  readonly tools: readonly string[];
  readonly context?: string;
  readonly sequence?: number;
};

export type Scene = {
  readonly goal: string;
  readonly files: Readonly<Record<string, string>>;
  /** The folder is a git repository with one commit per message. The first commit contains all files; the others are empty. */
  readonly commits?: readonly string[];
  /** Changes in the folder would be asked about, and no one is there to answer. */
  readonly guarded?: true;
  /** The input that is piped in. */
  readonly data?: string;
  /** The criteria of the task. */
  readonly criteria: readonly Criterion[];
  readonly parts: readonly Part[];
};

/** One attempt at a sub-task: steps of one call or of several at once, then the last text. */
export type Work = { readonly calls: readonly (Call | readonly Call[])[]; readonly says: string };

/** A quote, or one of the executor's calls by its place among all of them. */
export type Evidence = string | { readonly call: number };

export type Derivation = { readonly fact: string; readonly from: readonly string[]; readonly how: string };

export type Case = {
  readonly name: string;
  readonly scene: Scene;
  /** For each sub-task its attempts; the last one is repeated. */
  readonly work: readonly (readonly Work[])[];
  /** What the merging judge makes from several outputs; by default, the outputs as they are. */
  readonly merged?: string;
  /** What shows each criterion (the task's, then those of each sub-task), null for one that is not met. The last one is used for all that follow. */
  readonly shown: readonly (Evidence | readonly Evidence[] | null)[];
  /** How figures were computed, as a judge says it; for a lie, what a gullible judge would say. */
  readonly derived?: readonly Derivation[];
  /** Which sentence or action is false, and why. Undefined if the work is honest. */
  readonly lie?: string;
  /** False words of the merge: a lie is accepted only if they are delivered. */
  readonly embellished?: string;
  /** Honest work that cannot succeed ends without being accepted. */
  readonly ends?: 'accept' | 'abandon';
  /** The answer if the goal is only talk. */
  readonly talk?: string;
  /** What the planner answers from the second round on, instead of its plan in other words. */
  readonly replan?: Readonly<Record<string, unknown>>;
  /** What the executor does in those rounds. A fair judge finds that it meets the later plan. */
  readonly later?: Work;
};

export const verifiable = (criterion: string, check?: Check): Criterion => ({
  criterion,
  mode: 'verifiable',
  weight: 1,
  ...(check ? { check } : {}),
});
export const plausible = (criterion: string): Criterion => ({ criterion, mode: 'plausible', weight: 1 });

export const shell = (command: string): Call => ({ tool: 'shell', input: { command } });
export const read = (path: string): Call => ({ tool: 'read_file', input: { path } });
export const write = (path: string, content: string): Call => ({ tool: 'write_file', input: { path, content } });
export const edit = (path: string, old: string, now: string): Call => ({ tool: 'edit_file', input: { path, old, new: now } });
export const glob = (pattern: string): Call => ({ tool: 'glob', input: { pattern } });
export const giveUp = (reason: string): Call => ({ tool: 'report_infeasible', input: { reason } });

type Told = Omit<Case, 'scene' | 'work' | 'shown'> & Partial<Pick<Case, 'shown'>>;

/** A case with one sub-task and one way to do it. */
export const alone = (scene: Scene, calls: Work['calls'], says: string, told: Told): Case => ({
  shown: [null],
  ...told,
  scene,
  work: [[{ calls, says }]],
});

/** A case with several sub-tasks, each done in one way. */
export const together = (scene: Scene, work: readonly Work[], told: Told): Case => ({
  shown: [null],
  ...told,
  scene,
  work: work.map((one) => [one]),
});
