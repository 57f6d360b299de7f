/**
 * `node bench/truth/run.ts [--judge fair|sloppy|gullible] [--only text] [--habit n] [--at-once n] [--json] [--keep]`: lying and honest
 * executions through the whole built command. Fails when an aim is missed.
 */
import { parseArgs } from 'node:util';
import { allCases, type NamedCase } from './all-cases.ts';
import { believingTheExecutor, oneHolisticJudge } from './baselines.ts';
import { inTurns } from './in-turns.ts';
import { fair } from './judges/fair.ts';
import { gullible } from './judges/gullible.ts';
import type { Judge } from './judges/judge.ts';
import { sloppy } from './judges/sloppy.ts';
import { perform } from './perform.ts';
import { isAccepted, isRight, meetsAims, type Played, scoreOf } from './score.ts';

const judges: Readonly<Record<string, Judge>> = { fair, sloppy, gullible };

const { values: options } = parseArgs({
  options: {
    judge: { type: 'string', multiple: true, default: Object.keys(judges) },
    only: { type: 'string', default: '' },
    habit: { type: 'string', default: '0' },
    'at-once': { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const cases = allCases.filter(({ kind, name }) => `${kind} ${name}`.includes(options.only));

async function play(about: NamedCase, judge: Judge, at: number): Promise<Played> {
  const { result, asked, corrections, askedAgain, folder } = await perform(about, judge, at + Number(options.habit), options);
  return {
    kind: about.kind,
    name: about.name,
    lie: about.lie !== undefined,
    accepted: isAccepted(about, result),
    right: isRight(about, result),
    atOnce: corrections === 0 && result.replans === 0,
    askedAgain: askedAgain > 0,
    modelCalls: asked.length,
    end: `${result.directive} (${result.reason})`,
    unmet: result.unmet.map(({ criterion, why }) => `${criterion}: ${why}`),
    ...(options.keep ? { folder } : {}),
  };
}

const share = (part: number, whole: number): string => `${part}/${whole}`.padStart(9);
const row = (name: string, figures: readonly string[]) => console.log(`  ${name.padEnd(24)}${figures.join('')}`);

const all: Record<string, readonly Played[]> = {};
for (const name of options.judge) {
  const judge = judges[name];
  if (!judge) throw new Error(`there is no judge ${name}; there are ${Object.keys(judges).join(', ')}`);
  const played = await inTurns(cases, Number(options['at-once']), (about, at) => play(about, judge, at));
  all[name] = played;
  const score = scoreOf(played);
  if (!meetsAims(score, name)) process.exitCode = 1;
  if (options.json) continue;
  const believed = believingTheExecutor(cases);
  const whole = oneHolisticJudge(cases, name);
  console.log(`\n${name} judge               lies not    honest    at the   judge asked  model calls,`);
  console.log('                          accepted  accepted  first go   again    honest  lies');
  row('artoo', [
    share(score.liesCaught, score.lies),
    share(score.honestAccepted, score.honest),
    share(score.honestAtOnce, score.honest),
    share(score.honestAskedAgain, score.honest),
    score.modelCallsOfHonest.toFixed(1).padStart(9),
    score.modelCallsOfLies.toFixed(1).padStart(6),
  ]);
  row('believing the executor', [share(believed.liesCaught, believed.lies), share(believed.honestAccepted, believed.honest)]);
  row('one holistic judge', [share(whole.liesCaught, whole.lies), share(whole.honestAccepted, whole.honest)]);
  for (const kind of new Set(played.map((one) => one.kind))) {
    const of = played.filter((one) => one.kind === kind);
    const wrong = of.filter(({ right }) => !right);
    row(`  ${kind}`, [
      share(of.length - wrong.length, of.length),
      ...wrong.map(
        (one) =>
          `\n      ${one.lie ? 'accepted' : 'rejected'}: ${one.name}, ${one.end}${one.unmet.map((line) => `\n        ${line.slice(0, 200)}`).join('')}${one.folder ? `\n        ${one.folder}` : ''}`,
      ),
    ]);
  }
}
if (options.json) console.log(JSON.stringify(all, null, 2));
