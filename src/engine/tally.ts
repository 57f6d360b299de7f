/** What a task has used and changed so far: a fold over its journal, so that every reader gets the same numbers. */
import { type Amount, noAmounts } from '../contracts/amounts.ts';
import type { Cost, FileEffect, RoleCost } from '../contracts/control.ts';
import { RoleId } from '../contracts/parties.ts';
import { isQuestion } from '../contracts/routes.ts';
import { quickReader } from '../contracts/shapes/canonical.ts';
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
  /** The first entry whose changes count: earlier ones belong to another task. */
  readonly changesFrom?: number;
};

export const createTally = (options: TallyOptions = {}): Tally => new JournalTally(options);

/** A class, because V8 keeps an object literal with getters as a slow dictionary, and these are read for every entry. */
class JournalTally implements Tally {
  readonly #byRole: boolean;
  readonly #changesFrom: number;
  readonly #total = newAccount();
  readonly #ofRole = new Map<RoleId, Account>();
  readonly #changed = new Map<string, FileEffect>();
  readonly #underWay = new Map<string, { readonly effect: EffectKind; readonly accounts: readonly Account[] }>();
  readonly #questions = new Map<string, MessageEntry>();
  readonly #recalls = new Set<string>();
  #activeMs = 0;
  #answered = 0;
  #callMs = 0;
  #last = Number.NaN;
  #lastText = '';

  constructor({ byRole = true, changesFrom = 0 }: TallyOptions) {
    this.#byRole = byRole;
    this.#changesFrom = changesFrom;
  }

  get activeMs(): number {
    return this.#activeMs;
  }

  get callMs(): number {
    return this.#callMs;
  }

  get cost(): Cost {
    return { active_ms: this.#activeMs, ...spentOf(this.#total), by_role: this.#byRole ? this.#costs() : [] };
  }

  get openQuestion(): MessageEntry | undefined {
    return this.#questions.values().next().value;
  }

  get changed(): readonly FileEffect[] {
    return [...this.#changed.values()];
  }

  add(entry: Entry): void {
    this.#addTime(entry);
    if (entry.kind === 'intent') this.#addIntent(entry);
    if (entry.kind === 'outcome') this.#addOutcome(entry);
    if (entry.kind !== 'message') return;
    if (isQuestion(entry)) this.#questions.set(entry.id, entry);
    if (entry.type === 'MemoryQuery') this.#recalls.add(entry.id);
    if (entry.reply_to === undefined) return;
    this.#questions.delete(entry.reply_to);
    this.#recalls.delete(entry.reply_to);
  }

  /** Time counts unless the task is waiting only for a person, or no process is running it. */
  #addTime(entry: Entry): void {
    if (entry.ts === this.#lastText && entry.kind !== 'pause') return;
    const at = Date.parse(entry.ts);
    const passed = Number.isNaN(this.#last) ? 0 : at - this.#last;
    this.#last = at;
    this.#lastText = entry.ts;
    const awaitsOnlyPerson = this.#questions.size > 0 && this.#underWay.size === 0 && this.#recalls.size === 0;
    if (awaitsOnlyPerson) return;
    this.#activeMs += Math.max(0, entry.kind === 'pause' ? passed - entry.ms : passed);
  }

  /** What a role uses counts both for the role and in the total. */
  #addIntent({ key, role, effect }: Intent): void {
    const own = this.#ofRole.get(role) ?? newAccount();
    this.#ofRole.set(role, own);
    const accounts = [this.#total, own];
    this.#underWay.set(key, { effect, accounts });
    for (const { used } of accounts) {
      if (effect === 'model') used.model_calls += 1;
      if (effect === 'tool') used.tool_calls += 1;
    }
  }

  #addOutcome({ seq, key, ms, result }: Outcome): void {
    const { effect, accounts = [] } = this.#underWay.get(key) ?? {};
    this.#underWay.delete(key);
    if (effect === 'model') {
      const usage = result.ok ? readModelAnswer(result.value)?.usage : result.usage;
      for (const account of accounts) addStep(account, ms, usage);
      this.#answered += 1;
      this.#callMs = Math.max(this.#callMs, this.#total.used.model_ms / this.#answered);
    }
    if (effect === 'tool') {
      for (const { used } of accounts) used.tool_ms += ms;
      const answer = result.ok && seq >= this.#changesFrom ? readToolResult(result.value) : undefined;
      for (const change of answer?.changed ?? []) this.#addChange(change);
    }
  }

  /** Keeps the net change: a created file counts as created even if it is changed later, and not at all if it is deleted again. */
  #addChange(effect: FileEffect): void {
    const before = this.#changed.get(effect.path)?.change;
    if (before === 'created' && effect.change === 'deleted') this.#changed.delete(effect.path);
    else if (before === 'created') this.#changed.set(effect.path, { ...effect, change: 'created' });
    else if (before === 'deleted' && effect.change === 'created') this.#changed.set(effect.path, { ...effect, change: 'changed' });
    else this.#changed.set(effect.path, effect);
  }

  #costs(): readonly RoleCost[] {
    return RoleId.options.flatMap((role) => {
      const own = this.#ofRole.get(role);
      return own && own.used.model_calls + own.used.tool_calls > 0 ? [{ role, ...spentOf(own) }] : [];
    });
  }
}

const readModelAnswer = quickReader(ModelAnswer);
const readToolResult = quickReader(ToolResult);

type Account = { readonly used: Record<Amount, number>; readonly unpriced: Set<string>; isEstimated: boolean };

const newAccount = (): Account => ({ used: { ...noAmounts }, unpriced: new Set(), isEstimated: false });

const spentOf = ({ used, unpriced, isEstimated }: Account): Omit<RoleCost, 'role'> => ({
  ...used,
  unpriced: [...unpriced],
  ...(isEstimated && { estimated: true }),
});

function addStep(account: Account, ms: number, usage: Usage | undefined): void {
  const { used, unpriced } = account;
  account.isEstimated ||= usage?.estimated === true;
  used.model_ms += ms;
  used.input_tokens += usage?.input_tokens ?? 0;
  used.output_tokens += usage?.output_tokens ?? 0;
  used.usd += usage?.usd ?? 0;
  if (usage?.model !== undefined && usage.usd === undefined) unpriced.add(usage.model);
}
