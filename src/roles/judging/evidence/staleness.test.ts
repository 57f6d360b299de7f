import { expect, test } from 'vitest';
import { declared } from '../../../../test/support/declared.ts';
import { call } from '../../../../test/support/work.ts';
import type { ToolCall } from '../../../contracts/execution.ts';
import { viewOf } from './call-view.ts';
import { staleness } from './staleness.ts';

const wrote = call({
  call_id: '1.1.1/R3/2.1',
  tool: 'write_file',
  input: { path: 'a.txt', content: 'x' },
  changed: [{ path: '/home/a.txt', change: 'created' }],
});
const shell = (command: string): ToolCall => call({ tool: 'shell', input: { command }, target: command, exit_code: 0 });

test.each<[string, ToolCall, boolean]>([
  ['a line that names no path', shell('ls'), true],
  ['a line that names the file', shell('cat a.txt'), true],
  ['a line that names another file', shell('cat b.txt'), false],
  ['a look for names in the folder', call({ tool: 'glob', input: { pattern: '*' }, target: '*' }), true],
  ['a reading of another file', call({ input: { path: 'b.txt' }, target: 'b.txt' }), false],
  [
    'a page of the web',
    call({ tool: 'fetch_url', input: { url: 'https://example.org/a.txt' }, target: 'https://example.org/a.txt' }),
    false,
  ],
  ['a search of the web', call({ tool: 'search', input: { query: 'a.txt' }, target: 'a.txt' }), false],
  ['a question to a service, which looked at no file', call({ tool: 'exchange_rate', input: { currency: 'EUR' }, target: 'EUR' }), false],
])('after a file was written, %s is old: %s', (_, made, isOld) => {
  const [call = expect.unreachable(), ...later] = declared(made, wrote);
  const view = viewOf(call, '/home', new Map());
  expect(staleness(view, later, '/home')).toEqual(isOld ? { path: '/home/a.txt', by: '1.1.1/R3/2.1' } : undefined);
});
