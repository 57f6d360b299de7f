/** The port to containment: runs a command line where nothing it does is real yet, and tells what it would change. */

import type { Sight } from '../../laws/commands/own-sight.ts';
import type { HostView } from '../../laws/commands/programs/looking-programs.ts';
import type { Change } from '../changes/change.ts';
import type { Pausing } from '../running/pausing.ts';
import type { OnOutput, ProcessResult } from '../running/process.ts';
import type { ServedProgram } from '../running/served-program.ts';
import type { FenceRequest } from './views/fence.ts';
import type { Door } from './walls/doors.ts';
import type { InnerFiles } from './walls/inner-files.ts';
import type { InnerNetwork } from './walls/inner-network.ts';
import type { NetworkAttempt } from './walls/network-attempts.ts';

/**
 * Best first; `clone` is that of macOS. `copy` and `clone` know only the current folder and the workspace; `read-only`, `landlock` and `none` cannot tell what a
 * command would change.
 */
export type ContainmentKind = 'overlay' | 'fuse-overlay' | 'clone' | 'copy' | 'read-only' | 'landlock' | 'none';

/** Whether a command can write nothing that lasts there, so that one that fails may only have needed to. */
export const isReadOnly = (kind: ContainmentKind): boolean => kind === 'read-only' || kind === 'landlock';

/** Whether commands can be given doors and sockets there, in a network of their own. */
export const hasDoors = (kind: ContainmentKind): boolean =>
  kind === 'overlay' || kind === 'fuse-overlay' || kind === 'copy' || kind === 'read-only';

export type ContainedRequest = {
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  /** Places that the person named, as they named them: they are shown too, unless they are secret. */
  readonly places?: readonly string[] | undefined;
  /** Ports inside the walls that this process serves; only where `hasDoors`. */
  readonly doors?: readonly Door[] | undefined;
  /** Variables that it has besides those of every command. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Whether it may make Unix sockets, and so reach programs of this machine; only where `hasDoors`. */
  readonly sockets?: boolean | undefined;
  /** For a command that goes on in the background. */
  readonly background?: Background | undefined;
  readonly timeoutMs: number;
  /** Stops the clock of that limit for a while. */
  readonly pausing?: Pausing | undefined;
  readonly signal: AbortSignal;
  /** Receives what it prints, as it prints it. */
  readonly onOutput?: OnOutput | undefined;
};

/** It may print without end, and what it changed is known however it ends. */
type Background = {
  /** Called before the command begins; not where it has no walls of this kind. */
  onInside(inside: Inside): void;
};

/** The network that a command has of its own, and, where it has a view of its own, the files in that. */
type Inside = { readonly network: InnerNetwork; readonly files: InnerFiles | undefined };

type LookRequest = Pick<ContainedRequest, 'command' | 'cwd' | 'timeoutMs' | 'signal' | 'onOutput'> & {
  /** What it needs of the host. */
  readonly view: HostView;
};

/** How a command ended, and what it would change. The new contents stay where the changes say until it is disposed of. */
export type ContainedRun = AsyncDisposable & {
  readonly ended: ProcessResult;
  readonly changes: readonly Change[];
  /** What it tried to reach over a network, other than by a door. */
  readonly attemptedNetwork: NetworkAttempt | false;
  /** Whether it needed a socket of this machine. */
  readonly attemptedSocket: boolean;
  /** Closed places that it was refused, as people write them. */
  readonly closedMet: readonly string[];
  /** What of the machine it could not see, whatever it asked: it saw its own. */
  readonly differs: readonly Sight[];
  /** Places that the line names and the machine has, where the command had an empty folder of its own. */
  readonly hiddenTempPlaces: readonly string[];
  /** What it left behind and is lost: files in its own temporary folders, and processes. */
  readonly left: { readonly files: number; readonly processes: number };
  /** Why its changes are not known or cannot be made, if so: nothing of it may be applied. */
  readonly whyUnknown: string | undefined;
  /** The same, if nothing that another program changed counts. */
  readonly unknownAnyway?: string | undefined;
  /** Paths that it touched and another program changed while it ran, so that its changes are unknown: it can be run again. */
  readonly moved: readonly string[];
  /** What it changed and is never applied, where only a part of what commands do is. */
  readonly discarded?: readonly string[];
  /** How many of its changes are files with several names, of which each becomes a file of its own. */
  readonly hardLinks: number;
};

/** How a line ended that looked at the machine, and what it could not see there. */
type Looked = ProcessResult & Pick<ContainedRun, 'differs'>;

/**
 * Failure contract: rejects with `containment_failed` when the walls could not be built; then nothing was run. A command that runs and fails is a run
 * like any other. Nothing outside its staging folder is changed, whatever the command does and however it ends.
 */
export type Containment = {
  readonly kind: ContainmentKind;
  /** For people: what it is made of, or why there is no better. */
  readonly detail: string;
  run(request: ContainedRequest): Promise<ContainedRun>;
  /** Runs a line where it sees the machine as it is, and can change, signal and send nothing, except by asking services where the view has them. */
  look(request: LookRequest): Promise<Looked>;
  /** Starts a line that goes on running: it sees what a command sees, and can write nothing that lasts. Undefined where there are no such walls. */
  readonly serve?: (request: Pick<ContainedRequest, 'command' | 'cwd' | 'workspace' | 'places'>) => ServedProgram;
  /** Runs a line that works on folders of its own, where what it writes is real at once. Undefined where there are no such walls. */
  readonly fence?: (request: FenceRequest) => Promise<ProcessResult>;
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
