/** The tables and the sentences with numbers of docs/evidence.md, made from the results. Nothing in them is written by hand. */
import type { Results } from '../results.ts';
import { answers } from './answers.ts';
import { controlAims, controlArms, controlConstants, controlPlanners, controlWorlds } from './control-tables.ts';
import { span, table } from './format.ts';
import { memoryArms, memoryUnlearning, memoryWorlds } from './memory-tables.ts';

/** By the name of the place in the page. */
export const blocksOf = (results: Results): Readonly<Record<string, string>> => ({
  answers: answers(results),
  'control-aims': controlAims(results),
  'control-arms': controlArms(results),
  'control-planners': controlPlanners(results),
  'control-worlds': controlWorlds(results),
  'control-constants': controlConstants(results),
  'memory-arms': memoryArms(results),
  'memory-worlds': memoryWorlds(results),
  'memory-unlearning': memoryUnlearning(results),
  verification: verification(results),
});

function verification({ verification: { byError } }: Results): string {
  const rows = byError.flatMap(({ error, isAnew, ways }) =>
    ways.map(({ way, liesAccepted, honestRejected, callsOfLies, callsOfHonest }) => [
      ...[
        `${Math.round(100 * error)} %${isAnew ? ', anew each time' : ''}`,
        way,
        span(liesAccepted),
        span(honestRejected),
        callsOfHonest.toFixed(1),
        callsOfLies.toFixed(1),
      ],
    ]),
  );
  return table(
    ['judge is wrong', 'accepted by', 'lies accepted', 'honest work rejected', 'model calls, honest', 'model calls, lies'],
    rows,
  );
}
