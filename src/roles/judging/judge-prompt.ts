/** How criteria, outputs and calls are put before a judge. */
import type { Criterion } from '../../contracts/criteria.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import { delimited } from '../delimited.ts';
import { headAndTail } from '../head-and-tail.ts';

/** What every judge is told about verdicts. Enforced by code in model-verdicts.ts: a missing verdict, or evidence that is nowhere, is a fail. */
export const howToJudge = `- One verdict for each criterion, by its number. Judge each alone, and doubt: what is not shown is not so.
- evidence: for a pass, a word-for-word quote from an output, a call or a file, or the id of the call that shows it (an empty output can show that something is absent). It is looked up; what cannot be found counts as a fail.
- "unverifiable" where nothing could show it either way.
- failure_class: "environmental" when the surroundings stood in the way (missing file, permission, network, timeout), "logical" when the approach was wrong, null for a pass.`;

export const numbered = (criteria: readonly Criterion[]): string =>
  criteria.map(({ criterion, mode }, at) => `${at}. (${mode}) ${criterion}`).join('\n');

/** How many calls are shown; the later ones matter more. */
const mostCalls = 40;

export const callsShown = (calls: readonly ToolCall[]): readonly string[] =>
  calls.slice(-mostCalls).map(({ call_id, tool, input, ok, output_head_tail }) => {
    const asked = headAndTail(JSON.stringify(input), 1_000);
    return delimited('call', `${call_id} ${tool} ${asked}\n${ok ? 'worked' : 'failed'}:\n${headAndTail(output_head_tail, 2_000)}`);
  });
