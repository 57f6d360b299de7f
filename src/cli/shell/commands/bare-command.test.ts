import { expect, test } from 'vitest';
import { bareCommand } from './bare-command.ts';

test.each([
  ['doctor', 'artoo doctor'],
  [' Doctor ', 'artoo doctor'],
  ['setup', '/setup'],
  ['cost', '/cost'],
  ['serve', '/serve'],
  ['exit', '/exit'],
  ['help', '/help'],
  ['log last', '/log last'],
  ['undo k1iq317o', '/undo k1iq317o'],
  ['memory show', '/memory show'],
  ['memory list', '/memory list'],
  ['mcp list', 'artoo mcp list'],
  ['doctor --json', 'artoo doctor --json'],
])('%j is a command, typed as %s', async (text, typed) => {
  expect(await bareCommand(text)).toBe(typed);
});

test.each([
  '"doctor"',
  "'audit'",
  'audit the dependencies',
  'audit everything',
  'memory leaks',
  'memory why is it growing',
  'cost of living',
  'log rotation',
  'plan my week',
  'undo it',
  'docter',
  'team\nrun',
  'toString',
  '',
])('%j is a goal', async (text) => {
  expect(await bareCommand(text)).toBeUndefined();
});
