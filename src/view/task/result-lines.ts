/** The end of a task as lines for a terminal: the result, what is missing, what changed, what it cost. Pure. */
import type { Cost, FinalResult } from '../../contracts/control.ts';
import { visibleLines } from '../../contracts/text/visible.ts';
import { outputText } from '../../roles/output-text.ts';
import { measure } from '../measure.ts';
import { counted } from '../pages.ts';
import { clean } from '../rows/columns.ts';
import { headline } from '../rows/wording.ts';
import { money } from '../spans.ts';
import { fit } from '../wrap.ts';
import { endSections } from './task-facts.ts';

/** All of it, with the output in full. */
export function resultLines(result: FinalResult, width?: number): readonly string[] {
  const output = outputText(result.output);
  const rows = output === '' ? [] : ['', ...visibleLines(output).map((row) => `  ${row}`)];
  return ['', ...fit([headLine(result)], width), ...rows, ...fit(remarkLines(result), width)];
}

/** How it ended. */
const headLine = (result: FinalResult): string => headline({ ...result, summary: short(result.summary) });

/** What is missing, what changed and what it cost: everything but the output. */
function remarkLines(result: FinalResult, epsilon?: number): readonly string[] {
  const changes = { title: 'changed on disk', items: result.changed.map(({ path, change }) => `${change} ${path}`) };
  return [
    ...[...endSections(result), ...(changes.items.length === 0 ? [] : [changes])].flatMap(({ title, items }) => [
      '',
      title,
      ...items.map((item) => `  ${short(item)}`),
    ]),
    '',
    `loss     ${measure(result, epsilon)}, ${result.prev_directive}→${result.directive}`,
    `cost     ${spent(result.cost)}`,
  ];
}

/** Calls, time, tokens, money if any, and what has no known price. */
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

const short = (text: string): string => clean(text, 220);
