/** The port to containment: runs a command line where nothing it does is real yet, and returns what it would change. */

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
 * Best first; `clone` is for macOS. `copy` and `clone` cover only the current folder and the workspace; `read-only`, `landlock` and `none` cannot tell what a
 * command would change.
 */
export type ContainmentKind = 'overlay' | 'fuse-overlay' | 'clone' | 'copy' | 'read-only' | 'landlock' | 'none';

/** Whether a command can write nothing permanent there, so that one that fails may only have needed to write. */
export const isReadOnly = (kind: ContainmentKind): boolean => kind === 'read-only' || kind === 'landlock';

/** Whether commands can get doors and sockets there, in their own network. */
export const hasDoors = (kind: ContainmentKind): boolean =>
  kind === 'overlay' || kind === 'fuse-overlay' || kind === 'copy' || kind === 'read-only';

export type ContainedRequest = {
  /** The call that it belongs to, if its result is what that call comes to. */
  readonly call?: CallId | undefined;
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  /** Places that the person named, as written: visible too, unless they are secret. */
  readonly places?: readonly string[] | undefined;
  /** Ports inside the walls that this process serves; only if `hasDoors`. */
  readonly doors?: readonly Door[] | undefined;
  /** Additional variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Whether it may create Unix sockets, and so reach programs on this machine; only if `hasDoors`. */
  readonly sockets?: boolean | undefined;
  /** For a background run. */
  readonly background?: Background | undefined;
  readonly timeoutMs: number;
  /** Stops the clock of that limit for a while. */
  readonly pausing?: Pausing | undefined;
  readonly signal: AbortSignal;
  /** Receives what it prints, as it prints it. */
  readonly onOutput?: OnOutput | undefined;
};

/** Its output may be endless, and its changes are read however it ends. */
type Background = {
  /** Called before the command begins; not called if it has no walls of this kind. */
  onInside(inside: Inside): void;
};

/** The command's own network and, if it has its own view, the files in it. */
type Inside = { readonly network: InnerNetwork; readonly files: InnerFiles | undefined };

type LookRequest = Pick<ContainedRequest, 'command' | 'cwd' | 'timeoutMs' | 'signal' | 'onOutput'> & {
  /** What it needs to see of the host. */
  readonly view: HostView;
};

/** How a command ended, and what it would change. The new contents stay where the changes point until it is disposed of. */
export type ContainedRun = AsyncDisposable & {
  readonly ended: ProcessResult;
  readonly changes: readonly Change[];
  /** What it tried to reach over a network, other than by a door. */
  readonly attemptedNetwork: NetworkAttempt | false;
  /** Whether it needed a socket of this machine. */
  readonly attemptedSocket: boolean;
  /** Closed places that it was denied, as people write them. */
  readonly deniedPlaces: readonly string[];
  /** What it could not see of the machine, because it saw its own version instead. */
  readonly differs: readonly Sight[];
  /** Places that the line names and that exist on the machine, but where the command had its own empty folder. */
  readonly hiddenTempPlaces: readonly string[];
  /** What it left behind and is now lost: files in its own temporary folders, and processes. */
  readonly left: { readonly files: number; readonly processes: number };
  /** If its changes are unknown or cannot be made, why: none of them may be applied. */
  readonly whyUnknown: string | undefined;
  /** The same, leaving aside what other programs changed. */
  readonly unknownAnyway?: string | undefined;
  /** Paths that it touched and another program changed while it ran, so that its changes are unknown; it can be run again. */
  readonly moved: readonly string[];
  /** Changes that are never applied, if only a part of them may be. */
  readonly discarded?: readonly string[];
  /** How many of its changes are files with several names, each of which becomes a separate file. */
  readonly hardLinks: number;
};

/** How a line that looked at the machine ended, and what it could not see. */
type Looked = ProcessResult & Pick<ContainedRun, 'differs'>;

/**
 * Failure contract: rejects with `containment_failed` when the walls could not be built; then nothing was run. A command that runs and fails is a run
 * like any other. Nothing outside its staging folder is changed, whatever the command does and however it ends.
 */
export type Containment = {
  readonly kind: ContainmentKind;
  /** For people: what it consists of, or why there is no better one. */
  readonly detail: string;
  run(request: ContainedRequest): Promise<ContainedRun>;
  /** Runs a line that sees the machine as it is, and can change, signal and send nothing, except through services that the view includes. */
  look(request: LookRequest): Promise<Looked>;
  /** Starts a line that keeps running: it sees what a command sees, and can write nothing permanent. Undefined if there are no such walls. */
  readonly serve?: (request: Pick<ContainedRequest, 'command' | 'cwd' | 'workspace' | 'places'>) => ServedProgram;
  /** Runs a line on folders of another machine that were restored on this one, and sees those and the system alone. Undefined if there are no such walls. */
  readonly restored?: (request: RestoredRequest) => Promise<ContainedRun>;
  /** Runs a line that works on given folders, where its writes are real at once. Undefined if there are no such walls. */
  readonly fence?: (request: FenceRequest) => Promise<ProcessResult>;
};

/** What a containment needs to know about the machine and the person. */
export type Surroundings = {
  readonly home: string;
  /** artoo's own data, which no command sees. */
  readonly data: string;
  /** The environment that commands get. */
  readonly env: Readonly<Record<string, string>>;
  /** Secrets, which no command sees. */
  readonly secrets: readonly string[];
  /** Candidates for the folder that holds the staging: the first one outside all folders that a command sees through its view. */
  readonly stagings: readonly string[];
};
