/** How a task ended, as lines for a terminal: the result, what is missing, what changed, what it cost. Pure. */
import type { Cost, FinalResult } from '../../contracts/control.ts';
import { visibleLines } from '../../contracts/visible.ts';
import { outputText } from '../../roles/output-text.ts';
import { measure } from '../measure.ts';
import { counted } from '../pages.ts';
import { clean } from '../rows/columns.ts';
import { headline } from '../rows/wording.ts';
import { money } from '../spans.ts';
import { fit } from '../wrap.ts';
import { endSections } from './task-facts.ts';

/** All of it, the result in full. */
export function resultLines(result: FinalResult, width?: number): readonly string[] {
  const output = outputText(result.output);
  const rows = output === '' ? [] : ['', ...visibleLines(output).map((row) => `  ${row}`)];
  return ['', ...fit([headLine(result)], width), ...rows, ...fit(remarkLines(result), width)];
}

/** How it ended. */
export const headLine = (result: FinalResult): string => headline({ ...result, summary: short(result.summary) });

/** What is missing, what changed and what it cost: everything but the result itself. */
export function remarkLines(result: FinalResult, epsilon?: number): readonly string[] {
  const { directive, changed, cost } = result;
  const changes = changed.map(({ path, change }) => `${change} ${path}`);
  return [
    ...endSections(result).flatMap(({ title, items }) => list(title, items)),
    ...(changes.length === 0 ? [] : list('changed on disk', changes)),
    '',
    `loss     ${measure(result, epsilon)}, ${result.prev_directive}→${directive}`,
    `cost     ${spent(cost)}`,
  ];
}

/** Time, calls, tokens and money; money only where there is any, and what it does not cover. */
function spent({ model_calls, tool_calls, active_ms, input_tokens, output_tokens, usd, unpriced }: Cost): string {
  return [
    counted(model_calls, 'model call'),
    counted(tool_calls, 'tool call'),
    `${(active_ms / 1000).toFixed(1)} s`,
    counted(input_tokens + output_tokens, 'token'),
    ...(usd > 0 ? [money(usd)] : []),
    ...(unpriced.length > 0 ? [`no price is known for ${unpriced.map(short).join(', ')}`] : []),
  ].join(', ');
}

const list = (title: string, items: readonly string[]): readonly string[] => ['', title, ...items.map((item) => `  ${short(item)}`)];

const short = (text: string): string => clean(text, 220);
