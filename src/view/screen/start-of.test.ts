import { expect, test } from 'vitest';
import { line, span } from '../style/line.ts';
import { startOf } from './start-of.ts';

test.each([
  ['a line that ends before is as it was', line('ab'), 5, line('ab')],
  ['a longer one is cut', line('hello'), 3, line('hel')],
  ['its styles are kept', [span('ab', 'good'), span('cd', 'code')], 3, [span('ab', 'good'), span('c', 'code')]],
  ['a wide character is left out rather than cut', [span('ab'), span('日本', 'code'), span('c')], 5, [span('ab'), span('日', 'code')]],
  ['nothing stands left of the first column', line('ab'), 0, []],
])('%s', (_, whole, columns, expected) => {
  expect(startOf(whole, columns)).toEqual(expected);
});
