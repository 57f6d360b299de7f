import { expect, test } from 'vitest';
import { costLines, costTable } from './cost-table.ts';

const used = {
  model_calls: 9_999,
  tool_calls: 0,
  input_tokens: 123_456_789,
  output_tokens: 9_999_999,
  model_ms: 86_400_000,
  tool_ms: 0,
  usd: 1234.5,
  unpriced: ['m'],
};

test('what many tasks used fits 80 columns', () => {
  const lines = costLines(
    costTable({ ...used, by_role: [{ role: 'R4b', ...used, tool_calls: 99_999, tool_ms: 3_600_000 }], untold: used }),
  );
  expect(lines).toEqual([
    'what        calls   tools  tokens in        out    time  tool time       cost',
    'R4b judges  9,999  99,999     123.5M  9,999,999  24.0 h      1.0 h  $1234.50+',
    '(any)       9,999             123.5M  9,999,999  24.0 h             $1234.50+',
    'all         9,999             123.5M  9,999,999  24.0 h             $1234.50+',
  ]);
});

test('one row is its own sum', () => {
  expect(costTable({ ...used, by_role: [{ role: 'R1', ...used }] }).rows).toHaveLength(1);
  expect(costTable({ ...used, by_role: [] }).rows).toEqual([['all', '9,999', '', '123.5M', '9,999,999', '24.0 h', '', '$1234.50+']]);
});
