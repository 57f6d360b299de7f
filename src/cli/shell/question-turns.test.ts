import { expect, test } from 'vitest';
import type { Message } from '../../contracts/messages.ts';
import { createQuestionTurns } from './question-turns.ts';

const question = (id: string) => ({ id }) as Message; // no other members are used
const untilClosed = (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

test('a question that is answered elsewhere is closed, and the next is put', async () => {
  const turns = createQuestionTurns();
  const asked: string[] = [];
  const [first, second] = [question('a'), question('b')];
  const putting = turns.put(first, async () => {
    asked.push('a');
    await untilClosed(turns.signal());
  });
  const next = turns.put(second, async () => void asked.push('b'));
  await expect.poll(() => asked).toEqual(['a']);
  expect(turns.answered(first.id)).toBe(true);
  await putting;
  await next;
  expect(asked).toEqual(['a', 'b']);
});

test('one that was answered elsewhere before its turn is not put', async () => {
  const turns = createQuestionTurns();
  expect(turns.answered(question('a').id)).toBe(false);
  await turns.put(question('a'), () => expect.fail('it is put'));
});

test('the reply of the person here closes nothing', async () => {
  const turns = createQuestionTurns();
  await turns.put(question('a'), async (isAnswered) => {
    isAnswered();
    expect(turns.answered(question('a').id)).toBe(false);
    expect(turns.signal().aborted).toBe(false);
  });
});
