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

test('calls that changed nothing change nothing', () => {
  expect(changesIn([call({}), call({ changed: [] })])).toEqual([]);
});
