/** The question about a script that acts on behalf of the person, and what that approval is bound to: the script's text. */
import { hash } from 'node:crypto';
import { mayAct } from '../../laws/law1-harm.ts';
import type { Harm, ToolContext } from '../tool.ts';
import type { Permissions } from './permissions.ts';

/** `text`: the full text; `name`: the name used in rules. */
export type Script = { readonly tool: 'applescript' | 'shortcuts'; readonly name: string; readonly action: string; readonly text: string };

/** The question or refusal for a script; undefined if it may run. */
export function scriptHarm({ tool, name, action, text }: Script, context: ToolContext, permissions: Permissions): Harm | undefined {
  const { approved, call } = context;
  const bound = hash('sha256', JSON.stringify([tool, name, text]));
  const verdict = mayAct({ ruled: permissions.decide({ tool, name }, call.task_id), approved, hash: bound });
  if (verdict.verdict === 'apply') return undefined;
  const rule = verdict.verdict === 'ask' && verdict.because === 'script' ? permissions.narrow({ tool, name }) : undefined;
  return {
    ...{ action, effects: [], more: 0, network: false, reason: verdict.reason, hash: bound, rule: rule ?? null },
    ...(verdict.verdict === 'deny' ? { denied: verdict.rule } : {}),
  };
}
