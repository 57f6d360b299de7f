/** Puts the parts of a task together: which adapter stands behind which port. */
import type { Json } from '../contracts/json.ts';
import type { RoleId } from '../contracts/parties.ts';
import { createLiveWorld, type LiveOptions } from '../effects/live.ts';
import { type Recorder, recording } from '../effects/record.ts';
import { createJournal } from '../journal/files.ts';
import { createRedactor, type Secret, secretsIn } from '../journal/redact.ts';
import { isPlainlyReadOnly } from '../laws/read-only.ts';
import type { Model } from '../models/model.ts';
import { createHost, type Host, type HostOptions } from '../roles/host.ts';
import { createPerceiver } from '../roles/r1-perceiver/role.ts';
import { createPlanner } from '../roles/r2-planner/role.ts';
import { createExecutor } from '../roles/r3-executor/role.ts';
import { createValidator } from '../roles/r4a-validator/role.ts';
import { createMetaValidator } from '../roles/r4b-meta-validator/role.ts';
import { createSolver } from '../roles/r7-solver/role.ts';
import type { RoleFactory } from '../roles/role.ts';
import { editFile } from '../tools/edit-file.ts';
import { glob } from '../tools/glob.ts';
import { createObserver, type ObserverOptions } from '../tools/observe.ts';
import { readFile } from '../tools/read-file.ts';
import { createShell } from '../tools/shell.ts';
import type { Tool } from '../tools/tool.ts';
import { createToolbox } from '../tools/toolbox.ts';
import { writeFile } from '../tools/write-file.ts';
import { version } from './version.ts';

/** Where artoo keeps its journals, and where it may change files freely. */
type Folders = { readonly data: string; readonly workspace: string };

type Ports = 'person' | 'clock' | 'limits' | 'bus' | 'openJournal' | 'parallel' | 'control' | 'caps' | 'review';

export type Wiring = Partial<Pick<HostOptions, Ports>> & {
  readonly folders: Folders;
  /** One model for all roles, or one for each. */
  readonly model: Model | ((role: RoleId) => Model);
  /** The tools on offer; by default all there are. */
  readonly tools?: readonly Tool[];
  /** Wraps every role, to watch it or to slow it down. */
  readonly around?: (make: RoleFactory) => RoleFactory;
  /** Where secrets are looked for that must not reach a journal. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Secrets that are known from elsewhere; asked for whenever something comes in, since more may have become known. */
  readonly secrets?: () => readonly Secret[];
  /** Where model answers are recorded. */
  readonly recorder?: Recorder | undefined;
  readonly onText?: LiveOptions['onText'];
};

export function wire(wiring: Wiring): Host {
  const { folders, model, tools, env = process.env, secrets = () => [], recorder, onText, around = (make) => make, ...ports } = wiring;
  const shell = createShell(env);
  const toolbox = createToolbox(tools ?? [glob, readFile, writeFile, editFile, shell]);
  const world = createLiveWorld({
    model: typeof model === 'function' ? model : () => model,
    toolbox,
    observe: createObserver({ isReadOnly: isPlainlyReadOnly, run: commandCheck(shell) }),
    redact: lateRedactor(secrets, secretsIn(env)),
    onText,
  });
  return createHost({
    ...ports,
    roles: [
      createPerceiver,
      createPlanner({ tools: toolbox.offered }),
      createExecutor(toolbox),
      createValidator,
      createMetaValidator,
      createSolver,
    ].map(around),
    world: recorder ? recording(world, recorder) : world,
    openJournal: ports.openJournal ?? ((task_id) => createJournal(folders.data, task_id)),
    workspace: folders.workspace,
    version,
  });
}

/** A redactor for the secrets that are known when something comes in. */
function lateRedactor(more: () => readonly Secret[], known: readonly Secret[]): (value: Json) => Json {
  let values: readonly string[] = [];
  let redactor = createRedactor(known);
  return (value) => {
    const all = [...more(), ...known];
    if (all.length !== values.length || all.some((secret, at) => secret.value !== values[at])) {
      values = all.map((secret) => secret.value);
      redactor = createRedactor(all);
    }
    return redactor(value);
  };
}

const commandCheckSeconds = 30;

/** A command check runs as the tool would run it. It gets here only when it plainly reads, and so needs no yes. */
const commandCheck =
  (shell: ReturnType<typeof createShell>): NonNullable<ObserverOptions['run']> =>
  async (command, cwd, signal) => {
    const context = { cwd, workspace: cwd, own: [], approved: undefined, signal };
    const { exit_code = null, output, error } = await shell.run({ command, timeout_s: commandCheckSeconds }, context);
    return { exit_code, output: output || (error?.message ?? '') };
  };
