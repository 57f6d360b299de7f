/** The tools of a machine, with everything that Law 1 needs around them. */
import { delimiter } from 'node:path';
import { homeIn } from '../../config/folders.ts';
import { surroundingsIn } from '../../config/surroundings.ts';
import type { Json } from '../../contracts/json.ts';
import { createRedactor, type Secret, secretsIn } from '../../journal/redact.ts';
import { secretPlacesOf } from '../../laws/places/secret-places.ts';
import type { RuleSet } from '../../laws/rules/rules.ts';
import { createPermissions, type Permissions } from '../../tools/asking/permissions.ts';
import { type ChangeStore, openChanges } from '../../tools/changes/change-store.ts';
import { chooseContainment } from '../../tools/containment/choose.ts';
import type { Containment } from '../../tools/containment/containment.ts';
import { endWaitingWalls } from '../../tools/containment/walls-ahead.ts';
import { createEditFile } from '../../tools/edit-file.ts';
import { glob } from '../../tools/glob.ts';
import { createGrep } from '../../tools/grep.ts';
import { createLookAround, type LookAround } from '../../tools/look/look-around.ts';
import { createReadFile } from '../../tools/read-file.ts';
import { type Environment, scrubbed } from '../../tools/running/environment.ts';
import { openStartedCalls } from '../../tools/running/started-calls.ts';
import { createShell } from '../../tools/shell.ts';
import type { Tool } from '../../tools/tool.ts';
import { createToolbox, type Toolbox } from '../../tools/toolbox.ts';
import { createWriteFile } from '../../tools/write-file.ts';
import { callOnce } from '../call-once.ts';
import { chosenTools } from './check-tools.ts';

export type AssembleOptions = {
  /** artoo's own data, which no command sees. */
  readonly data: string;
  readonly env: Environment;
  /** What is allowed, asked about and forbidden; nothing by default. */
  readonly rules?: RuleSet | undefined;
  /** The tools on offer, or a choice among artoo's own; by default all of those. */
  readonly tools?: readonly Tool[] | ((own: readonly Tool[]) => readonly Tool[]) | undefined;
  /** Secrets from elsewhere than the environment. Called for every value that comes in, since more may be known by then. */
  readonly secrets?: (() => readonly Secret[]) | undefined;
  /** What commands run in, if it is chosen already. */
  readonly containment?: (() => Promise<Containment>) | undefined;
};

export type AssembledTools = {
  readonly toolbox: Toolbox;
  readonly changes: ChangeStore;
  readonly permissions: Permissions;
  /** What commands run in, chosen when it is first needed. */
  readonly containment: () => Promise<Containment>;
  /** Ends what waits for a next command. */
  readonly close: () => void;
  /** Files and folders that no model is shown. */
  readonly secrets: readonly string[];
  readonly look: LookAround;
  /** Takes secrets out of what came back from the world. */
  readonly redact: (value: Json) => Json;
};

export function assembleTools({ data, env, rules, tools, secrets: known = () => [], containment: given }: AssembleOptions): AssembledTools {
  const home = homeIn(env);
  const redact = lateRedactor(known, secretsIn(env));
  const changes = withoutSecrets(openChanges(data), redact);
  const permissions = createPermissions(rules);
  const secretPlaces = secretPlacesOf(home);
  const secrets = [...secretPlaces, data];
  const pathFolders = pathFoldersIn(env);
  const writing = { changes, permissions, places: { home, pathFolders, dataFolder: data } };
  // What a dead process left half applied may need its staging, which is cleaned up when a new one is opened.
  const choose = () => changes.recover().then(() => containmentIn(env, data, new AbortController().signal));
  const containment = given ?? callOnce(choose);
  const own = [
    glob,
    createGrep(secrets),
    createReadFile(secrets),
    createWriteFile(writing),
    createEditFile(writing),
    createShell({ ...writing, env: scrubbed(env), containment, started: openStartedCalls(data) }),
  ];
  return {
    ...{ changes, permissions, containment, secrets, redact, close: endWaitingWalls },
    toolbox: createToolbox(typeof tools === 'function' ? chosenTools(tools, own) : (tools ?? own)),
    look: createLookAround({ data, secrets: secretPlaces, path: scrubbed(env).PATH ?? '' }),
  };
}

/** Where this person's programs are found. What npm puts in front for the run of one script is not on the PATH of a person. */
function pathFoldersIn({ PATH = '', npm_execpath }: Environment): readonly string[] {
  const isOfNpm = (folder: string) => npm_execpath !== undefined && /\/node_modules\/\.bin$/.test(folder);
  return PATH.split(delimiter).filter((folder) => folder !== '' && !isOfNpm(folder));
}

/** What commands run in on this machine. */
export const containmentIn = (env: Environment, data: string, signal: AbortSignal): Promise<Containment> =>
  chooseContainment({ surroundings: surroundingsIn(env, data), signal });

/** The title and the result of a call are kept with what it changed: neither may hold a secret. */
function withoutSecrets(changes: ChangeStore, redact: (value: Json) => Json): ChangeStore {
  return {
    ...changes,
    apply: (applying, signal) =>
      changes.apply({ ...applying, title: String(redact(applying.title)), result: redact(applying.result) }, signal),
  };
}

/** Redacts the secrets that are known at the time of the call. */
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
