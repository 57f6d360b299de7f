/** bench/evidence: the same seeds give the same digits, its worlds follow their rules, and docs/evidence.md shows what results.json contains. */
import { expect, test } from 'vitest';
import { allArms, naive, r7 } from '../bench/evidence/control/arms.ts';
import { planners } from '../bench/evidence/control/planner.ts';
import { play, usualSetting } from '../bench/evidence/control/play.ts';
import { attempt, canReach, judged, makeGoal, newWork, truthOf, usual } from '../bench/evidence/control/world.ts';
import { luckOf } from '../bench/evidence/luck.ts';
import { memoryArms } from '../bench/evidence/memory/arms.ts';
import { asR7, everyExperience } from '../bench/evidence/memory/lessons.ts';
import { unlearning } from '../bench/evidence/memory/unlearning.ts';
import { makeWorld } from '../bench/evidence/memory/world.ts';
import { figuresOf } from '../bench/evidence/page/figures.ts';
import { placesIn, readFigure, readPage, withResults } from '../bench/evidence/page/page.ts';
import { blocksOf } from '../bench/evidence/page/tables.ts';
import { inJson, parts, readResults } from '../bench/evidence/results.ts';
import { comparedRatio, ratio, share } from '../bench/evidence/statistics.ts';

test.each(['control', 'memory', 'verification'] as const)(
  'a tiny sample of %s gives the same to the digit when it is run again',
  async (name) => {
    const first = inJson(await parts[name].tiny());
    expect(inJson(await parts[name].tiny())).toBe(first);
    expect(first.length).toBeGreaterThan(500);
  },
);

test('the page and its figures are what results.json says', () => {
  const results = readResults();
  const page = readPage();
  const advice = 'run `npm run evidence -- page`';
  expect(page, advice).toBe(withResults(page, results));
  for (const [name, svg] of Object.entries(figuresOf(results))) {
    expect(readFigure(name), `docs/${name}: ${advice}`).toBe(svg);
    expect(page).toContain(`(${name})`);
  }
  expect(new Set(placesIn(page))).toEqual(new Set(Object.keys(blocksOf(results))));
});

test('a place of the page that is still empty takes what is made for it, and nothing after it', () => {
  const places = Object.keys(blocksOf(readResults())).slice(0, 2);
  const page = places.map((name) => `<!-- evidence: ${name} -->\n<!-- end of evidence -->\nwords about ${name}\n`).join('');
  const filled = withResults(page, readResults());
  expect(placesIn(filled)).toEqual(places);
  for (const name of places) expect(filled).toContain(`words about ${name}`);
  expect(withResults(filled, readResults())).toBe(filled);
});

test('luck is even, and depends on its inputs and nothing else', () => {
  const luck = luckOf(1, 2);
  const drawn = Array.from({ length: 20_000 }, (_, at) => luck(3, at));
  for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(drawn.filter((each) => Math.floor(each * 10) === tenth).length / 2_000).toBeCloseTo(1, 0.5);
  expect(luck(3, 7)).toBe(luckOf(1, 2)(3, 7));
  expect(new Set([luck(3, 7), luck(7, 3), luck(3), luck(3, 7, 0), luckOf(2, 1)(3, 7), luckOf(1)(2, 3, 7)]).size).toBe(5); // the seed is the beginning of its subject
});

test('verdicts are the opposite of the truth as often as the noise says, and never without noise', () => {
  const goals = Array.from({ length: 400 }, (_, seed) => makeGoal(seed, usual));
  const flips = (noise: number): number => {
    const said = goals.flatMap((goal) =>
      Array.from({ length: 5 }, (_, nth) => judged(goal, 0, { tool: 0, target: 0 }, nth, [true, false], { ...usual, noise })),
    );
    return said.filter(([first, second]) => !first || second).length / said.length;
  };
  expect(flips(0)).toBe(0);
  expect(flips(0.2)).toBeGreaterThan(0.3); // one of two: 1 − 0.8²
  expect(flips(0.2)).toBeLessThan(0.42);
});

test('a wrong tool never meets its part, a right one does in time, and a blocked call never works', () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const goal = makeGoal(seed, usual);
    for (const tool of [0, 1, 2, 3, 4])
      for (const target of [0, 1, 2, 3]) {
        const method = { tool, target };
        const work = newWork();
        const tries = Array.from({ length: 40 }, () => attempt(goal, work, 0, method, usual));
        expect(tries.at(-1)?.met.every(Boolean)).toBe(canReach(goal, 0, method));
        expect(tries.some(({ ok }) => ok)).toBe(truthOf(goal, 0, method).reach !== 'blocked');
      }
  }
});

test('without wrong verdicts, nothing is said to be done that is not', () => {
  const rules = { ...usual, noise: 0 };
  for (let seed = 0; seed < 6; seed += 1)
    for (const arm of allArms)
      for (const planner of planners) expect(play(makeGoal(seed, rules), arm, planner, usualSetting(rules)).isFalse).toBe(false);
});

test('all arms have the same first round', () => {
  for (let seed = 0; seed < 8; seed += 1) {
    const goal = makeGoal(seed, usual);
    for (const planner of planners) {
      const ends = allArms.map((arm) => play(goal, arm, planner, usualSetting(usual, 1)));
      expect(new Set(ends.filter(({ end }) => end === 'done').map(({ calls }) => calls)).size).toBeLessThan(2);
      expect([0, ends.length]).toContain(ends.filter(({ end }) => end === 'done').length);
    }
  }
});

test('R7 ends within its rounds and repeats what cannot work less often than naive retry', () => {
  let [ofNaive, ofR7] = [0, 0];
  for (let seed = 0; seed < 20; seed += 1)
    for (const planner of planners) {
      const ended = play(makeGoal(seed, usual), r7, planner, usualSetting(usual));
      expect(ended.rounds).toBeLessThanOrEqual(4);
      ofR7 += ended.wasted;
      ofNaive += play(makeGoal(seed, usual), naive, planner, usualSetting(usual)).wasted;
    }
  expect(ofR7).toBeLessThan(ofNaive);
});

test('a tool that fails in a first round leaves a memory only where every experience is written', () => {
  const tries = [
    { tool: 0, place: 0, ok: true, met: [false, true, true] },
    { tool: 1, place: 0, ok: true, met: [true, true, true] },
  ];
  const done = { task: 1, kind: 0, at: new Date('2026-01-01'), tries, recall: undefined };
  const aboutFirst = (all: readonly { readonly entity: string }[]) => all.filter(({ entity }) => entity === 'tool:tool_1').length;
  expect(aboutFirst(asR7(done))).toBe(0);
  expect(aboutFirst(everyExperience(done))).toBe(1);
  expect(asR7(done).find(({ entity }) => entity === 'tool:tool_2')).toMatchObject({ state: 'break_symmetry' });
});

test('facts of the memory world change, but never without changes, and something always works', () => {
  const { steps } = makeWorld(1, 300);
  expect(steps.some(({ changed }) => changed.length > 0)).toBe(true);
  expect(makeWorld(1, 300, { tools: 0, places: 0, perDay: 3 }).steps.some(({ changed }) => changed.length > 0)).toBe(false);
  for (const { kind, facts } of steps) expect(facts.tools[kind]).toContain('well');
});

test('a memory that weighs all it has heard unlearns later, the more often it was confirmed', async () => {
  const arm = memoryArms.find(({ name }) => name === 'two potentials');
  const rows = arm ? (await unlearning(arm, [1, 5, 20])).filter(({ before }) => before === 'worked') : [];
  const until = rows.map(({ untilSilent }) => untilSilent ?? Number.POSITIVE_INFINITY);
  expect(until).toEqual(until.toSorted((a, b) => a - b));
  expect(until.at(-1)).toBeGreaterThan(until[0] ?? 0);
});

test('intervals hold what is known about them', () => {
  const units = Array.from({ length: 100 }, (_, at): readonly [number, number] => [at % 2, 1]);
  const half = ratio(units);
  expect(half.value).toBe(0.5);
  expect(half.high - half.value).toBeCloseTo(1.96 * Math.sqrt(0.25 / 99), 6);
  expect(comparedRatio(units, units)).toEqual({ value: 1, low: 1, high: 1 });
  expect(share(0, 20)).toMatchObject({ value: 0, low: 0 });
  expect(share(0, 20).high).toBeGreaterThan(0.1);
});
