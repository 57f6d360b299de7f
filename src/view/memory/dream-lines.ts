/** The result of a dream, as lines. Pure. */

import { visible } from '../../contracts/text/visible.ts';
import type { Usage } from '../../contracts/usage.ts';
import type { DreamResult } from '../../memory/fading/dreamer.ts';
import { counted } from '../pages.ts';
import { money, short } from '../spans.ts';
import { wrap } from '../wrap.ts';

type Showing = { readonly usage: Usage | null; readonly width: number | undefined };

export function dreamLines(result: DreamResult, { usage, width }: Showing): readonly string[] {
  const lines = result.busy
    ? ['Another artoo process is already dreaming, so nothing was done.']
    : [...sweptLines(result), ...ruleLines(result), ...(usage ? [costText(usage)] : [])];
  return width === undefined ? lines : lines.flatMap((line) => wrap(line, width, line.startsWith(' ') ? 4 : 0));
}

const sweptLines = ({ forgotten, demoted, verified, rebuilt }: DreamResult): readonly string[] => [
  `Forgotten: ${amount(forgotten, 'faded memory', 'faded memories')}.`,
  `Demoted: ${amount(demoted, 'contradicted rule', 'contradicted rules')}.`,
  `Verified: ${amount(verified, 'tag', 'tags')}${rebuilt > 0 ? `, of which ${rebuilt.toLocaleString('en')} had to be rebuilt` : verified > 0 ? ', all correct' : ''}.`,
];

function ruleLines({ rules, failure, due }: DreamResult): readonly string[] {
  const made = [`Made: ${amount(rules.length, 'rule', 'rules')}.`, ...rules.map((id) => `  artoo memory show ${visible(id)}`)];
  const waiting = due > 0 ? ` ${counted(due, 'cluster')} ${due === 1 ? 'is' : 'are'} still due to become a rule.` : '';
  if (failure?.code === 'model_unset') return [...made, `Rules need a model, and none is configured.${waiting} ${failure.hint}`];
  if (failure?.code === 'cancelled') return [...made, `Then you stopped the dream.${waiting}`];
  if (failure)
    return [...made, `Then the dream stopped: ${visible(failure.message)}.${waiting} The next dream tries again. ${failure.hint}`];
  return due > 0 ? [...made, waiting.trim()] : made;
}

const amount = (count: number, noun: string, nouns: string): string => (count === 0 ? `no ${nouns}` : counted(count, noun, nouns));

const costText = ({ input_tokens, output_tokens, usd, model, estimated }: Usage): string =>
  `Cost: ${estimated ? 'at most ' : ''}${short(input_tokens + output_tokens)} tokens${model === undefined ? '' : ` of ${visible(model)}`}, ${usd === undefined ? 'price unknown' : money(usd)}.`;
