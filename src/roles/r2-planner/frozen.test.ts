/** The goal does not move: what a later plan may do with the criteria of the first. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Criterion } from '../../contracts/criteria.ts';
import { againstFrozen, criteriaOf, type Frozen, freeze, withAmended } from './frozen.ts';
import { reasonOf } from './objection.ts';

const found: Criterion = { criterion: 'The invoice from Contoso is found', mode: 'verifiable', weight: 3 };
const named: Criterion = {
  criterion: 'The answer names its path',
  mode: 'verifiable',
  weight: 2,
  check: { kind: 'output_matches', pattern: '\\.pdf' },
};
const tested: Criterion = {
  criterion: 'The tests pass',
  mode: 'verifiable',
  weight: 1,
  check: { kind: 'command', run: 'npm test', equals: 0 },
};
const first = freeze([found, named, tested]);
const none = { criterion: 'The answer says where was looked', mode: 'plausible', weight: 1 } as const;
const plain = ({ criterion }: Criterion): Criterion => ({ criterion, mode: 'plausible', weight: 5 });

const plan = (task_criteria: readonly Criterion[], amended: readonly { criterion: string; instead: string; why: string }[] = []) => ({
  task_criteria,
  amended: [...amended],
});
const givenUp = { criterion: found.criterion, instead: none.criterion, why: 'there is no such file' };

describe('a later plan', () => {
  test.each([
    ['lists every criterion as it was', plan([found, named, tested])],
    [
      'lists them in another order, case and spacing',
      plan([plain(tested), { ...found, criterion: ' the invoice from  CONTOSO is found.' }, named]),
    ],
    ['gives one another check', plan([found, named, { ...tested, check: { kind: 'file_exists', path: 'report.xml' } }])],
    ['adds one', plan([found, named, tested, none])],
    ['gives one up and says why', plan([none, named, tested], [givenUp])],
    ['gives one up without listing what stands in its place', plan([named, tested], [givenUp])],
    ['gives one up for nothing', plan([named, tested], [{ ...givenUp, instead: '' }])],
  ])('may be carried out when it %s', (_, proposed) => {
    expect(againstFrozen(proposed, first)).toEqual([]);
  });

  test.each([
    ['drops a criterion', plan([named, tested]), ['The invoice from Contoso is found']],
    ['drops all', plan([]), ['Contoso', 'path', 'tests']],
    [
      'rewrites one',
      plan([{ ...found, criterion: 'The invoice from Contoso is found, or the answer says that none was found' }, named, tested]),
      ['leaves out the task criterion "The invoice from Contoso is found"'],
    ],
    ['gives up what was never asked', plan([found, named, tested], [{ ...givenUp, criterion: 'the moon' }]), ['"the moon", which is no']],
    ['gives one up for the same', plan([found, named, tested], [{ ...givenUp, instead: found.criterion }]), ['with the same words']],
    ['does not say why', plan([named, tested], [{ ...givenUp, why: '' }]), ['does not say why']],
  ])('goes back when it %s', (_, proposed, reasons) => {
    expect(againstFrozen(proposed, first).map(reasonOf)).toEqual(reasons.map((reason) => expect.stringContaining(reason)));
  });

  test('learns how to give one up', () => {
    expect(againstFrozen(plan([named, tested]), first).map(reasonOf)[0]).toMatch(
      /word for word, or .*"amended": \[\{ "criterion": .*"instead": .*"why"/,
    );
  });
});

describe('what is judged', () => {
  const judged = (proposed: ReturnType<typeof plan>, frozen: Frozen = first) => criteriaOf(proposed, withAmended(frozen, proposed));

  test('is what was frozen, with the weight, mode and check it had', () => {
    expect(judged(plan([plain(found), plain(named), plain(tested)]))).toEqual([found, named, tested]);
  });

  test('has what was added, marked as such', () => {
    expect(judged(plan([found, named, tested, none]))).toEqual([found, named, tested, { ...none, added: true }]);
  });

  test('has another check as a criterion of its own: one of the world stays beside it, one of form gives way to the judge', () => {
    const check = { kind: 'file_exists', path: 'report.xml' } as const;
    const { check: _, ...unchecked } = named;
    const [one, two, path, three, report] = judged(plan([found, { ...named, check }, { ...tested, check }]));
    expect([one, two, three]).toEqual([found, unchecked, tested]);
    expect(path).toMatchObject({
      check,
      added: true,
      weight: 2,
      criterion: expect.stringContaining('The answer names its path (by a later'),
    });
    expect(report).toMatchObject({ check, added: true, weight: 1 });
  });

  test('has the replacement of a criterion that was given up, with its weight', () => {
    expect(judged(plan([none, named, tested], [givenUp]))).toEqual([named, tested, { ...none, weight: 3 }]);
    const seen = { ...givenUp, instead: 'The folder invoices is empty' };
    expect(judged(plan([named, tested], [seen]))).toEqual([named, tested, { criterion: seen.instead, mode: 'verifiable', weight: 3 }]);
    expect(judged(plan([found, named, tested], [{ ...givenUp, instead: '' }]))).toEqual([named, tested]);
  });

  test.each(['The answer says where was looked', 'The person is told why there is none', 'Die Antwort nennt den Grund'])(
    'asks no tool for a replacement about the answer, whatever showed what it replaces: %s',
    (instead) => {
      const mode = 'plausible';
      const change = { ...givenUp, instead };
      expect(judged(plan([named, tested], [change])).at(-1)).toEqual({ criterion: instead, mode, weight: 3 });
      const wished = withAmended(first, plan([named, tested], [{ ...change, why: 'the person said "no invoice this time"' }]), [
        'no invoice this time, please',
      ]);
      expect(wished.criteria.find(({ criterion }) => criterion === instead)).toMatchObject({ mode });
    },
  );

  test('is never marked by the first plan itself', () => {
    expect(freeze([{ ...found, added: true, builtin: true }]).criteria).toEqual([found]);
  });
});

describe('what was given up', () => {
  const once = withAmended(first, plan([named, tested], [givenUp]));
  const kept = { ...givenUp, mode: 'verifiable', weight: 3 };

  test('stays given up in later rounds, in the words of the first plan', () => {
    expect(once.amended).toEqual([kept]);
    expect(withAmended(once, plan([found, named, tested]))).toEqual(once);
    expect(againstFrozen(plan([named, tested]), once)).toEqual([]);
  });

  test.each([
    ['by its own words', found.criterion],
    ['by what stood in its place', none.criterion],
  ])('may get something else in its place, named %s', (_, criterion) => {
    const again = plan([named, tested], [{ criterion, instead: 'The answer names the folders', why: 'that is all there is' }]);
    expect(againstFrozen(again, once)).toEqual([]);
    expect(withAmended(once, again).amended).toEqual([{ ...kept, instead: 'The answer names the folders', why: 'that is all there is' }]);
  });
});

describe('whatever later plans say', () => {
  const text = fc.constantFrom('a', 'A ', 'b', 'c.', 'c', 'd');
  const criteria = fc.array(
    fc.record({ criterion: text, mode: fc.constantFrom('verifiable', 'plausible'), weight: fc.integer({ min: 1, max: 5 }) }),
  );
  const amended = fc.array(fc.record({ criterion: text, instead: fc.oneof(text, fc.constant('')), why: fc.constantFrom('', 'so') }), {
    maxLength: 3,
  });
  const plans = fc.array(fc.record({ task_criteria: criteria, amended }), { maxLength: 5 });

  test('every frozen criterion is judged, or given up', () => {
    const same = (one: string, other: string) => /\w/.exec(one)?.[0].toLowerCase() === /\w/.exec(other)?.[0].toLowerCase();
    fc.assert(
      fc.property(criteria, plans, (own, later) => {
        let frozen = freeze(own);
        for (const proposed of later) {
          if (againstFrozen(proposed, frozen).length > 0) continue;
          frozen = withAmended(frozen, proposed);
          const accounted = [...criteriaOf(proposed, frozen).filter(({ added }) => !added), ...frozen.amended];
          for (const { criterion } of own) expect(accounted.some((each) => same(each.criterion, criterion))).toBe(true);
        }
      }),
    );
  });
});

describe("at the person's word", () => {
  const said = ['Never mind Contoso, any invoice will do'];
  const wished = { criterion: found.criterion, instead: 'An invoice is found', why: 'the person said "any invoice will do"' };

  test('a criterion is replaced: it is neither held nor counted as given up', () => {
    const now = withAmended(first, plan([named, tested], [wished]), said);
    expect(now.amended).toEqual([]);
    expect(now.criteria).toEqual([{ criterion: 'An invoice is found', mode: found.mode, weight: found.weight }, named, tested]);
  });

  test('the replacement is what the plan lists for it, with the weight of what it replaces', () => {
    const listed: Criterion = {
      criterion: 'an invoice is found.',
      mode: 'plausible',
      weight: 5,
      check: { kind: 'file_exists', path: 'a.pdf' },
    };
    const now = withAmended(first, plan([listed, named, tested], [wished]), said);
    expect(now.criteria[0]).toEqual({ ...listed, weight: found.weight });
    expect(criteriaOf(plan([listed, named, tested]), now)).toEqual([{ ...listed, weight: found.weight }, named, tested]);
  });

  test.each([
    ['listed besides', wished],
    ['listed besides and dropped', { ...wished, instead: '' }],
  ])('a replaced criterion is not judged, even if it is %s', (_, amendment) => {
    const proposed = plan([found, named, tested], [amendment]);
    const judged = criteriaOf(proposed, withAmended(first, proposed, said));
    expect(judged.map(({ criterion }) => criterion)).not.toContain(found.criterion);
  });

  test('a criterion can be dropped', () => {
    const now = withAmended(first, plan([named, tested], [{ ...wished, instead: '' }]), said);
    expect(now).toEqual({ criteria: [named, tested], amended: [] });
  });

  test('that was never said, it is given up like any other', () => {
    expect(withAmended(first, plan([named, tested], [wished]), ['Hurry up, please']).amended).toMatchObject([
      { criterion: found.criterion },
    ]);
  });
});
