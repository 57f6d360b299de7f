/** The tools of a machine, with everything that Law 1 needs around them. */
import { collectorHeaders } from '../../audit/telemetry/settings.ts';
import { homeIn } from '../../config/folders.ts';
import { pathFoldersIn } from '../../config/path-folders.ts';
import { type SearchSettings, searchKeysIn } from '../../config/search-settings.ts';
import { surroundingsIn } from '../../config/surroundings.ts';
import { readTrustIn } from '../../config/trust.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { createRedactor, type Redact, type Secret, secretsIn } from '../../journal/redact.ts';
import type { RuleSet } from '../../laws/rules/rules.ts';
import { createPermissions, type Permissions } from '../../tools/asking/permissions.ts';
import { BackgroundRuns } from '../../tools/background/background-runs.ts';
import { type ChangeStore, openChanges } from '../../tools/changes/change-store.ts';
import { completeTool, type OwnTool } from '../../tools/complete-tool.ts';
import { chooseContainment } from '../../tools/containment/choose.ts';
import { confined, type Kept } from '../../tools/containment/confined.ts';
import type { Containment } from '../../tools/containment/containment.ts';
import { endWaitingWalls } from '../../tools/containment/views/walls-ahead.ts';
import { createEnvSecrets, type EnvSecrets } from '../../tools/files/env-secrets.ts';
import { systemFinders } from '../../tools/files/file-finder.ts';
import { gatePerTurn } from '../../tools/files/gate-per-turn.ts';
import { createReadingGate, type ReadingGate } from '../../tools/files/reading-gate.ts';
import { createLookAround, type LookAround } from '../../tools/look/look-around.ts';
import type { McpServers } from '../../tools/mcp/server.ts';
import { createMdfind } from '../../tools/mdfind.ts';
import { type Outside, outsideWorld } from '../../tools/network/outside.ts';
import { ownTools } from '../../tools/own-tools.ts';
import { type Environment, scrubbed } from '../../tools/running/environment.ts';
import type { Over } from '../../tools/running/pending-runs.ts';
import { openStartedCalls } from '../../tools/running/started-calls.ts';
import { createShell } from '../../tools/shell.ts';
import type { SteadyFolders } from '../../tools/steady-folders.ts';
import type { Tool, VariablesOf } from '../../tools/tool.ts';
import { asOffered, createToolbox, type Toolbox } from '../../tools/toolbox.ts';
import { asVariables, traceContexts } from '../audit/trace-contexts.ts';
import { callOnce } from '../call-once.ts';
import { assembleMcp, secretHeaders, secretsOf } from './assemble-mcp.ts';
import { chosenTools } from './check-tools.ts';
import { closedBy, placesIn } from './ruled-places.ts';

export type AssembleOptions = {
  /** artoo's own data, which no command sees. */
  readonly data: string;
  readonly env: Environment;
  /** What is allowed, asked about and forbidden; empty by default. */
  readonly rules?: RuleSet | undefined;
  /** The current permissions, if other parts may add rules too. */
  readonly permissions?: Permissions | undefined;
  /** The tools on offer, or a choice among artoo's own; by default all of artoo's own. */
  readonly tools?: readonly OwnTool[] | ((own: readonly Tool[]) => readonly OwnTool[]) | undefined;
  /** Secrets that are not in the environment. Called for every incoming value, since more may have become known. */
  readonly secrets?: (() => readonly Secret[]) | undefined;
  /** MCP servers whose tools are on offer, unless `tools` is a list. */
  readonly servers?: McpServers | undefined;
  /** Which search engines the person configured. */
  readonly search?: SearchSettings | undefined;
  /** Whether a person types the commands, rather than a model. */
  readonly isForPerson?: boolean;
  /** The containment to use, if already chosen, with the same places closed. */
  readonly containment?: (() => Promise<Containment>) | undefined;
  /** Wraps this machine's containment for commands whose result counts, such as those of sub-tasks: some of them then run on other machines. */
  readonly elsewhere?: Elsewhere | undefined;
  /** Limits which effects of commands become real, if fewer should than the laws permit. */
  readonly keeps?: Kept | undefined;
  /** Whether none of the commands' effects become real: results are reported as if they had. */
  readonly isDry?: boolean;
  /** Must be held while changes of a task are applied, if other machines may have taken the task. Rejects if one has. */
  readonly applying?: ((task_id: string) => Promise<Disposable> | undefined) | undefined;
  /** The background runs, if they are shared. */
  readonly background?: BackgroundRuns | undefined;
  /** Where the folders of tasks were when they began. */
  readonly folders?: SteadyFolders | undefined;
  /** How to reach other machines; over this machine's network by default. */
  readonly outside?: Outside | undefined;
};

/** What another machine needs in order to run a command of this one. */
export type Elsewhere = (
  own: Containment,
  place: { readonly gate: ReadingGate; readonly home: string; readonly env: Readonly<Record<string, string>> },
) => Promise<Containment>;

export type AssembledTools = {
  readonly toolbox: Toolbox;
  readonly changes: ChangeStore;
  readonly permissions: Permissions;
  /** What commands run in, chosen when it is first needed. */
  readonly containment: () => Promise<Containment>;
  /** The environment variables by which a command continues the trace of its call. */
  readonly variablesOf: VariablesOf;
  /** The background runs of tasks. */
  readonly background: BackgroundRuns;
  /** Ends contained processes that wait for a command. */
  readonly close: () => void;
  /** Ends runs that wait for an answer that will not come, because the task is over or the action was not approved. */
  readonly drop: (over: Over) => void;
  /** Decides what may be read. */
  readonly gate: ReadingGate;
  /** Collects the values of variables in a folder, before the output of a command in it is redacted. */
  readonly learnValues: (folder: string) => Promise<void>;
  /** Places that rules let commands see. */
  readonly opened: readonly string[];
  readonly look: LookAround;
  readonly folders: SteadyFolders | undefined;
  /** Removes secrets from results. */
  readonly redact: Redact;
};

export function assembleTools(options: AssembleOptions): AssembledTools {
  const { data, env, rules, tools, secrets: known = () => [], containment: given, search = {}, outside = outsideWorld() } = options;
  const { background = new BackgroundRuns(), permissions = createPermissions(rules), isForPerson = false, isDry = false } = options;
  const home = homeIn(env);
  const inFolders = createEnvSecrets({ home, mayShow: (path) => permissions.decide({ tool: 'read', path }).decision === 'allow' });
  const servers = Array.isArray(tools) ? {} : (options.servers ?? {});
  const keys = searchKeysIn(search, env);
  const inSettings = [...secretsIn(env), ...secretsOf(servers, env), ...keys.secrets, ...secretHeaders(collectorHeaders(env))];
  const redact = lateRedactor(() => [...known(), ...inFolders.known(), ...mcp.secrets()], inSettings);
  const store = isDry ? applyingNothing(openChanges(data)) : openChanges(data);
  const changes = shownInBackground(withoutSecrets(holding(store, options.applying), redact), background);
  const gate = gatePerTurn(createReadingGate({ home, data, decide: permissions.decide }));
  const pathFolders = pathFoldersIn(env);
  const writing = { changes, permissions, gate, places: { home, pathFolders, dataFolder: data } };
  // staging is cleaned up when a new one is opened, but changes that a dead process left half applied may still need it
  const choose = () => changes.recover().then(() => containmentIn(env, data, new AbortController().signal, closedBy(rules)));
  const { keeps, elsewhere } = options;
  const whole = given ?? callOnce(choose);
  const kept = (walls: () => Promise<Containment>) => (keeps === undefined ? walls : callOnce(async () => confined(await walls(), keeps)));
  const containment = kept(whole);
  const place = { gate, home, env: scrubbed(env) };
  const ofCalls = elsewhere === undefined ? containment : kept(callOnce(async () => elsewhere(await whole(), place)));
  const skills = { home, readTrust: () => readTrustIn(data) };
  const started = openStartedCalls(data);
  const contextOf = traceContexts(env);
  const mcp = assembleMcp({ data, env, servers, permissions, started, containment, metaOf: contextOf });
  const mdfind = createMdfind({ home, gate, finders: systemFinders() });
  const running = {
    env: scrubbed(env),
    containment,
    started,
    opened: placesIn(rules?.allow),
    background,
    outside,
    redact: (text: string) => String(redact(text)),
    mdfind: isForPerson ? undefined : asOffered(mdfind),
    variablesOf: asVariables(contextOf),
  };
  const shell = createShell({ ...writing, ...running, containment: ofCalls });
  const web = { outside, permissions, redact: running.redact };
  const own = ownTools({
    ...{ writing, mdfind, shell, runs: background },
    searching: { ...web, engines: async () => (await import('../../tools/web/search/engines.ts')).enginesFor(keys.engines) },
    fetching: web,
    skills: { ...skills, gate },
    scripts: { env: scrubbed(env), permissions, started },
  });
  return {
    ...{ changes, permissions, containment, background, gate, redact, variablesOf: running.variablesOf },
    drop(over) {
      if (over.hash !== undefined) mcp.decline(over.task_id, over.hash);
      void shell.drop(over).then(undefined, () => {}); // the next process removes what is left of the views
    },
    close() {
      endWaitingWalls();
      mcp.close();
      void shell[Symbol.asyncDispose]().then(undefined, () => {}); // the next process removes what is left of the shell's views
    },
    toolbox: knowingValues(createToolbox(offeredTools(tools, own), mcp.tool, options.folders), inFolders),
    learnValues: inFolders.lookIn,
    opened: placesIn(rules?.allow),
    folders: options.folders,
    look: createLookAround({ data, gate, path: scrubbed(env).PATH ?? '', skills, offer: mcp.offer }),
  };
}

/** Adds what the tools of a program lack; built-in ones lack nothing. */
function offeredTools(tools: AssembleOptions['tools'], own: readonly Tool[]): readonly Tool[] {
  if (!tools) return own;
  const known = new Map<OwnTool, Tool>(own.map((tool) => [tool, tool]));
  return (typeof tools === 'function' ? chosenTools(tools, own) : tools).map((tool) => known.get(tool) ?? completeTool(tool));
}

/** What commands run in on this machine. */
export const containmentIn = (env: Environment, data: string, signal: AbortSignal, closed: readonly string[] = []): Promise<Containment> =>
  chooseContainment({ surroundings: surroundingsIn(env, data, closed), signal });

/** Changes that would be applied are dropped, but reported as if they had been applied. */
const applyingNothing = (changes: ChangeStore): ChangeStore => ({ ...changes, apply: async () => ({ applied: true }) });

function holding(changes: ChangeStore, applying: AssembleOptions['applying'] = () => undefined): ChangeStore {
  return {
    ...changes,
    async apply(request, signal) {
      using _ = await applying(request.call.task_id);
      return await changes.apply(request, signal);
    },
  };
}

/** The title and the result of a call are kept with its changes: neither may contain a secret. */
function withoutSecrets(changes: ChangeStore, redact: (value: Json) => Json): ChangeStore {
  return {
    ...changes,
    apply: (applying, signal) =>
      changes.apply({ ...applying, title: String(redact(applying.title)), result: redact(applying.result) }, signal),
  };
}

/** Makes applied changes visible to background runs. */
function shownInBackground(changes: ChangeStore, background: BackgroundRuns): ChangeStore {
  return {
    ...changes,
    async apply(applying, signal) {
      const applied = await changes.apply(applying, signal);
      if (applied.applied) await background.show(applying.changes);
      return applied;
    },
  };
}

/** Collects the values of variables in the folder before and after a call whose output may contain anything, or which sends data out. */
function knowingValues(toolbox: Toolbox, { lookIn }: EnvSecrets): Toolbox {
  return {
    ...toolbox,
    async run(request, call, signal, onOutput) {
      const kind = toolbox.evidence.get(request.tool)?.kind;
      if (kind !== undefined && kind !== 'runs' && kind !== 'fetches') return toolbox.run(request, call, signal, onOutput);
      await lookIn(request.cwd);
      if (onOutput) await lookIn(request.cwd); // live output waits until the home has been searched
      const result = await toolbox.run(request, call, signal, onOutput);
      await lookIn(request.cwd);
      return result;
    },
  };
}

/** Redacts the secrets that are known at the time of the call. */
function lateRedactor(more: () => readonly Secret[], known: readonly Secret[]): Redact {
  let values: readonly string[] = [];
  let redactor = createRedactor(known);
  const current = (): Redact => {
    const all = [...more(), ...known];
    if (all.length !== values.length || all.some((secret, at) => secret.value !== values[at])) {
      values = all.map((secret) => secret.value);
      redactor = createRedactor(all);
    }
    return redactor;
  };
  return Object.assign((value: Json) => current()(value), { soFar: (lines: string) => current().soFar(lines) });
}
