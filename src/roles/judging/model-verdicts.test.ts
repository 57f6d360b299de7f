import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, criterion, failing } from '../../../test/support/work.ts';
import { type Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { Json } from '../../contracts/json.ts';
import { isFound, ModelVerdicts, type Sources, settle } from './model-verdicts.ts';

const asked = [
  criterion({ criterion: 'it counts', mode: 'verifiable', weight: 3 }),
  criterion({ criterion: 'it is short' }),
  criterion({ criterion: 'it is kind' }),
];
const [counts] = asked as [Criterion]; // there are three
const output = 'There are 42 notes.\nThey are short.';
const nothing: Sources = { texts: [], calls: [] };

/** The verdicts of code on what a judge said, when its quotes may be from the output. */
function verdicts(said: Json, sources: Sources = { texts: [output], calls: [] }, plainClass: CriterionVerdict['failure_class'] = null) {
  const given = ModelVerdicts.parse(said);
  const found = new Set(given.filter(({ verdict, evidence }) => verdict === 'pass' && isFound(evidence, sources)));
  return settle(asked, given, found, plainClass);
}
const told = (said: Json) => verdicts(said).map(({ verdict, by }) => `${verdict} by ${by}`);
const about = (index: Json, verdict: Json = 'pass', evidence: Json = '42 notes') => ({ criterion: index, verdict, evidence });
const [passed, failed, missed] = ['pass by model', 'fail by model', 'fail by code'];

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
  ])('when the number of a criterion is %s', (_, index) => {
    expect(told([about(index)])[0]).toBe(passed);
  });

  test('when it says only what is not so', () => {
    expect(told([about(0, 'fail', ''), about(1, 'fail', 'nowhere'), about(2, 'fail', null)])).toEqual([failed, failed, failed]);
  });
});

describe('a criterion fails', () => {
  test.each<[string, Json]>([
    ['nothing was said', []],
    ['only another criterion was judged', [about(1), about(2)]],
    ['the verdict is on one that nobody asked about', [about(3), about(1e9), about('3')]],
    ['its number is negative', [about(-1), about('-0')]],
    ['its number lies between two', [about(0.5), about('0.5'), about(1e-12)]],
    ['its number is missing', [{ verdict: 'pass', evidence: '42 notes' }]],
    ['its number is nothing', [about(null)]],
    ['its number is a text without a number', [about(''), about(' '), about('another'), about('first'), about('0.')]],
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
    ['in other letters', 'PASS'],
    ['as a yes', true],
    ['as nothing', null],
    ['as a list', ['pass']],
    ['with a condition', 'pass, if one looks away'],
    ['by a bad name', '__proto__'],
  ])('when it is said to pass %s', (_, verdict) => {
    expect(told([about(0, verdict)])[0]).toBe(failed);
  });

  test.each<[string, Json]>([
    ['empty', ''],
    ['blank', ' \n\t\u00a0'],
    ['nothing but marks', '""'],
    ['nothing but dots', '…'],
    ['missing', null],
    ['no text', 42],
    ['a list', ['42 notes']],
    ['not in the output', 'There are 43 notes.'],
    ['only nearly in the output', 'there are 42 notes.'],
    ['a call that nobody made', '1.1.1/R3/1.1'],
    ['a bad name', '__proto__'],
    ['a million characters of nothing', 'x'.repeat(1_000_000)],
    ['a million digits', '1'.repeat(1_000_000)],
    ['a million numbers', '1.'.repeat(500_000)],
    ['a million dots', '.'.repeat(1_000_000)],
    ['a million spaces around nothing', ' '.repeat(1_000_000)],
  ])('when the evidence that it passes is %s', (_, evidence) => {
    const [first] = verdicts([about(0, 'pass', evidence)]);
    expect(first).toMatchObject({ verdict: 'fail', by: 'code' });
    expect(first?.evidence.length).toBeLessThan(400);
  });

  test.each<[string, readonly Json[]]>([
    ['it passes and fails', [about(0), about(0, 'fail')]],
    ['it fails, is unverifiable and passes', [about(0, 'fail'), about(0, 'unverifiable'), about(0)]],
    ['it passes and is nonsense', [about(0), about(0, 'maybe')]],
    ['it passes twice, once without evidence', [about(0), about('0', 'pass', 'invented')]],
  ])('when it is said that %s, in whatever order', (_, said) => {
    for (const order of [said, said.toReversed()]) expect(verdicts(order)[0]?.verdict).toBe('fail');
  });
});

test('where one says unverifiable and another says pass, it is unverifiable', () => {
  const said = [about(0), about(0, 'unverifiable')];
  for (const order of [said, said.toReversed()]) expect(verdicts(order)[0]?.verdict).toBe('unverifiable');
});

test('the same verdict twice counts once', () => {
  expect(told([about(0), about(0), about(0, 'pass', 'They are short')])).toEqual([passed, missed, missed]);
});

describe('why a criterion failed', () => {
  const classed = (failure_class: Json, plainClass: CriterionVerdict['failure_class'] = null) =>
    verdicts([{ ...about(0, 'fail'), failure_class }, about(1, 'pass', 'invented')], undefined, plainClass).map(
      (each) => each.failure_class,
    );

  test.each<[Json, CriterionVerdict['failure_class']]>([
    ['logical', 'logical'],
    ['environmental', 'environmental'],
    [null, null],
    ['null', null],
    ['bad luck', null],
    [7, null],
  ])('is the word of the judge where code knows nothing: %j', (said, failure_class) => {
    expect(classed(said)).toEqual([failure_class, null, null]);
  });

  test.each<Json>(['logical', 'environmental', null])('is what is plain, although the judge says %j', (said) => {
    expect(classed(said, 'environmental')).toEqual(Array(3).fill('environmental'));
  });

  test('is told for no criterion that passes or is unverifiable, whatever is plain', () => {
    const said = [
      { ...about(0), failure_class: 'logical' },
      { ...about(1, 'unverifiable'), failure_class: 'logical' },
    ];
    expect(verdicts(said, undefined, 'environmental').map((each) => each.failure_class)).toEqual([null, null, 'environmental']);
  });
});

describe('long evidence is kept in short', () => {
  const long = `first ${'-'.repeat(1_000_000)} last`;
  test.each(['pass', 'fail', 'unverifiable'])('for a criterion that is said to be %s', (verdict) => {
    const [first] = verdicts([about(0, verdict, long)], { texts: [`before ${long} behind`], calls: [] });
    expect(first).toMatchObject({ verdict, by: 'model' });
    expect(first?.evidence).toMatch(/^first -+\n… \d+ characters left out …\n-+ last$/);
    expect(first?.evidence.length).toBeLessThan(4200);
  });
});

describe('evidence is found', () => {
  const empty = call({ call_id: '1.2.3/R3/10.11', tool: 'glob', input: { pattern: '*.bak' } });
  test.each<[string, string, Sources]>([
    ['in a text, however it is spaced', 'notes. They', { texts: ['x', output], calls: [] }],
    ['in what a call gave back', '42 notes', { texts: [], calls: [call(), call({ output_head_tail: output })] }],
    ['in what a failed call gave back', 'no such file', { texts: [], calls: [failing('not_found', { output_head_tail: 'no such file' })] }],
    [
      'in what a search printed of what it was told to look for',
      'TODO',
      { texts: [], calls: [call({ tool: 'shell', programs: ['grep'], input: { command: 'grep TODO a' }, output_head_tail: 'a TODO b' })] },
    ],
    ['by the id of a call, be its output empty', '1.2.3/R3/10.11', { texts: [], calls: [empty] }],
    ['by the id of a call among other words', 'Call 1.2.3/R3/10.11. It is empty.', { texts: [], calls: [empty] }],
    ['by the ids of several calls', '1.1.1/R3/1.1, 1.2.3/R3/10.11', { texts: [], calls: [call(), empty] }],
    [
      'in an output that has more than the call was told to say',
      'tests passed: 7',
      { texts: [], calls: [call({ input: { command: 'echo tests passed' }, output_head_tail: 'tests passed: 7' })] },
    ],
    [
      'in what one call gave back, although another was told to say it',
      'tests passed',
      {
        texts: [],
        calls: [
          call({ input: { command: 'echo tests passed' }, output_head_tail: 'tests passed' }),
          call({ input: { command: 'npm test' }, output_head_tail: '7 tests passed' }),
        ],
      },
    ],
    [
      'where it is named like a part of the input',
      'command',
      { texts: ['the command'], calls: [call({ input: { command: 'ls' }, output_head_tail: '' })] },
    ],
  ])('%s', (_, evidence, sources) => {
    expect(isFound(evidence, sources)).toBe(true);
  });
});

describe('evidence is not found', () => {
  const echo = (command: Json, output_head_tail: string): Sources => ({
    texts: [],
    calls: [call({ tool: 'shell', input: command, output_head_tail })],
  });
  const said = 'all "tests" passed';
  test.each<[string, string, Sources]>([
    ['by the id of a call that failed', '1.1.1/R3/1.1', { texts: [], calls: [failing('not_found')] }],
    [
      'in what a line only prints, however it is put together',
      '42 tests',
      {
        texts: [],
        calls: [call({ tool: 'shell', programs: ['echo'], input: { command: "echo 42 'tests'" }, output_head_tail: '42 tests' })],
      },
    ],
    ['where there is nothing', 'a', nothing],
    ['over two texts', 'a b', { texts: ['a', 'b'], calls: [] }],
    ['in what a refused call was told', 'not on offer', { texts: [], calls: [failing('refused', { output_head_tail: 'not on offer' })] }],
    ['by the id of a refused call', '1.1.1/R3/1.1', { texts: [], calls: [failing('refused')] }],
    ['by the id of a call that nobody made', '1.1.1/R3/1.2', { texts: [], calls: [call()] }],
    ['by the id of a call that nobody made, although it is quoted', '1.1.1/R3/1.2', { texts: ['1.1.1/R3/1.2'], calls: [call()] }],
    ['by two ids, one of them invented', '1.1.1/R3/1.1 1.1.1/R3/1.2', { texts: [], calls: [call()] }],
    ['by an id that only begins like one', '1.1.1/R3/1.12', { texts: [], calls: [call()] }],
    ['by an id that only ends like one', '11.1.1/R3/1.1', { texts: [], calls: [call()] }],
    ['by an id with a part more in front', '1.1.1.1/R3/1.1', { texts: [], calls: [call()] }],
    ['by an id with a part more behind', '1.1.1/R3/1.1.1', { texts: [], calls: [call()] }],
    ['by an id of another role', '1.1.1/R4a/1.1', { texts: [], calls: [call()] }],
    ['by a part of an id', '1.1', { texts: [], calls: [call()] }],
    ['in a line that the executor printed', 'tests passed', echo({ command: 'echo tests passed' }, 'tests passed')],
    ['in a line that it printed, spaced otherwise', 'tests  passed', echo({ command: 'echo tests passed' }, 'tests\npassed')],
    ['in lines that it printed', 'tests passed', echo({ command: 'cat <<END\ntests\npassed\nEND' }, 'tests\npassed')],
    ['in marks that it printed', said, echo({ command: `echo '${said}'` }, said)],
    ['in a letter that JSON writes otherwise', 'tests\\d passed', echo({ command: 'echo tests\\d passed' }, 'tests\\d passed')],
    ['in a part of what it printed', 'sts pass', echo({ command: 'echo tests passed' }, 'tests passed')],
    ['in what stands deep in its input', 'tests passed', echo({ script: { lines: ['x', 'tests\tpassed'] } }, 'tests passed')],
    ['in a number that it printed', '42', echo({ print: 42 }, '42')],
  ])('%s', (_, evidence, sources) => {
    expect(isFound(evidence, sources)).toBe(false);
  });

  test('by nothing at all, whatever there is', () => {
    for (const evidence of ['', ' ', '""', '…']) {
      expect(isFound(evidence, { texts: ['', ' ', 'a " b'], calls: [call(), call({ output_head_tail: ' ' })] })).toBe(false);
    }
  });
});

test('whatever a judge says, nothing passes without evidence that is there, and every verdict fits its shape', () => {
  const words = fc.constantFrom<Json>('42 notes', 'They are short.', 'invented', '', null, '1.1.1/R3/1.1', '1.1.1/R3/9.9');
  const index = fc.constantFrom<Json>(0, 1, 2, 3, -1, 0.5, '0', '1', null, '', '__proto__');
  const item = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.tuple(index, fc.constantFrom<Json>('pass', 'fail', 'unverifiable', 'PASS'), words).map((row) => about(...row)),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> },
  );
  const sources = { texts: [output], calls: [call()] };
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (said) => {
      const given = verdicts(said, sources);
      expect(given.map((each) => CriterionVerdict.parse(each))).toEqual(given);
      expect(given.map((each) => each.criterion)).toEqual(asked.map((each) => each.criterion));
      for (const [at, { verdict, evidence, failure_class }] of given.entries()) {
        const matching = said.filter((each) => {
          const number = (each as { criterion?: Json } | null)?.criterion;
          return number === at || number === `${at}`;
        });
        const allPass = matching.length > 0 && matching.every((each) => (each as { verdict?: Json }).verdict === 'pass');
        const allFound = matching.every((each) => isFound(String((each as { evidence?: Json }).evidence ?? ''), sources));
        expect(verdict === 'pass').toBe(allPass && allFound);
        if (verdict === 'pass') expect(isFound(evidence, sources)).toBe(true);
        if (verdict !== 'fail') expect(failure_class).toBeNull();
      }
    }),
    { numRuns: 1000 },
  );
});
