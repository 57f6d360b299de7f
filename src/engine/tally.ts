/** What a task has used and changed so far: a fold over its journal, so that every reader gets the same numbers. */
import { type Amount, noAmounts } from '../contracts/amounts.ts';
import { quickReader } from '../contracts/canonical.ts';
import type { Cost, FileEffect, RoleCost } from '../contracts/control.ts';
import { RoleId } from '../contracts/parties.ts';
import { isQuestion } from '../contracts/routes.ts';
import type { Usage } from '../contracts/usage.ts';
import type { EffectKind } from '../effects/effects.ts';
import type { Entry, Intent, MessageEntry, Outcome } from '../journal/entry.ts';
import { ModelAnswer } from '../models/model.ts';
import { ToolResult } from '../tools/tool.ts';

export type Tally = {
  add(entry: Entry): void;
  readonly activeMs: number;
  /** The highest value so far of the mean duration of a model call. */
  readonly callMs: number;
  readonly cost: Cost;
  readonly changed: readonly FileEffect[];
  /** The first question to the person that has no answer yet. */
  readonly openQuestion: MessageEntry | undefined;
};

export type TallyOptions = {
  /** Whether the cost is also given for each role, as from journal format 2 on. */
  readonly byRole?: boolean;
  /** The first entry whose changes count: those before it are another task's. */
  readonly changesFrom?: number;
};

export function createTally({ byRole = true, changesFrom = 0 }: TallyOptions = {}): Tally {
  const total = newAccount();
  const ofRole = new Map<RoleId, Account>();
  const changed = new Map<string, FileEffect>();
  const underWay = new Map<string, { readonly effect: EffectKind; readonly accounts: readonly Account[] }>();
  const questions = new Map<string, MessageEntry>();
  const recalls = new Set<string>();
  let activeMs = 0;
  let answered = 0;
  let callMs = 0;
  let last = Number.NaN;
  let lastText = '';

  /** Time counts unless the task is waiting only for a person, or was not running. */
  function addTime(entry: Entry): void {
    if (entry.ts === lastText && entry.kind !== 'pause') return;
    const at = Date.parse(entry.ts);
    const passed = Number.isNaN(last) ? 0 : at - last;
    last = at;
    lastText = entry.ts;
    const awaitsOnlyPerson = questions.size > 0 && underWay.size === 0 && recalls.size === 0;
    if (awaitsOnlyPerson) return;
    activeMs += Math.max(0, entry.kind === 'pause' ? passed - entry.ms : passed);
  }

  /** What a role uses counts for the role and for the total. */
  function addIntent({ key, role, effect }: Intent): void {
    const own = ofRole.get(role) ?? newAccount();
    ofRole.set(role, own);
    const accounts = [total, own];
    underWay.set(key, { effect, accounts });
    for (const { used } of accounts) {
      if (effect === 'model') used.model_calls += 1;
      if (effect === 'tool') used.tool_calls += 1;
    }
  }

  function addOutcome({ seq, key, ms, result }: Outcome): void {
    const { effect, accounts = [] } = underWay.get(key) ?? {};
    underWay.delete(key);
    if (effect === 'model') {
      const usage = result.ok ? readModelAnswer(result.value)?.usage : result.usage;
      for (const account of accounts) addStep(account, ms, usage);
      answered += 1;
      callMs = Math.max(callMs, total.used.model_ms / answered);
    }
    if (effect === 'tool') {
      for (const { used } of accounts) used.tool_ms += ms;
      const answer = result.ok && seq >= changesFrom ? readToolResult(result.value) : undefined;
      for (const change of answer?.changed ?? []) addChange(change);
    }
  }

  /** The net change: a created file stays created when it is changed later, and cancels out when it is deleted. */
  function addChange(effect: FileEffect): void {
    const before = changed.get(effect.path)?.change;
    if (before === 'created' && effect.change === 'deleted') changed.delete(effect.path);
    else if (before === 'created') changed.set(effect.path, { ...effect, change: 'created' });
    else if (before === 'deleted' && effect.change === 'created') changed.set(effect.path, { ...effect, change: 'changed' });
    else changed.set(effect.path, effect);
  }

  function add(entry: Entry): void {
    addTime(entry);
    if (entry.kind === 'intent') addIntent(entry);
    if (entry.kind === 'outcome') addOutcome(entry);
    if (entry.kind !== 'message') return;
    if (isQuestion(entry)) questions.set(entry.id, entry);
    if (entry.type === 'MemoryQuery') recalls.add(entry.id);
    if (entry.reply_to === undefined) return;
    questions.delete(entry.reply_to);
    recalls.delete(entry.reply_to);
  }

  const costs = (): readonly RoleCost[] =>
    RoleId.options.flatMap((role) => {
      const own = ofRole.get(role);
      return own && own.used.model_calls + own.used.tool_calls > 0 ? [{ role, ...own.used, unpriced: [...own.unpriced] }] : [];
    });

  return {
    add,
    get activeMs() {
      return activeMs;
    },
    get callMs() {
      return callMs;
    },
    get cost() {
      return { active_ms: activeMs, ...total.used, unpriced: [...total.unpriced], by_role: byRole ? costs() : [] };
    },
    get openQuestion() {
      return questions.values().next().value;
    },
    get changed() {
      return [...changed.values()];
    },
  };
}

const readModelAnswer = quickReader(ModelAnswer);
const readToolResult = quickReader(ToolResult);

type Account = { readonly used: Record<Amount, number>; readonly unpriced: Set<string> };

const newAccount = (): Account => ({ used: { ...noAmounts }, unpriced: new Set() });

function addStep({ used, unpriced }: Account, ms: number, usage: Usage | undefined): void {
  used.model_ms += ms;
  used.input_tokens += usage?.input_tokens ?? 0;
  used.output_tokens += usage?.output_tokens ?? 0;
  used.usd += usage?.usd ?? 0;
  if (usage?.model !== undefined && usage.usd === undefined) unpriced.add(usage.model);
}
