import { expect, test } from 'vitest';
import type { Turn } from '../../models/model.ts';
import { withinBudget } from './conversation.ts';

const said = (call_id: string, content = ''): Turn => ({
  role: 'assistant',
  text: 'so',
  calls: [{ call_id, tool: 'put', input: { content } }],
});
const returned = (call_id: string, text: string): Turn => ({ role: 'tool', call_id, tool: 'put', text: `<result>\n${text}\n</result>` });
const goal: Turn = { role: 'user', text: 'x'.repeat(5_000) };

test('a conversation that fits stays as it is', () => {
  const turns = [goal, said('a', 'x'.repeat(30_000)), returned('a', 'y'.repeat(30_000))];
  expect(withinBudget(turns)).toEqual(turns);
});

test('one that does not loses the middle of its oldest calls and results first, and never a word of the person', () => {
  const turns = [goal, ...['a', 'b', 'c', 'd', 'e'].flatMap((id) => [said(id, 'x'.repeat(30_000)), returned(id, 'y'.repeat(30_000))])];
  const kept = withinBudget(turns);
  expect(kept.map((turn, at) => turn === turns[at])).toEqual([true, false, false, false, false, true, true, true, true, true, true]);
  expect(JSON.stringify(kept).length).toBeLessThan(201_000);
  expect(kept[2]).toMatchObject({
    role: 'tool',
    text: expect.stringMatching(/^<result>\ny+\n… \d+ characters left out …\ny+\n<\/result>$/),
  });
});

test('one whose last step alone is too long is shortened, too', () => {
  const turns = [goal, ...Array.from({ length: 16 }, (_, at) => returned(`${at}`, 'y'.repeat(30_000)))];
  expect(JSON.stringify(withinBudget(turns)).length).toBeLessThan(215_000);
});
