import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { declared } from '../../../test/support/declared.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { call, failing } from '../../../test/support/work.ts';
import { type ToolCall, toolErrorClasses } from '../../contracts/execution.ts';
import { failureClass } from './failure-class.ts';

const write = (more: Partial<ToolCall> = {}) => call({ tool: 'write_file', target: 'b.txt', ...more });
const refused = (more: Partial<ToolCall> = {}) => failing('refused', more);

describe('a failure is environmental', () => {
  test.each<[string, readonly ToolCall[]]>([
    ['after an error of the surroundings', [failing('not_found')]],
    ['when everything else worked', [call({ target: 'b' }), failing('not_found'), write()]],
    ['when the error came back after a success', [call(), failing('permission')]],
    [
      'when another program worked',
      [failing('not_found', { tool: 'shell', programs: ['cat'] }), call({ tool: 'shell', programs: ['ls'] })],
    ],
    ['when another tool worked on the target', [failing('not_found'), write({ target: 'a.txt' })]],
    ['when the call failed again', [failing('timeout'), failing('timeout')]],
    ['when it failed again, the last time for another reason', [failing('timeout'), failing('failed')]],
    ['when one of two errors is of the surroundings', [failing('exists'), failing('network', { target: 'u' })]],
    ['when another error was recovered from', [failing('network', { tool: 'fetch_url' }), failing('exists'), call()]],
    ['when the call was refused afterwards', [failing('network'), refused()]],
  ])('%s', (_, calls) => {
    expect(failureClass(declared(...calls))).toBe('environmental');
  });
});

describe('a failure is logical', () => {
  test.each<[string, readonly ToolCall[]]>([
    ['when nothing was called', []],
    ['when everything was refused', [refused(), refused({ tool: 'shell' })]],
    ['when its only call worked', [call()]],
    ['when every call worked', [call(), write()]],
    ['when an error of the surroundings was recovered from', [failing('not_found'), call()]],
    ['when it was recovered from later', [failing('not_found'), write(), failing('not_found'), call()]],
    ['when an error of another kind was recovered from', [failing('exists'), call()]],
    [
      'when a search found nothing',
      [failing('failed', { tool: 'shell', input: { command: 'grep x a' }, programs: ['grep'], exit_code: 1 })],
    ],
    ['when all that was made worked, and the rest was refused', [call(), refused(), refused({ tool: 'shell' })]],
  ])('%s', (_, calls) => {
    expect(failureClass(declared(...calls))).toBe('logical');
  });
});

describe('a failure is left open', () => {
  test.each<[string, readonly ToolCall[]]>([
    ['after an error of another kind', [call(), write({ ok: false, error_class: 'exists' })]],
    ['after an error of no kind', [call(), failing()]],
    ['when the error came back after a success', [call(), failing('failed')]],
    ['when the target was never named but for another tool', [failing('failed', { target: '' }), write({ target: '' })]],
  ])('%s', (_, calls) => {
    expect(failureClass(declared(...calls))).toBeNull();
  });
});

test.each(toolErrorClasses)('what lasted tells the class: %s', (error_class) => {
  const environmental = ['not_found', 'permission', 'network', 'timeout', 'rate_limit', 'missing_program'].includes(error_class);
  const other = error_class === 'refused' ? 'logical' : null;
  expect(failureClass(declared(write(), failing(error_class)))).toBe(environmental ? 'environmental' : other);
});

test('what was refused changes nothing, wherever it occurs', () => {
  const anyCall = fc
    .record({
      tool: fc.constantFrom('glob', '__proto__'),
      target: fc.constantFrom('', 'a', 'glob'),
      ok: fc.boolean(),
      error_class: fc.constantFrom('not_found' as const, 'failed' as const),
    })
    .map(({ error_class, ...made }) => (made.ok ? call(made) : failing(error_class, made)));
  const calls = fc.array(fc.oneof({ weight: 3, arbitrary: anyCall }, fc.constant(refused())), { maxLength: 6 });
  fc.assert(
    fc.property(calls, (all) => {
      const made = all.filter(({ error_class }) => error_class !== 'refused');
      expect(failureClass(declared(...all))).toBe(failureClass(declared(...made)));
      if (failureClass(declared(...all)) === 'logical') expect(made.at(-1)?.ok ?? true).toBe(true);
    }),
    { numRuns: 500 / oneIn(10) },
  );
});
