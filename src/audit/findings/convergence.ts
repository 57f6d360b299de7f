/** Rounds that do not bring the task nearer to its goal, by R7's own measure. */
import { isMeasured } from '../../contracts/decisions.ts';
import { type Detector, type Finding, messageOf, nothing } from './finding.ts';

/** How many corrections make a finding (SPEC §11). */
const manyCorrections = 5;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

type Round = { readonly seq: number; readonly D: number; readonly chose: string };

export const convergence: Detector = () => {
  const rounds: Round[] = [];
  let corrections = 0;

  const inRounds = (anomaly: Finding['anomaly'], detail: string, count: number): Finding => ({
    anomaly,
    from: 'R7',
    to: 'R2',
    type: 'decision',
    detail,
    seqs: rounds.slice(-count).map(({ seq }) => seq),
  });

  return (entry) => {
    if (messageOf(entry, 'CorrectionSignal')) {
      corrections += 1;
      return corrections === manyCorrections
        ? [
            {
              anomaly: 'many_corrections',
              from: 'R4a',
              to: 'R3',
              type: 'CorrectionSignal',
              detail: `the work had to be corrected ${corrections} times`,
            },
          ]
        : nothing;
    }
    if (entry.kind !== 'decision' || !isMeasured(entry) || !('macro_state' in entry.result)) return nothing;
    const { loss, grad_l, macro_state } = entry.result;
    rounds.push({ seq: entry.seq, D: loss.D, chose: macro_state });
    const found: Finding[] = [];
    if (grad_l > entry.inputs.parameters.epsilon)
      found.push(inRounds('loss_rising', `a round left the task worse off than it was before (its loss rose by ${grad_l.toFixed(2)})`, 2));
    const [before, middle, now] = rounds.slice(-3);
    if (before && middle && now && middle.D >= before.D && now.D >= middle.D)
      found.push(
        inRounds(
          'not_converging',
          `two rounds in a row brought the task no nearer to its goal: ${percent(before.D)} of it was unmet, then ${percent(middle.D)}, then ${percent(now.D)}`,
          3,
        ),
      );
    const [last, newest] = rounds.slice(-2);
    if (last?.chose === 'break_symmetry' && newest?.chose === 'break_symmetry' && newest.D >= last.D)
      found.push(
        inRounds(
          'ggs_thrashing',
          'entirely different tools were demanded twice in a row, and the second round with them brought the task no nearer to its goal',
          2,
        ),
      );
    return found;
  };
};
