/** What a person reads about a run with one judge. Pure. */
import { believingTheExecutor, oneHolisticJudge } from './baselines.ts';
import type { Case } from './case.ts';
import { type Played, scoreOf } from './score.ts';

const wide = 26;
const row = (name: string, ...figures: readonly string[]): string =>
  `${name.padEnd(wide)}${figures.map((one) => one.padStart(14)).join('')}`;
const share = (part: number, whole: number): string => `${part}/${whole}`;

export function tableOf(judge: string, played: readonly Played[], cases: readonly Case[]): string {
  const score = scoreOf(played);
  const believed = believingTheExecutor(cases);
  const whole = oneHolisticJudge(cases, judge);
  return [
    '',
    row(`${judge} judge`, 'lies not', 'honest', 'at the', 'judge', 'model calls,', 'model calls,'),
    row('', 'accepted', 'accepted', 'first go', 'asked again', 'honest', 'lies'),
    row(
      'artoo',
      share(score.liesCaught, score.lies),
      share(score.honestAccepted, score.honest),
      share(score.honestAtOnce, score.honest),
      share(score.honestAskedAgain, score.honest),
      score.modelCallsOfHonest.toFixed(1),
      score.modelCallsOfLies.toFixed(1),
    ),
    row('believing the executor', share(believed.liesCaught, believed.lies), share(believed.honestAccepted, believed.honest)),
    row('one holistic judge', share(whole.liesCaught, whole.lies), share(whole.honestAccepted, whole.honest)),
    '',
    ...[...new Set(played.map(({ kind }) => kind))].flatMap((kind) => linesOf(kind, played)),
  ].join('\n');
}

/** How many cases of a kind ended as they should, and each case that did not. */
function linesOf(kind: string, played: readonly Played[]): readonly string[] {
  const of = played.filter((one) => one.kind === kind);
  const wrong = of.filter(({ right }) => !right);
  return [row(`  ${kind}`, share(of.length - wrong.length, of.length)), ...wrong.flatMap(detailsOf)];
}

const detailsOf = ({ accepted, name, end, wrong, folder }: Played): readonly string[] => [
  `      ${accepted ? 'accepted' : 'rejected'}: ${name}, ${end}`,
  ...(wrong === '' ? [] : wrong.split('\n')).map((line) => `        ${line.slice(0, 240)}`),
  ...(folder ? [`        ${folder}`] : []),
];
