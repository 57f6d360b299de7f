/** `--plan` in whole tasks: nothing is done before the person has seen the plan, and their edited plan has to follow the same rules. */
import { describe, expect, test } from 'vitest';
import type { PayloadOf } from '../../src/contracts/messages.ts';
import { answering } from '../../src/engine/person.ts';
import { answers, attempt, callsIn, does, fileThere, plan, read, saying, subtask, write } from '../support/scripted.ts';
import { expectHonestEnd, messagesOf, runWholeTask } from '../support/whole-task.ts';

type Plan = PayloadOf<'PlanReview'>;
type Reply = PayloadOf<'PlanReply'>;

/** Reviews plans with these answers in turn, and records what was shown. */
async function reviewed(replies: readonly ((plan: Plan) => Reply)[], model = saying({})) {
  const shown: Plan[] = [];
  const person = answering({
    review(seen) {
      shown.push(seen);
      return replies[shown.length - 1]?.(seen) ?? { approved: false };
    },
  });
  const ended = await runWholeTask({ model, review: true, person });
  expectHonestEnd(ended);
  return { ...ended, shown };
}
const yes = (): Reply => ({ approved: true });
const no = (): Reply => ({ approved: false });

describe('a plan that the person', () => {
  test('approves is carried out as it was shown', async () => {
    const { result, shown } = await reviewed([yes]);
    expect(result.reason).toBe('met');
    expect(shown).toMatchObject([{ round: 1, reasons: [], subtasks: [{ intent: 'Write hello.txt', sequence: 1 }] }]);
  });

  test('declines ends the task before anything is done', async () => {
    const { result, entries } = await reviewed([no]);
    expect(result).toMatchObject({ reason: 'no_plan', directive: 'abandon', changed: [] });
    expect(callsIn(entries)).toEqual([]);
  });

  test('edits is carried out as they edited it', async () => {
    const edited = ({ subtasks }: Plan): Reply => ({
      approved: true,
      subtasks: subtasks.map((each) => ({ ...each, intent: 'Write hello.txt politely' })),
    });
    const { result, entries } = await reviewed([edited]);
    expect(result.reason).toBe('met');
    expect(messagesOf(entries, 'SubTask')[0]?.payload.intent).toBe('Write hello.txt politely');
  });

  test('edits into one that cannot be carried out comes back with the reasons', async () => {
    const broken = ({ subtasks }: Plan): Reply => ({
      approved: true,
      subtasks: subtasks.map((each) => ({ ...each, tools: ['telepathy'] })),
    });
    const { result, shown, entries } = await reviewed([broken, yes, no]);
    expect(shown[1]?.reasons.join()).toContain('telepathy');
    expect(result.reason).toBe('no_plan'); // a yes to a plan that cannot be carried out does not count
    expect(entries.filter((entry) => entry.kind === 'decision' && entry.name === 'plan_rejected')).toHaveLength(1);
  });

  test('edits again and again without success is asked four times at most', async () => {
    const broken = (): Reply => ({ approved: true, subtasks: [] });
    const { result, shown } = await reviewed(Array.from({ length: 9 }, () => broken));
    expect([result.reason, shown.length]).toEqual(['no_plan', 4]);
  });
});

test('every later plan is shown too', async () => {
  const model = saying(
    {
      R2: answers(
        plan([subtask({ success_criteria: [fileThere('a.txt')] })], [fileThere('a.txt')]),
        plan([subtask({ intent: 'Write a.txt instead', success_criteria: [fileThere('a.txt')] })], [fileThere('a.txt')]),
      ),
    },
    [1, 2, 3].flatMap((number) => attempt(`1.1.${number}`, does(read('missing.txt')))),
    attempt('2.1.1', does(write('a.txt'))),
  );
  const { result, shown } = await reviewed([yes, yes], model);
  expect(result).toMatchObject({ reason: 'met', replans: 1 });
  expect(shown.map(({ round }) => round)).toEqual([1, 2]);
});

test('where no one is there, no plan is carried out', async () => {
  const ended = await runWholeTask({ model: saying({}), review: true });
  expect(ended.result).toMatchObject({ reason: 'no_plan', changed: [] });
});
