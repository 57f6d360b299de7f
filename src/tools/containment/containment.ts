/** The port to containment: runs a command line where nothing it does is real yet, and tells what it would change. */
import type { Change } from '../changes/change.ts';
import type { ProcessResult } from '../running/process.ts';

/** Best first. `copy` knows only the current folder and the workspace; `read-only` and `none` cannot tell what a command would change. */
export type ContainmentKind = 'overlay' | 'fuse-overlay' | 'copy' | 'read-only' | 'none';

export type ContainedRequest = {
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  /** Places that the person named, as they named them: they are shown too, unless they are secret. */
  readonly places?: readonly string[] | undefined;
  /** Whether it may reach the network. */
  readonly network: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** How a command ended, and what it would change. The new contents stay where the changes say until it is disposed of. */
export type ContainedRun = AsyncDisposable & {
  readonly ended: ProcessResult;
  readonly changes: readonly Change[];
  /** Whether it tried to reach a network that it was not given. */
  readonly attemptedNetwork: boolean;
  /** What it left behind and is lost: files in its own temporary folder, and processes. */
  readonly left: { readonly files: number; readonly processes: number };
  /** Why its changes are not known or cannot be made, if so: nothing of it may be applied. */
  readonly whyUnknown: string | undefined;
};

/**
 * Failure contract: rejects with `containment_failed` when the walls could not be built; then nothing was run. A command that runs and fails is a run
 * like any other. Nothing outside its staging folder is changed, whatever the command does and however it ends.
 */
export type Containment = {
  readonly kind: ContainmentKind;
  /** For people: what it is made of, or why there is no better. */
  readonly detail: string;
  run(request: ContainedRequest): Promise<ContainedRun>;
};

/** What a containment needs to know of the machine and the person. */
export type Surroundings = {
  readonly home: string;
  /** artoo's own data, which no command sees. */
  readonly data: string;
  /** The environment that commands get. */
  readonly env: Readonly<Record<string, string>>;
  /** Secrets, which no command sees. */
  readonly secrets: readonly string[];
  /** Candidates for the folder that holds the staging: the first outside all folders that a command sees through its view is used. */
  readonly stagings: readonly string[];
};
