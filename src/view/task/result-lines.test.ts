import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draws, hostile } from '../../../test/support/hostile-text.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { resultLines } from './result-lines.ts';

/** Stands in the samples below wherever a text from outside may stand. */
const anything = '«anything»';

const filled = <T>(sample: T, text: string): T => JSON.parse(JSON.stringify(sample), (_, value) => (value === anything ? text : value));

const abandoned: FinalResult = {
  task_id: 't' as FinalResult['task_id'],
  summary: anything,
  output: anything,
  unmet: [{ criterion: anything, why: anything }],
  ungrounded: [anything],
  loss: { D: 0.25, P: 0.5, Omega: 0.1, L: 0.325 },
  grad_l: 0,
  replans: 0,
  prev_directive: 'init',
  directive: 'abandon',
  reason: 'gap',
  next_moves: [anything],
  changed: [{ path: anything, change: 'created' }],
  cost: {
    active_ms: 1_500,
    model_calls: 2,
    tool_calls: 3,
    input_tokens: 0,
    output_tokens: 0,
    model_ms: 0,
    tool_ms: 0,
    usd: 0,
    unpriced: [],
    by_role: [],
  },
  refused: false,
  failure: null,
};
const accepted: FinalResult = {
  ...abandoned,
  unmet: [],
  ungrounded: [],
  next_moves: [],
  changed: [],
  directive: 'accept',
  reason: 'met',
};

test('nothing in a result can draw on the terminal', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), (text, asObject) => {
      const output = asObject ? { [text]: [text] } : text;
      expect(resultLines({ ...filled(abandoned, text), output }).filter((line) => [...line].some(draws))).toEqual([]);
    }),
  );
});

describe('a long text', () => {
  const long = '😀'.repeat(5_000);

  test('is cut in every line of a result but its output, which is shown whole', () => {
    const lines = resultLines(filled(abandoned, long));
    expect(lines.filter((line) => line.length > 400)).toEqual([`  ${long}`]);
    expect(lines.every((line) => line.isWellFormed())).toBe(true);
  });

  test('is left alone as long as it fits', () => {
    expect(resultLines({ ...accepted, summary: 'x'.repeat(220) }).join('\n')).toContain('x'.repeat(220));
    expect(resultLines({ ...accepted, summary: 'x'.repeat(221) }).join('\n')).not.toContain('x'.repeat(220));
  });
});

describe('a result', () => {
  test.each([
    ['accept', 'met', 'Done'],
    ['success', 'close_enough', 'Delivered with gaps'],
    ['abandon', 'gap', 'Not done'],
    ['abandon', 'cancelled', 'Not done'],
  ] as const)('that ends with %s (%s) reads as %s', (directive, reason, heading) => {
    expect(resultLines({ ...accepted, directive, reason, summary: 'so it is' })[1]).toBe(`${heading} (${reason}): so it is`);
  });

  test('that was abandoned lists what is unmet, what is ungrounded, what to do next and what changed', () => {
    const lines = resultLines({
      ...abandoned,
      unmet: [
        { criterion: 'a exists', why: 'it does not' },
        { criterion: 'b exists', why: 'not judged' },
      ],
      ungrounded: ['/a/b'],
      next_moves: ['Try again.', 'Ask somebody.'],
      changed: [{ path: '/c/d', change: 'deleted' }],
    });
    const sections = ['not met', '  a exists: it does not', '  b exists: not judged', '', 'not seen in any tool output', '  /a/b', ''];
    const rest = ['you could', '  Try again.', '  Ask somebody.', '', 'changed on disk', '  deleted /c/d', ''];
    expect(lines.slice(lines.indexOf('not met'), -2)).toEqual([...sections, ...rest]);
  });

  test('that was accepted has no section without anything in it', () => {
    expect(resultLines({ ...accepted, summary: 's', output: null })).toEqual([
      '',
      'Done (met): s',
      '',
      'loss     D 0.25, P 0.50, Ω 0.10, L 0.33, ∇L ⊥, init→accept',
      'cost     2 model calls, 3 tool calls, 1.5 s, 0 tokens',
    ]);
  });

  test.each([
    ['none for models that cost nothing', { usd: 0 }, '1,240 tokens'],
    ['dollars', { usd: 1.239 }, '1,240 tokens, $1.24'],
    ['parts of a cent', { usd: 0.00123 }, '1,240 tokens, $0.0012'],
    [
      'the models whose price nobody knows',
      { usd: 0.5, unpriced: ['my-model', 'b\u001b[2J'] },
      '1,240 tokens, $0.50, no price is known for my-model, b\ufffd[2J',
    ],
  ])('says what it cost: %s', (_, cost, end) => {
    const lines = resultLines({ ...accepted, cost: { ...accepted.cost, input_tokens: 1_000, output_tokens: 240, ...cost } });
    expect(lines.at(-1)).toBe(`cost     2 model calls, 3 tool calls, 1.5 s, ${end}`);
  });

  test('is broken under where its text begins, for a terminal of some width', () => {
    const lines = resultLines({ ...accepted, summary: 'word '.repeat(30).trim(), output: null }, 40);
    expect(lines[1]).toBe('Done (met): word word word word word');
    expect(lines[2]).toBe('         word word word word word word');
  });

  test.each([
    ['a text row by row', 'one\ntwo\r\n\nthree', ['  one', '  two', '  ', '  three']],
    ['a tab as spaces', 'a\tb', ['  a    b']],
    ['an object as JSON', { a: [1] }, ['  {"a":[1]}']],
  ])('shows %s', (_, output, rows) => {
    expect(resultLines({ ...accepted, output }).slice(3, -3)).toEqual(rows);
  });
});
