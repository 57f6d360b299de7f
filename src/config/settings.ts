/** Everything that is decided before a task starts, as plain data: the one form in which settings are handed on. Pure. */
import type { Hyperparameters } from '../control/hyperparameters.ts';
import type { StartSettings } from '../engine/host.ts';
import type { TaskSettings } from '../journal/entry.ts';
import type { Caps } from '../laws/caps.ts';
import type { RuleSet } from '../laws/rules/rules.ts';
import { type Config, defaults } from './config.ts';
import type { Configured } from './configure.ts';

export type Settings = {
  /** Where artoo keeps its own files. */
  readonly data: string;
  /** What a task is started with. */
  readonly task: StartSettings;
  readonly rules: RuleSet;
};

/** What a program may say in place of the configuration. */
export type TaskOptions = {
  /** Where tasks may change files without asking. */
  readonly workspace?: string | undefined;
  /** How many sub-tasks are worked on at once. */
  readonly parallel?: number | undefined;
  /** How many model steps one attempt at a sub-task may take. */
  readonly steps?: number | undefined;
  /** Whether every plan is shown before it is carried out. */
  readonly review?: boolean | undefined;
  /** The constants of the controller. */
  readonly control?: Partial<Hyperparameters> | undefined;
  /** How much a task may use; null is without end. */
  readonly caps?: Partial<Caps> | undefined;
};

/** What is configured, without where it came from. */
export function settingsFrom({ data, rules, ...configured }: Configured): Settings {
  const { workspace, budget, max_tokens, max_cost, parallel, steps, plan, memory, control } = configured;
  const values = {
    workspace: workspace.value,
    budget: budget.value,
    max_tokens: max_tokens.value,
    max_cost: max_cost.value,
    parallel: parallel.value,
    steps: steps.value,
    plan: plan.value,
    memory: memory.value,
    control: Object.fromEntries(Object.entries(control).map(([name, { value }]) => [name, value])) as Hyperparameters, // one for each
  };
  const grows = [
    ...(control.timeBudgetMs.from === 'default' ? ['time_budget' as const] : []),
    ...(budget.from === 'default' ? ['active_ms' as const] : []),
  ];
  return { data: data.value, task: taskSettings(values, grows), rules: plainRules(rules) };
}

const plainRules = ({ allow, ask, deny }: Configured['rules']): RuleSet => ({
  allow: allow.map(({ value }) => value),
  ask: ask.map(({ value }) => value),
  deny: deny.map(({ value }) => value),
});

/** What holds where nothing is configured. */
export const defaultSettings = ({ data, workspace }: { readonly data: string; readonly workspace: string }): Settings => ({
  data,
  task: taskSettings({ ...defaults, workspace }, ['time_budget', 'active_ms']),
  rules: { allow: [], ask: [], deny: [] },
});

type TaskValues = Pick<Config, 'workspace' | 'budget' | 'max_tokens' | 'max_cost' | 'parallel' | 'steps' | 'plan' | 'memory' | 'control'>;

const taskSettings = (
  { workspace, budget, max_tokens, max_cost, parallel, steps, plan, memory, control }: TaskValues,
  grows: StartSettings['grows'],
): StartSettings => ({
  workspace,
  parallel,
  steps,
  control,
  caps: capsIn({ budget, max_tokens, max_cost }),
  grows,
  review: plan,
  memory,
});

const capsIn = ({ budget, max_tokens, max_cost }: Pick<Config, 'budget' | 'max_tokens' | 'max_cost'>): Caps => ({
  active_ms: budget.cap_ms,
  tokens: max_tokens,
  usd: max_cost,
});

/** How much a task may use where nothing is configured. */
export const defaultCaps: Caps = capsIn(defaults);

/** The settings with what is given in their place. A limit of time that is given no longer grows with the pace of the models. */
export function withOptions<T extends StartSettings | TaskSettings>(task: T, given: TaskOptions): T {
  const { workspace, parallel, steps, review, control, caps } = given;
  const isGiven = { time_budget: control?.timeBudgetMs !== undefined, active_ms: caps?.active_ms !== undefined };
  return {
    ...task,
    workspace: workspace ?? task.workspace,
    parallel: parallel ?? task.parallel,
    steps: steps ?? task.steps,
    review: review ?? task.review,
    control: { ...task.control, ...defined(control) },
    caps: { ...task.caps, ...defined(caps) },
    grows: task.grows?.filter((limit) => !isGiven[limit]),
  };
}

/** What is undefined is not given. */
const defined = <T extends object>(given: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>; // a part of its entries
