import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { criterion } from '../../../test/support/work.ts';
import { type Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import type { Weighed } from './evidence/work.ts';
import { ModelVerdicts, saidAbout, settle } from './model-verdicts.ts';

const asked = [
  criterion({ criterion: 'it counts', mode: 'verifiable', weight: 3 }),
  criterion({ criterion: 'it is short' }),
  criterion({ criterion: 'it is kind' }),
];
const [counts] = asked as [Criterion]; // there are three

/** Only this text counts as evidence. */
const weighedBy = (evidence: readonly string[]): Weighed =>
  evidence.length > 0 && evidence.every((text) => text === '42 notes') ? { counts: true } : { counts: false, why: 'it is nowhere' };

function verdicts(said: Json, plainClass: CriterionVerdict['failure_class'] = null, criteria: readonly Criterion[] = asked) {
  const about = saidAbout(criteria, ModelVerdicts.parse(said));
  const weighed = new Map(about.flatMap((each, at) => (each?.verdict === 'pass' ? [[at, weighedBy(each.evidence)] as const] : [])));
  return settle(criteria, about, weighed, plainClass);
}
const told = (said: Json) => verdicts(said).map(({ verdict, by }) => `${verdict} by ${by}`);
const about = (index: Json, verdict: Json = 'pass', evidence: Json = '42 notes') => ({ criterion: index, verdict, evidence });
const [passed, failed, missed, unproved] = ['pass by model', 'fail by model', 'fail by model', 'unverifiable by code'];

describe('a judge is believed', () => {
  test('one verdict for each criterion, in whatever order they come, with the words and weights of the criteria', () => {
    expect(
      verdicts([about(2, 'unverifiable', 'who knows'), about(0), { ...about(1, 'fail', 'not so'), failure_class: 'logical' }]),
    ).toEqual([
      { ...counts, verdict: 'pass', failure_class: null, evidence: '42 notes', by: 'model' },
      { ...asked[1], verdict: 'fail', failure_class: 'logical', evidence: 'not so', by: 'model' },
      { ...asked[2], verdict: 'unverifiable', failure_class: null, evidence: 'who knows', by: 'model' },
    ]);
  });

  test.each<[string, Json]>([
    ['a text', '0'],
    ['a text with space around it', ' 0 '],
    ['a number with a point', 0.0],
    ['the criterion itself', 'it counts'],
  ])('when the number of a criterion is %s', (_, index) => {
    expect(told([about(index)])[0]).toBe(passed);
  });

  test.each<[string, Json, readonly string[]]>([
    ['a text', 'a', ['a']],
    ['a list', ['a', 'b'], ['a', 'b']],
    ['a list with what is no text', ['a', null, 7, '', ' '], ['a', '7']],
    ['objects', [{ call: '1.1.1/R3/1.1', quote: 'a' }, { quote: 'b' }], ['1.1.1/R3/1.1', 'a', 'b']],
    ['an object', { quotes: ['a', 'b'] }, ['a', 'b']],
    ['nothing', null, []],
    ['a yes', true, []],
    ['nested beyond reason', [[[[['a']]]]], []],
  ])('when the evidence is %s', (_, evidence, texts) => {
    expect(ModelVerdicts.parse([about(0, 'pass', evidence)])[0]?.evidence).toEqual(texts);
  });

  test.each<[string, Json, number]>([
    ['a list', [{ fact: '42', from: ['6', '7'], how: '6*7' }], 1],
    ['one that is not a list', { fact: 42, from: '6, 7', how: '6*7' }, 1],
    ['without a fact', [{ from: [], how: '' }, 'x', null], 0],
    ['missing', null, 0],
  ])('when the derivations are %s', (_, derived, count) => {
    expect(ModelVerdicts.parse([{ ...about(0), derived }])[0]?.derived).toHaveLength(count);
  });

  test('when it says only what is not so', () => {
    expect(told([about(0, 'fail', ''), about(1, 'fail', 'nowhere'), about(2, 'fail', null)])).toEqual([failed, failed, failed]);
  });

  test('and what code added stays marked', () => {
    const builtin = criterion({ builtin: true });
    expect(verdicts([about(0)], null, [builtin])[0]).toMatchObject({ verdict: 'pass', builtin: true });
    expect(verdicts([], null, [builtin])[0]).toMatchObject({ verdict: 'fail', builtin: true });
  });
});

describe('a criterion fails', () => {
  test.each<[string, Json]>([
    ['nothing was said', []],
    ['only another criterion was judged', [about(1), about(2)]],
    ['the verdict is on one that was not asked about', [about(3), about(1e9), about('3')]],
    ['its number is negative', [about(-1), about('-0')]],
    ['its number lies between two', [about(0.5), about('0.5'), about(1e-12)]],
    ['its number is missing', [{ verdict: 'pass', evidence: '42 notes' }]],
    ['its number is nothing', [about(null)]],
    ['its number is a text without a number', [about(''), about(' '), about('another'), about('first')]],
    ['its number is written otherwise', [about('0x0'), about('0e0'), about('+0'), about('٠')]],
    ['its number is a yes or no', [about(false), about(true)]],
    ['its number is in a list', [about([]), about([0]), about({})]],
    ['verdicts are no verdicts', [null, 'pass', 0, [], [about(0)], {}]],
    ['the verdict is in the prototype', JSON.parse('[{"__proto__":{"criterion":0,"verdict":"pass","evidence":"42 notes"}}]')],
    ['the number has a bad name', [about('__proto__'), about('constructor'), about('length')]],
  ])('when %s', (_, said) => {
    expect(told(said)[0]).toBe(missed);
  });

  test.each<[string, Json]>([
    ['as nothing', null],
    ['as a list', ['pass']],
    ['with a condition', 'pass, if one looks away'],
    ['by a bad name', '__proto__'],
  ])('when it is said to pass %s', (_, verdict) => {
    expect(told([about(0, verdict)])[0]).toBe(failed);
  });

  test.each<[string, readonly Json[]]>([
    ['it passes and fails', [about(0), about(0, 'fail')]],
    ['it fails, is unverifiable and passes', [about(0, 'fail'), about(0, 'unverifiable'), about(0)]],
    ['it passes and is nonsense', [about(0), about(0, 'maybe')]],
  ])('when it is said that %s, in whatever order', (_, said) => {
    for (const order of [said, said.toReversed()]) expect(verdicts(order)[0]?.verdict).toBe('fail');
  });
});

describe('a criterion is unverifiable, without a failure class', () => {
  test.each<[string, Json]>([
    ['empty', ''],
    ['missing', null],
    ['a bad name', '__proto__'],
    ['one that counts beside one that does not', ['42 notes', 'invented']],
    ['a million characters', 'x'.repeat(1_000_000)],
  ])('when the evidence that it passes is %s', (_, evidence) => {
    const [first] = verdicts([about(0, 'pass', evidence)], 'environmental');
    expect(first).toMatchObject({
      verdict: 'unverifiable',
      failure_class: null,
      by: 'code',
      evidence: expect.stringContaining('it is nowhere'),
    });
    expect(first?.evidence.length).toBeLessThan(600);
  });

  test('when it passes twice, once without evidence', () => {
    const said = [about(0), about('0', 'pass', '')];
    for (const order of [said, said.toReversed()]) expect(told(order)[0]).toBe(unproved);
  });

  test('where one says so and another says pass', () => {
    const said = [about(0), about(0, 'unverifiable')];
    for (const order of [said, said.toReversed()]) expect(verdicts(order)[0]?.verdict).toBe('unverifiable');
  });

  test('when its evidence was never weighed', () => {
    expect(settle(asked, saidAbout(asked, ModelVerdicts.parse([about(0)])), new Map(), null)[0]).toMatchObject({ verdict: 'unverifiable' });
  });
});

test('the same verdict twice counts once', () => {
  expect(told([about(0), about(0)])).toEqual([passed, missed, missed]);
});

test.each<[string, Json, string]>([
  ['in capitals', [{ criterion: 0, verdict: 'PASS', evidence: '42 notes' }], 'pass'],
  ['in the past tense', [{ criterion: 0, verdict: 'passed', evidence: '42 notes' }], 'pass'],
  ['as a truth value', [{ criterion: 0, verdict: true, evidence: '42 notes' }], 'pass'],
  ['with a number in brackets', [{ criterion: '[0]', verdict: 'pass', evidence: '42 notes' }], 'pass'],
  ['with a number and a full stop', [{ criterion: '0.', verdict: 'failed', evidence: '' }], 'fail'],
  ['by number in an object', { 0: { verdict: 'pass', evidence: '42 notes' } }, 'pass'],
  ['by number in an object, without evidence', { 0: 'pass' }, 'unverifiable'],
])('a verdict is read %s', (_, said, verdict) => {
  expect(verdicts(said)[0]?.verdict).toBe(verdict);
});

describe('why a criterion failed', () => {
  const classed = (failure_class: Json, plainClass: CriterionVerdict['failure_class'] = null) =>
    verdicts([{ ...about(0, 'fail'), failure_class }, about(1, 'pass', 'invented')], plainClass).map((each) => each.failure_class);

  test.each<[Json, CriterionVerdict['failure_class']]>([
    ['logical', 'logical'],
    ['environmental', 'environmental'],
    [null, null],
    ['bad luck', null],
    [7, null],
  ])('is the word of the judge where code knows nothing: %j', (said, failure_class) => {
    expect(classed(said)).toEqual([failure_class, null, null]);
  });

  test.each<Json>(['logical', 'environmental', null])('is what is plain, although the judge says %j', (said) => {
    expect(classed(said, 'environmental')).toEqual(['environmental', null, 'environmental']);
  });
});

describe('long evidence is kept in short', () => {
  const long = `first ${'-'.repeat(1_000_000)} last`;
  test.each(['fail', 'unverifiable'])('for a criterion that is said to be %s', (verdict) => {
    const [first] = verdicts([about(0, verdict, long)]);
    expect(first).toMatchObject({ verdict, by: 'model' });
    expect(first?.evidence).toMatch(/^first -+\n… \d+ characters left out …\n-+ last$/);
    expect(first?.evidence.length).toBeLessThan(4200);
  });
});

test('whatever a judge says, a criterion passes only where all that is said about it passes with evidence that counts', () => {
  const anyVerdict = fc.record({
    criterion: fc.constantFrom<Json>(0, 1, '1', 2, 'it is kind', null, 9),
    verdict: fc.constantFrom<Json>('pass', 'fail', 'unverifiable', 'maybe', null),
    failure_class: fc.constantFrom<Json>('logical', null, 'x'),
    evidence: fc.constantFrom<Json>('42 notes', '', 'nowhere', ['42 notes'], [], null, {}),
  });
  let passed = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof(anyVerdict, fc.jsonValue() as fc.Arbitrary<Json>), { maxLength: 6 }), (said) => {
      const given = verdicts(said as Json);
      expect(given.map((each) => CriterionVerdict.parse(each))).toEqual(given);
      expect(given.map((each) => each.criterion)).toEqual(asked.map((each) => each.criterion));
      for (const { verdict, evidence, failure_class } of given) {
        if (verdict === 'pass') passed += 1;
        if (verdict === 'pass') expect(evidence).toMatch(/^(?:42 notes\n?)+$/);
        if (verdict !== 'fail') expect(failure_class).toBeNull();
      }
    }),
    { numRuns: 1000 },
  );
  expect(passed).toBeGreaterThan(20); // otherwise the property would prove nothing
});
