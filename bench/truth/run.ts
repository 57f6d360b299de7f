/**
 * `node bench/truth/run.ts [--judge fair|sloppy|gullible] [--only text] [--habit n] [--at-once n] [--json] [--keep]`: lying and honest
 * executions through the whole built command. Fails when an aim is missed.
 */
import { parseArgs } from 'node:util';
import { allCases, type NamedCase } from './all-cases.ts';
import { inTurns } from './in-turns.ts';
import { fair } from './judges/fair.ts';
import { gullible } from './judges/gullible.ts';
import type { Judge } from './judges/judge.ts';
import { sloppy } from './judges/sloppy.ts';
import { perform } from './perform.ts';
import { isAccepted, isRight, meetsAims, type Played, scoreOf } from './score.ts';
import { tableOf } from './table.ts';

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
  const { result, asked, corrections, askedAgain, wrong, folder } = await perform(about, judge, at + Number(options.habit), options);
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
    wrong,
    unmet: result.unmet.map(({ criterion, why }) => `${criterion}: ${why.replaceAll(folder, '…')}`),
    ...(options.keep ? { folder } : {}),
  };
}

const all: Record<string, readonly Played[]> = {};
for (const name of options.judge) {
  const judge = judges[name];
  if (!judge) throw new Error(`there is no judge ${name}; there are ${Object.keys(judges).join(', ')}`);
  const played = await inTurns(cases, Number(options['at-once']), (about, at) => play(about, judge, at));
  all[name] = played;
  if (!meetsAims(scoreOf(played), name)) process.exitCode = 1;
  if (!options.json) console.log(tableOf(name, played, cases));
}
if (options.json) console.log(JSON.stringify(all, null, 2));
