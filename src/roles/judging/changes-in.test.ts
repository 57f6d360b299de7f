import { expect, test } from 'vitest';
import { call } from '../../../test/support/work.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import { type Changed, changesIn } from './changes-in.ts';

const changing = (...changes: readonly Changed['change'][]): readonly ToolCall[] =>
  changes.map((change) => call({ changed: [{ path: '/home/a.txt', change }] }));

test.each<[string, readonly Changed['change'][], Changed['change'] | undefined]>([
  ['a file that is created and changed is new', ['created', 'changed', 'metadata'], 'created'],
  ['a file that is created and deleted was never there', ['created', 'deleted'], undefined],
  ['a file that is deleted and created again has changed', ['deleted', 'created'], 'changed'],
  ['a file that is changed and then deleted is gone', ['changed', 'deleted'], 'deleted'],
  ['new rights do not hide a change', ['changed', 'metadata'], 'changed'],
  ['a file that comes, goes and comes is new', ['created', 'deleted', 'created'], 'created'],
])('%s', (_, changes, expected) => {
  expect(changesIn(changing(...changes)).map(({ change }) => change)).toEqual(expected === undefined ? [] : [expected]);
});

const made = (path: string, moved_from?: string): Changed => ({ path, change: 'created', ...(moved_from !== undefined && { moved_from }) });
const gone = (path: string): Changed => ({ path, change: 'deleted' });
const edited = (path: string): Changed => ({ path, change: 'changed' });

test.each<[string, readonly (readonly Changed[])[], readonly Changed[]]>([
  ['a file that is moved', [[gone('/a'), made('/b', '/a')]], [gone('/a'), made('/b', '/a')]],
  [
    'a file that is moved twice was moved once',
    [
      [gone('/a'), made('/b', '/a')],
      [gone('/b'), made('/c', '/b')],
    ],
    [gone('/a'), made('/c', '/a')],
  ],
  ['a file that is moved and then edited is new', [[gone('/a'), made('/b', '/a')], [edited('/b')]], [gone('/a'), made('/b')]],
  [
    'a file that is moved and moved back',
    [
      [gone('/a'), made('/b', '/a')],
      [gone('/b'), made('/a', '/b')],
    ],
    [edited('/a')],
  ],
  ['a file whose old path has a new file', [[gone('/a'), made('/b', '/a')], [made('/a')]], [edited('/a'), made('/b')]],
])('%s', (_, calls, expected) => {
  expect(changesIn(calls.map((changed) => call({ changed })))).toEqual(expected);
});

test('calls that changed nothing change nothing', () => {
  expect(changesIn([call({}), call({ changed: [] })])).toEqual([]);
});
