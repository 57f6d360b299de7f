/**
 * Everything decided before a task starts, as plain data: the only form in which settings are passed on. The defaults are in config.ts, those of the
 * controller in control/hyperparameters.ts. Pure.
 */
import type { Hyperparameters } from '../control/hyperparameters.ts';
import type { StartSettings } from '../engine/host.ts';
import type { TaskSettings } from '../journal/entry.ts';
import type { Caps } from '../laws/caps.ts';
import type { BusAddress } from '../laws/network/bus-address.ts';
import type { RuleSet } from '../laws/rules/rules.ts';
import type { McpServers } from '../tools/mcp/server.ts';
import { type Config, defaults } from './config.ts';
import type { Sourced, SourcedOf } from './config-layers.ts';
import type { Configured } from './configure.ts';
import type { SearchSettings } from './search-settings.ts';
import type { TeamRunners } from './team-runners.ts';

export type Settings = {
  /** Where artoo keeps its own files. */
  readonly data: string;
  /** The settings with which a task is started. */
  readonly task: StartSettings;
  readonly rules: RuleSet;
  /** The MCP servers whose tools are offered. */
  readonly servers?: McpServers;
  /** Which search engines are asked first. */
  readonly search?: SearchSettings;
  /** The bus on which tasks run. */
  readonly bus?: BusAddress | undefined;
  /** The person's own programs that can take turns in a team. */
  readonly runners?: TeamRunners;
};

/** What a library user may set instead of the configuration. */
export type TaskOptions = {
  /** Where tasks may change files without asking. */
  readonly workspace?: string | undefined;
  /** How many sub-tasks are worked on at once. */
  readonly parallel?: number | undefined;
  /** How many model steps one attempt at a sub-task may take. */
  readonly steps?: number | undefined;
  /** The context size of the executor's model, in tokens. */
  readonly context?: number | undefined;
  /** Whether every plan is shown before it is carried out. */
  readonly review?: boolean | undefined;
  /** The parameters of the controller. */
  readonly control?: Partial<Hyperparameters> | undefined;
  /** How much a task may use; null means no limit. */
  readonly caps?: Partial<Caps> | undefined;
};

/** The configured values, without their sources. */
export function settingsFrom({ data, rules: { allow, ask, deny }, control, mcp, ...configured }: Configured): Settings {
  const { workspace, budget, max_tokens, max_cost, parallel, steps, context, plan, memory, audit } = configured;
  const values = valuesOf({ workspace, budget, max_tokens, max_cost, parallel, steps, context, plan, memory, audit });
  const grows = [
    ...(control.timeBudgetMs.from === 'default' ? ['time_budget' as const] : []),
    ...(budget.from === 'default' ? ['active_ms' as const] : []),
  ];
  return {
    data: data.value,
    task: taskSettings({ ...values, control: valuesOf(control) }, grows),
    rules: { allow: allow.map(withoutSource), ask: ask.map(withoutSource), deny: deny.map(withoutSource) },
    servers: mcp.value.servers,
    search: configured.search.value,
    runners: configured.runners.value,
    bus: configured.bus.value,
  };
}

const withoutSource = <T>({ value }: Sourced<T>): T => value;
const valuesOf = <T extends object>(sourced: SourcedOf<T>): T =>
  Object.fromEntries(Object.entries<Sourced<unknown>>(sourced).map(([name, { value }]) => [name, value])) as T; // it has an entry for each

/** The settings without any configuration. */
export const defaultSettings = ({ data, workspace }: { readonly data: string; readonly workspace: string }): Settings => ({
  data,
  task: taskSettings({ ...defaults, workspace }, ['time_budget', 'active_ms']),
  rules: { allow: [], ask: [], deny: [] },
});

type TaskValues = Pick<
  Config,
  'workspace' | 'budget' | 'max_tokens' | 'max_cost' | 'parallel' | 'steps' | 'context' | 'plan' | 'memory' | 'audit' | 'control'
>;

function taskSettings(values: TaskValues, grows: StartSettings['grows']): StartSettings {
  const { workspace, parallel, steps, context, plan, memory, audit, control } = values;
  const known = context === 0 ? {} : { context_tokens: context };
  return { workspace, parallel, steps, ...known, control, caps: capsIn(values), grows, review: plan, memory, audited: audit };
}

function capsIn({ budget, max_tokens, max_cost }: Pick<Config, 'budget' | 'max_tokens' | 'max_cost'>): Caps {
  return { active_ms: budget.cap_ms, tokens: max_tokens, usd: max_cost };
}

/** How much a task may use without any configuration. */
export const defaultCaps: Caps = capsIn(defaults);

/** The settings, overridden by what is given. An explicit time limit is not extended when models are slow. */
export function withOptions<T extends StartSettings | TaskSettings>(task: T, given: TaskOptions): T {
  const { workspace, parallel, steps, context, review, control, caps } = given;
  const isGiven = { time_budget: control?.timeBudgetMs !== undefined, active_ms: caps?.active_ms !== undefined };
  return {
    ...task,
    workspace: workspace ?? task.workspace,
    parallel: parallel ?? task.parallel,
    steps: steps ?? task.steps,
    ...(context ? { context_tokens: context } : {}),
    review: review ?? task.review,
    control: { ...task.control, ...defined(control) },
    caps: { ...task.caps, ...defined(caps) },
    grows: task.grows?.filter((limit) => !isGiven[limit]),
  };
}

/**
 * The changed settings of a task that is given its own caps: the tighter caps apply, so that no caller can loosen what is configured. Empty if no cap
 * is tighter.
 */
export function withTighterCaps(task: StartSettings, given: Partial<Caps>): Partial<Pick<StartSettings, 'caps' | 'control' | 'grows'>> {
  const names = Object.keys(task.caps) as (keyof Caps)[]; // these are the keys of `caps`
  const tighter = names.filter((name) => (given[name] ?? Number.POSITIVE_INFINITY) < (task.caps[name] ?? Number.POSITIVE_INFINITY));
  if (tighter.length === 0) return {};
  const caps = Object.fromEntries(tighter.map((name) => [name, given[name]]));
  const { active_ms } = caps;
  const time = active_ms ? { timeBudgetMs: Math.min(active_ms, task.control.timeBudgetMs) } : {};
  const { control, grows, caps: all } = withOptions(task, { caps, control: time });
  return { caps: all, control, grows };
}

/** The options without those that are undefined, which count as not given. */
const defined = <T extends object>(given: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>; // it has a subset of the entries
