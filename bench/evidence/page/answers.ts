/** The short answers at the beginning of the page: every number in them is measured. */
import { fewContrary, type MemoryRow } from '../memory/memory.ts';
import type { Results } from '../results.ts';
import { aimedNoise, mostRounds, verdict } from './control-tables.ts';
import { percent, points, span, times } from './format.ts';

export function answers(results: Results): string {
  const { control, memory, verification: verified } = results;
  const aimed = control.byNoise.filter(({ noise }) => noise <= aimedNoise);
  const armsAt = (rounds: number, noise: number) =>
    control.byNoise.find((cell) => cell.rounds === rounds && cell.noise === noise)?.arms ?? [];
  const r7 = armsAt(4, 0.1).find(({ arm }) => arm === 'R7');
  const isReached = (rounds: number) =>
    aimed
      .filter((cell) => cell.rounds === rounds)
      .every(({ arms }) => arms.some(({ arm, againstNaive }) => arm === 'R7' && verdict(againstNaive) === 'reached'));
  const against = (name: string) => armsAt(4, 0.1).find(({ arm }) => arm === name);
  const without = (part: string): string => {
    const arm = against(`R7 without ${part}`);
    return arm ? `${points(arm.againstR7.reached)} without ${part}` : '–';
  };
  const knowing = against('knows the truth after one round');
  const memoryRow = (name: string): MemoryRow | undefined =>
    memory.rows.find(({ arm, writer }) => arm === name && writer === 'as R7 writes');
  const [two, one, dreaming] = ['two potentials', 'one decayed score', '… and the Dreamer, rules at 5/3'].map(memoryRow);
  const never = armsAt(4, 0.1).find(({ arm }) => arm === 'never the same twice');
  const worst = verified.byError.find(({ error, isAnew }) => error === 0.1 && !isAnew);
  const of = (way: string) => worst?.ways.find((each) => each.way === way);
  const within = (name: string): number =>
    Math.max(
      ...(memory.unlearning.find(({ arm }) => arm === name)?.rows.map(({ untilSilent }) => untilSilent ?? Number.POSITIVE_INFINITY) ?? []),
    );
  return [
    `- **Control, aim (at most ${mostRounds}× the rounds of naive retry, no fewer goals): ${isReached(4) ? 'reached' : 'not reached'}** with four rounds, ${isReached(20) ? 'reached' : 'not reached'} with twenty. With 10 % wrong verdicts and four rounds, R7 takes ${r7 ? times(r7.againstNaive.rounds) : '–'} times the rounds and reaches ${r7 ? points(r7.againstNaive.reached) : '–'} points more goals.`,
    `- No correction can do much better in four rounds: with the truth told after the first round it still takes ${knowing ? times(knowing.againstNaive.rounds) : '–'} times the rounds of naive retry, and reaches ${knowing ? points(knowing.againstNaive.reached) : '–'} points more goals.`,
    `- **Which parts count**, in points of goals reached: ${['P', 'blocked sets', 'words', 'the kill-switch', 'the sign', 'the gradient'].map(without).join(', ')}.`,
    `- **Never using the same method twice**, a rule of one line that measures nothing, reaches ${never ? points(never.againstR7.reached) : '–'} points more goals than R7, in ${never ? times(never.againstR7.rounds) : '–'} times its rounds.`,
    `- **Memory, aims.** Advice soon after a change: ${two ? percent(two.precisionSoon) : '–'} is right (aim: 90 %; ${two && two.precisionSoon.value >= 0.9 ? 'reached' : 'not reached'}). Unlearning one fact, one experience a day: within ${within('… and the Dreamer, rules at 5/3')} experiences with the Dreamer (aim: ${fewContrary}; ${within('… and the Dreamer, rules at 5/3') <= fewContrary ? 'reached' : 'not reached'}), up to ${within('two potentials')} without.`,
    `- **Two potentials against one decayed score:** ${two ? times(two.rounds) : '–'} and ${one ? times(one.rounds) : '–'} rounds, ${two ? percent(two.precision) : '–'} and ${one ? percent(one.precision) : '–'} of advice right. With the Dreamer ${dreaming ? times(dreaming.rounds) : '–'} rounds. Without memory ${memoryRow('none') ? times(memoryRow('none')?.rounds ?? { value: Number.NaN, low: 0, high: 0 }) : '–'}.`,
    `- **Verification**, with judges that answer one question in ten wrongly: lies accepted ${["the executor's word", 'one judgement of the whole', 'two judgements of the whole', 'criteria and evidence'].map((way) => `${span(of(way)?.liesAccepted ?? { value: Number.NaN, low: Number.NaN, high: Number.NaN })} on ${way}`).join(', ')}. Honest work rejected: ${['one judgement of the whole', 'two judgements of the whole', 'criteria and evidence'].map((way) => `${span(of(way)?.honestRejected ?? { value: Number.NaN, low: Number.NaN, high: Number.NaN })} by ${way}`).join(', ')}.`,
  ].join('\n');
}
