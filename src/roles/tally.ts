/** What a task has used and changed so far: a fold over its journal, so that every reader comes to the same numbers. */
import type { Cost, FileEffect } from '../contracts/control.ts';
import { replies } from '../contracts/routes.ts';
import type { Usage } from '../contracts/usage.ts';
import type { EffectKind } from '../effects/effects.ts';
import type { Entry, Intent, Outcome } from '../journal/entry.ts';
import { ModelAnswer } from '../models/model.ts';
import { ToolResult } from '../tools/tool.ts';

export type Tally = {
  add(entry: Entry): void;
  readonly activeMs: number;
  readonly cost: Cost;
  readonly changed: readonly FileEffect[];
};

export function createTally(): Tally {
  const used = { active_ms: 0, model_calls: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0, model_ms: 0, tool_ms: 0, usd: 0 };
  const unpriced = new Set<string>();
  const changed = new Map<string, FileEffect>();
  const underWay = new Map<string, EffectKind>();
  const questions = new Set<string>();
  let last = Number.NaN;
  let lastText = '';

  /** Time counts unless the task only waits for a person, or did not run at all. */
  function addTime(entry: Entry): void {
    if (entry.ts === lastText && entry.kind !== 'pause') return;
    const at = Date.parse(entry.ts);
    const passed = Number.isNaN(last) ? 0 : at - last;
    last = at;
    lastText = entry.ts;
    const onlyAPersonIsAwaited = questions.size > 0 && underWay.size === 0;
    if (onlyAPersonIsAwaited) return;
    used.active_ms += Math.max(0, entry.kind === 'pause' ? passed - entry.ms : passed);
  }

  function addIntent({ key, effect }: Intent): void {
    underWay.set(key, effect);
    if (effect === 'model') used.model_calls += 1;
    if (effect === 'tool') used.tool_calls += 1;
  }

  function addOutcome({ key, ms, result }: Outcome): void {
    const effect = underWay.get(key);
    underWay.delete(key);
    if (effect === 'model') {
      used.model_ms += ms;
      addUsage(result.ok ? ModelAnswer.safeParse(result.value).data?.usage : result.usage);
    }
    if (effect === 'tool') {
      used.tool_ms += ms;
      const answer = result.ok ? ToolResult.safeParse(result.value) : undefined;
      for (const effect of answer?.data?.changed ?? []) addChange(effect);
    }
  }

  function addUsage(usage: Usage | undefined): void {
    used.input_tokens += usage?.input_tokens ?? 0;
    used.output_tokens += usage?.output_tokens ?? 0;
    used.usd += usage?.usd ?? 0;
    if (usage?.model !== undefined && usage.usd === undefined) unpriced.add(usage.model);
  }

  /** What is left in the end: a file that was created stays new however often it is changed, and one that is gone again was never there. */
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
    if (entry.to === 'User' && Object.hasOwn(replies, entry.type)) questions.add(entry.id);
    if (entry.reply_to !== undefined) questions.delete(entry.reply_to);
  }

  return {
    add,
    get activeMs() {
      return used.active_ms;
    },
    get cost() {
      return { ...used, unpriced: [...unpriced] };
    },
    get changed() {
      return [...changed.values()];
    },
  };
}
