/** The port to containment: runs a command line where its effects are not real yet, and returns what it would change. */

import type { Sight } from '../../laws/commands/own-sight.ts';
import type { HostView } from '../../laws/commands/programs/looking-programs.ts';
import type { Change } from '../changes/change.ts';
import type { Pausing } from '../running/pausing.ts';
import type { OnOutput, ProcessResult } from '../running/process.ts';
import type { ServedProgram } from '../running/served-program.ts';
import type { CallId } from '../tool.ts';
import type { FenceRequest } from './views/fence.ts';
import type { RestoredRequest } from './views/restored.ts';
import type { Door } from './walls/doors.ts';
import type { InnerFiles } from './walls/inner-files.ts';
import type { InnerNetwork } from './walls/inner-network.ts';
import type { NetworkAttempt } from './walls/network-attempts.ts';

/**
 * The best kind comes first; `clone` is for macOS. `copy` and `clone` cover only the current folder and the workspace; `read-only`, `landlock` and
 * `none` cannot determine what a command would change.
 */
export type ContainmentKind = 'overlay' | 'fuse-overlay' | 'clone' | 'copy' | 'read-only' | 'landlock' | 'none';

/** Whether a command can write nothing permanent, so that it may have failed only because it needed to write. */
export const isReadOnly = (kind: ContainmentKind): boolean => kind === 'read-only' || kind === 'landlock';

/** Whether commands can have doors and sockets, because they have a network of their own. */
export const hasDoors = (kind: ContainmentKind): boolean =>
  kind === 'overlay' || kind === 'fuse-overlay' || kind === 'copy' || kind === 'read-only';

export type ContainedRequest = {
  /** The call to which the run belongs, if the run decides its result. */
  readonly call?: CallId | undefined;
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  /** Places that the person named, as written: visible too, unless they are secret. */
  readonly places?: readonly string[] | undefined;
  /** Ports inside the walls that this process serves; only if `hasDoors`. */
  readonly doors?: readonly Door[] | undefined;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Whether the command may create Unix sockets, and so connect to programs on this machine; only if `hasDoors`. */
  readonly sockets?: boolean | undefined;
  /** Set for a background run. */
  readonly background?: Background | undefined;
  readonly timeoutMs: number;
  /** Pauses the time limit. */
  readonly pausing?: Pausing | undefined;
  readonly signal: AbortSignal;
  /** Receives the output as it is printed. */
  readonly onOutput?: OnOutput | undefined;
};

/** The output may be endless, and the changes are read even if the run fails. */
type Background = {
  /** Called before the command begins; not called for walls that cannot run a command in the background. */
  onInside(inside: Inside): void;
};

/** The command's own network and, if it has a view of its own, the files in it. */
type Inside = { readonly network: InnerNetwork; readonly files: InnerFiles | undefined };

type LookRequest = Pick<ContainedRequest, 'command' | 'cwd' | 'timeoutMs' | 'signal' | 'onOutput'> & {
  /** What the line needs to see of the host. */
  readonly view: HostView;
};

/** How a command ended, and what it would change. New content stays where the changes point until the run is disposed of. */
export type ContainedRun = AsyncDisposable & {
  readonly ended: ProcessResult;
  readonly changes: readonly Change[];
  /** What the command tried to reach over a network without using a door. */
  readonly attemptedNetwork: NetworkAttempt | false;
  /** Whether the command needed a local socket. */
  readonly attemptedSocket: boolean;
  /** Closed places to which the command was denied access, as people write them. */
  readonly deniedPlaces: readonly string[];
  /** Parts of the machine that the command could not see, because it had its own version of them. */
  readonly differs: readonly Sight[];
  /** Places that the line names and that exist on the machine, but not in the command's own, empty temporary folders. */
  readonly hiddenTempPlaces: readonly string[];
  /** What the command left behind and has been lost: files in its own temporary folders, and processes. */
  readonly left: { readonly files: number; readonly processes: number };
  /** Why the command's changes are unknown or cannot be made: none of them may be applied. Undefined if all is well. */
  readonly whyUnknown: string | undefined;
  /** Like `whyUnknown`, but ignoring what other programs changed. */
  readonly unknownAnyway?: string | undefined;
  /**
   * Paths that were changed both by the command and by another program while it ran, so that its changes are unknown; the command can be run again.
   */
  readonly moved: readonly string[];
  /** Changes that are never applied, if only some of the changes may be. */
  readonly discarded?: readonly string[];
  /** How many of the changes are files with several names, each of which becomes a separate file. */
  readonly hardLinks: number;
};

/** How a line that inspected the machine ended, and what it could not see. */
type Looked = ProcessResult & Pick<ContainedRun, 'differs'>;

/**
 * Failure contract: rejects with `containment_failed` if the walls could not be built; in that case, nothing was run. A command that runs and fails
 * is a run like any other. Nothing outside the staging folder is changed, whatever the command does and however it ends.
 */
export type Containment = {
  readonly kind: ContainmentKind;
  /** For people: what the containment consists of, or why there is nothing better. */
  readonly detail: string;
  run(request: ContainedRequest): Promise<ContainedRun>;
  /** Runs a line that sees the machine as it is but cannot change, signal or send anything, except through services that the view includes. */
  look(request: LookRequest): Promise<Looked>;
  /** Starts a line that keeps running: it sees what a command sees, and cannot write anything permanent. Undefined if this kind has no such walls. */
  readonly serve?: (request: Pick<ContainedRequest, 'command' | 'cwd' | 'workspace' | 'places'>) => ServedProgram;
  /**
   * Runs a line on folders from another machine that were restored on this one; the line sees nothing but these folders and the system. Undefined if
   * this kind has no such walls.
   */
  readonly restored?: (request: RestoredRequest) => Promise<ContainedRun>;
  /** Runs a line whose writes to the given folders take effect at once. Undefined if this kind of containment cannot do that. */
  readonly fence?: (request: FenceRequest) => Promise<ProcessResult>;
};

/** What a containment must be told about the machine and the person. */
export type Surroundings = {
  readonly home: string;
  /** artoo's own data, which no command sees. */
  readonly data: string;
  /** The environment variables of commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Secrets, which no command sees. */
  readonly secrets: readonly string[];
  /** Candidates for the parent of the staging folder: the first that is outside all folders that a command sees through its view. */
  readonly stagings: readonly string[];
};
