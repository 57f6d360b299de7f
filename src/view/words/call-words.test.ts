import { expect, test } from 'vitest';
import { actionPhrase, callSaid, verbDone } from './call-words.ts';

test.each([
  ['mcp__notes__search', 'notes/search'],
  ['mcp__my-notes__list_all', 'my-notes/list_all'],
  ['mcp__notes__a__b', 'notes/a__b'],
  ['own_tool', 'own_tool'],
  ['mcp__', 'mcp__'],
])('the tool %s is called %s, as in the question about it', (tool, name) => {
  expect([verbDone(tool), callSaid(tool, 'soup', false), actionPhrase(tool)]).toEqual([name, `${name} soup`, name]);
});
