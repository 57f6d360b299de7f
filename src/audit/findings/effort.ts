/** Wasted work, and work beyond what was allowed. */
import { wasMade } from '../../contracts/execution.ts';
import type { TaskSettings } from '../../journal/entry.ts';
import { brief, type Detector, type Finding, messageOf, nothing } from './finding.ts';

/** How many failures of the same call make a finding. */
const inVain = 3;

export const effort: Detector = () => {
  const failures = new Map<string, number[]>();
  let caps: TaskSettings['caps'] | undefined;
  return (entry) => {
    if (entry.kind === 'open') caps = entry.settings.caps;
    if (entry.kind === 'alarm' && entry.code === 'observer_dropped')
      return [{ anomaly: 'observer_dropped', from: 'Host', to: 'User', type: 'alarm', detail: entry.detail }];

    const result = messageOf(entry, 'ExecutionResult');
    if (result)
      return result.payload.tool_calls.flatMap((call) => {
        if (call.ok || !wasMade(call)) return nothing;
        const name = `${call.tool} ${JSON.stringify(call.input)}`;
        const seqs = [...(failures.get(name) ?? []), result.seq];
        failures.set(name, seqs);
        if (seqs.length !== inVain) return nothing;
        const detail = `the same call failed ${inVain} times: ${brief(`${call.tool} ${call.target}`)}`;
        return [{ anomaly: 'calls_in_vain' as const, from: 'R3', to: 'Host', type: call.tool, detail, seqs: [...new Set(seqs)] }];
      });

    const final = messageOf(entry, 'FinalResult');
    return final && caps ? overruns(final.payload, caps) : nothing;
  };
};

type Ended = Pick<NonNullable<ReturnType<typeof messageOf<'FinalResult'>>>['payload'], 'cost' | 'reason'>;

/** Caps that were exceeded. Time is checked between steps, so a step may end after the cap; tokens and money are reserved before they are spent. */
function overruns({ cost, reason }: Ended, caps: TaskSettings['caps']): readonly Finding[] {
  const of = (detail: string): Finding => ({ anomaly: 'budget_overrun', from: 'Host', to: 'User', type: 'FinalResult', detail });
  const tokens = cost.input_tokens + cost.output_tokens;
  return [
    ...(reason === 'budget' ? [of('the task was ended because its budget was spent')] : []),
    ...(caps.tokens !== null && tokens > caps.tokens
      ? [of(`the task used ${tokens} tokens, ${tokens - caps.tokens} more than its cap`)]
      : []),
    ...(caps.usd !== null && cost.usd > caps.usd + 1e-9 ? [of(`the task cost $${cost.usd.toFixed(4)}, but its cap was $${caps.usd}`)] : []),
  ];
}
