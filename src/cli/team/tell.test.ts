import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { runTeam } from '../../../test/team/team-repository.ts';
import { answerLetter, openOutbox, pendingLetters, type Reply, readLetterFile } from '../../team/letters/outbox.ts';

/** Runs tell as an agent would, and answers what it sends. */
async function told(args: readonly string[], reply: Reply, env: Readonly<Record<string, string>> = {}) {
  const root = scratch();
  const agent = env.LIZA_AGENT_ID ?? 'coder-1';
  const said = runTeam(root, ['tell', ...args], {
    env: { ARTOO_DATA_DIR: join(root, 'data'), LIZA_OUTBOX: openOutbox(root, agent), LIZA_TASK: 't1', LIZA_FENCING: '3', ...env },
  });
  await expect.poll(() => pendingLetters(root)).toHaveLength(1);
  const [pending] = pendingLetters(root);
  if (!pending) throw new Error('no letter waits');
  const letter = readLetterFile(pending);
  answerLetter(pending, reply);
  return { letter, ...(await said) };
}

test.each<[Reply, number]>([
  [{ ok: true }, 0],
  [{ ok: false, code: 'refused', why: ['the worktree is not clean'] }, 1],
  [{ ok: false, code: 'stale', why: ['t1 is assigned to coder-2 now'] }, 42],
])('the answer %j is printed, and ends with %i', async (reply, exit) => {
  const { letter, out, code } = await told(['submit', '{"message":"Says hello"}'], reply);
  expect(letter).toMatchObject({
    ok: true,
    letter: { agent: 'coder-1', kind: 'submit', task: 't1', fencing: 3, body: { message: 'Says hello' } },
  });
  expect([JSON.parse(out), code]).toEqual([reply, exit]);
});

test('a planner names the task in its letter, and holds none', async () => {
  const env = { LIZA_AGENT_ID: 'planner-1', LIZA_TASK: '', LIZA_FENCING: '0' };
  const { letter } = await told(['unblock', '{"task":"t7","what_changed":"the spec says it now"}'], { ok: true }, env);
  expect(letter).toMatchObject({ ok: true, letter: { agent: 'planner-1', task: 't7', fencing: 0 } });
});

test('a letter without its fields is refused at once', async () => {
  const root = scratch();
  const { out, code } = await runTeam(root, ['tell', 'submit', '{}'], {
    env: { ARTOO_DATA_DIR: root, LIZA_OUTBOX: openOutbox(root, 'coder-1') },
  });
  expect([JSON.parse(out), code]).toEqual([{ ok: false, code: 'refused', why: [expect.stringContaining('body.message')] }, 1]);
});

test.each([
  [['sumbit', '{}'], 'did you mean submit?'],
  [['submit', 'hello'], 'not a JSON object'],
  [['submit', '[]'], 'not a JSON object'],
  [['submit', '-'], 'nothing arrived on standard input'],
])('%j is wrong usage', async (args, why) => {
  const root = scratch();
  const input = Object.assign(Readable.from([]), { isTTY: true }) as unknown as typeof process.stdin; // the only fields that are read
  const env = { ARTOO_DATA_DIR: root, LIZA_OUTBOX: openOutbox(root, 'coder-1') };
  await expect(runTeam(root, ['tell', ...args], { env, input })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(why),
  });
});

test('outside of a turn no letter can be sent', async () => {
  await expect(runTeam(scratch(), ['tell', 'log', '{"detail":"x"}'])).rejects.toMatchObject({ code: 'usage' });
});
