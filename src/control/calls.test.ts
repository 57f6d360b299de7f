import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../contracts/execution.ts';
import { failedCalls } from './calls.ts';

const call = (target: string, ok: boolean, more: Partial<ToolCall> = {}): ToolCall => ({
  call_id: 'c',
  tool: 'shell',
  input: {},
  target,
  ok,
  output_head_tail: '',
  ...more,
});
const changing = { changed: [{ path: '/a', change: 'changed' as const }] };
const refused = { error_class: 'refused' as const };

describe('a failed call is one that could only fail again', () => {
  test.each<[string, readonly ToolCall[], readonly string[]]>([
    ['a call that failed', [call('npm test', false)], ['npm test']],
    ['and failed once more', [call('npm test', false), call('npm test', false)], ['npm test']],
    ['not where it worked since', [call('npm test', false), call('npm test', true)], []],
    ['also where another call worked that changed nothing', [call('npm test', false), call('ls', true, { changed: [] })], ['npm test']],
    ['not where something was changed since', [call('npm test', false), call('edit a', true, changing)], []],
    ['but where it failed after the change', [call('edit a', true, changing), call('npm test', false)], ['npm test']],
    ['but where the change failed', [call('npm test', false), call('edit a', false, changing)], ['npm test', 'edit a']],
    ['but where the change was refused', [call('npm test', false), call('edit a', false, { ...changing, ...refused })], ['npm test']],
  ])('%s', (_, calls, targets) => {
    expect(failedCalls([], calls).map(({ target }) => target)).toEqual(targets);
  });

  test('a change ends the block on calls of earlier rounds, too', () => {
    const before = [{ tool: 'shell', target: 'npm test' }];
    expect(failedCalls(before, [])).toEqual(before);
    expect(failedCalls(before, [call('edit a', true, changing)])).toEqual([]);
  });
});
