/** The total cost of tasks. Pure. */
import { type Amount, amounts, amountsBy, noAmounts } from '../../contracts/amounts.ts';
import type { Cost, RoleCost } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { RoleId } from '../../contracts/parties.ts';
import type { TaskSummary } from '../tasks/task-state.ts';
import type { DreamCosts } from './dream-ledger.ts';

/** What tasks used, and how long they were active. */
type Spent = Omit<Cost, 'by_role'>;

export type CostReport = {
  /** How many tasks are counted, how many of them have not ended, and how many have an unknown cost. */
  readonly tasks: number;
  readonly unended: number;
  readonly unknown: number;
  readonly total: Spent;
  /** The roles that used anything, in order; dreams, which run between tasks, are counted as R5's. */
  readonly by_role: readonly RoleCost[];
  /** How many calls of dreams cannot be read; absent if all can. */
  readonly unknown_dreams?: number;
  /** Amounts that journals of format 1 do not split by role; absent if there are none. */
  readonly untold?: Omit<RoleCost, 'role'>;
  /** The most expensive tasks: by money, then by tokens. */
  readonly most: readonly { readonly task_id: TaskId; readonly goal: string; readonly cost: Spent }[];
};

const maxNamed = 5;

/** The part that a fork shares with its origin was paid for once, and counts only for the origin. */
export function costReport(tasks: readonly TaskSummary[], dreams: DreamCosts = { calls: [], unknown: 0 }): CostReport {
  const known = tasks.flatMap((task): readonly Known[] => {
    if (task.state === 'unreadable' || !task.cost) return [];
    const isBound = task.cost.estimated === true || (task.state === 'ended' && task.reason === 'cancelled'); // older journals do not contain it
    return [{ task_id: task.task_id, goal: task.goal, state: task.state, isBound, cost: ownCost(task.cost, task.origin?.cost) }];
  });
  const total = newAccount();
  const roles = new Map<RoleId, Account>();
  const untold = newAccount();
  let active_ms = 0;
  for (const { cost } of known) {
    active_ms += cost.active_ms;
    add(total, cost);
    if (cost.by_role.length === 0) add(untold, cost);
    for (const used of cost.by_role) add(accountOf(roles, used.role), used);
  }
  for (const used of dreams.calls) {
    add(total, used);
    add(accountOf(roles, 'R5'), used);
  }
  return {
    tasks: known.length,
    unended: known.filter(({ state }) => state !== 'ended').length,
    unknown: tasks.length - known.length,
    total: { active_ms, ...spentIn(total) },
    by_role: [...roles].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([role, account]) => ({ role, ...spentIn(account) })),
    ...(dreams.unknown > 0 && { unknown_dreams: dreams.unknown }),
    ...(isUsed(untold.used) && { untold: spentIn(untold) }),
    most: mostExpensive(known).map(({ task_id, goal, cost: { by_role, ...cost } }) => ({ task_id, goal, cost })),
  };
}

type Known = {
  readonly task_id: TaskId;
  readonly goal: string;
  readonly state: TaskSummary['state'];
  readonly isBound: boolean;
  readonly cost: Cost;
};

/** The most expensive tasks. Those whose figures are upper bounds come last. */
const mostExpensive = (tasks: readonly Known[]): readonly Known[] =>
  tasks
    .toSorted((a, b) => Number(a.isBound) - Number(b.isBound) || b.cost.usd - a.cost.usd || tokensOf(b.cost) - tokensOf(a.cost))
    .slice(0, maxNamed);

/** What a task itself has spent. */
export function ownCost(cost: Cost, shared: Cost | undefined): Cost {
  if (!shared) return cost;
  const sharedBy = new Map(shared.by_role.map((used) => [used.role, used]));
  return {
    active_ms: rest(cost.active_ms, shared.active_ms),
    ...restOf(cost, shared),
    by_role: cost.by_role.flatMap(({ role, ...used }) => {
      const own = restOf(used, sharedBy.get(role));
      return isUsed(own) ? [{ role, ...own }] : [];
    }),
  };
}

type Used = Omit<RoleCost, 'role'>;

const restOf = (used: Used, shared: Used | undefined): Used => ({
  ...amountsBy((amount) => rest(used[amount], shared?.[amount])),
  unpriced: used.unpriced,
  ...(used.estimated && { estimated: true }),
});

/** Never negative, whatever a journal contains. */
const rest = (whole: number, part = 0): number => Math.max(0, whole - part);

type Account = { readonly used: Record<Amount, number>; readonly unpriced: Set<string>; isEstimated: boolean };

const newAccount = (): Account => ({ used: { ...noAmounts }, unpriced: new Set(), isEstimated: false });

function accountOf(accounts: Map<RoleId, Account>, role: RoleId): Account {
  const account = accounts.get(role) ?? newAccount();
  accounts.set(role, account);
  return account;
}

function add(account: Account, used: Used): void {
  for (const amount of amounts) account.used[amount] += used[amount];
  account.isEstimated ||= used.estimated === true;
  for (const model of used.unpriced) account.unpriced.add(model);
}

const spentIn = ({ used, unpriced, isEstimated }: Account): Used => ({
  ...used,
  unpriced: [...unpriced].toSorted(),
  ...(isEstimated && { estimated: true }),
});
const isUsed = ({ model_calls, tool_calls }: Pick<Used, 'model_calls' | 'tool_calls'>): boolean => model_calls + tool_calls > 0;
const tokensOf = ({ input_tokens, output_tokens }: Cost): number => input_tokens + output_tokens;
