/** What happens while a team is at work: specs that change, notes, discoveries, two coders that fail. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aBoard, aTask, idleCoder, inState } from '../../../test/team/boards.ts';
import { actions, approving, plainTask, repository, statuses, teamOf, work, writing } from '../../../test/team/played-team.ts';
import { replayJournal } from '../replay/read-journal.ts';
import { limitsReached } from './limits.ts';
import { specHashes } from './surroundings.ts';
import { doNow } from './team.ts';

const finalized = (root: string, id: string) => ({
  ...plainTask(id),
  spec_hash: specHashes(root, ['specs/vision.md'])['specs/vision.md'] ?? '',
});

test('a spec that changes while a coder works is noted once, reported to the coder before its work counts, and a fact of the review', async () => {
  const root = await repository([plainTask('t1')]);
  const replies: unknown[] = [];
  const prompts: string[] = [];
  const team = teamOf(root, {
    async coder(turn, say, of) {
      await say('checkpoint', { intent: 'write', validation: 'read', files_to_modify: ['hello.txt'] });
      writeFileSync(join(turn.folder, 'hello.txt'), 'hi\n');
      writeFileSync(join(root, 'specs/vision.md'), '# Greet people by name\n');
      replies.push(await say('submit', { message: 'too early' }), await say('submit', { message: 'now' }));
      expect(await of.file.read()).toMatchObject({ tasks: [{ status: 'READY_FOR_REVIEW' }] });
    },
    code_reviewer(turn, say, of) {
      prompts.push(turn.prompt);
      return approving(turn, say, of);
    },
  });
  await team.file.update('human', (board) => ({ ok: true, what: 'setup', board: { ...board, tasks: [finalized(root, 't1')] } }));
  expect(await work(team, ['coder', 'code_reviewer'], 20_000)).toBe('done');
  expect(replies).toMatchObject([{ ok: false, code: 'refused', why: [expect.stringContaining('specs/vision.md changed')] }, { ok: true }]);
  expect(prompts).toEqual([expect.stringContaining('specs/vision.md changed since the task was finalized')]);
  expect((await team.file.read()).spec_changes).toMatchObject([{ spec: 'specs/vision.md', triggered_by: 't1' }]);
  expect(actions(root).filter((action) => action === 'spec_updated')).toHaveLength(1);
  expect(replayJournal(root)).toMatchObject({ difference: undefined });
}, 60_000);

test('a note about a task reaches its coder and its reviewer once, and no one else', async () => {
  const root = await repository([plainTask('t1'), plainTask('t2', 2)]);
  const read: string[] = [];
  const noting = (turn: { readonly agent: string; readonly task: string | null; readonly prompt: string }) => {
    if (turn.prompt.includes('mind the tabs')) read.push(`${turn.agent.replace(/-\d+$/, '')} ${turn.task}`);
  };
  let handed = 0;
  const team = teamOf(root, {
    async coder(turn, say, of) {
      noting(turn);
      handed += turn.task === 't1' ? 1 : 0;
      if (turn.task === 't1' && handed === 1) await say('handoff', { summary: 'half done', next_action: 'go on' });
      else await writing(() => `${turn.task}\n`)(turn, say, of);
    },
    code_reviewer(turn, say, of) {
      noting(turn);
      return approving(turn, say, of);
    },
  });
  await doNow(team, 'human', { act: 'note', message: 'mind the tabs', for: 't1' });
  expect(await work(team, ['coder', 'code_reviewer'], 20_000)).toBe('done');
  expect(read.toSorted()).toEqual(['code-reviewer t1', 'coder t1']);
  expect(replayJournal(root)).toMatchObject({ difference: undefined });
}, 60_000);

test('something urgent that a coder discovers wakes the planner, and becomes a task that is done', async () => {
  const root = await repository([plainTask('t1')]);
  const wakes: unknown[] = [];
  const fix = {
    id: 'fix',
    description: 'Close the leak',
    spec_ref: 'specs/vision.md',
    done_when: 'leak prints 0',
    scope: 'IN: the leak',
    kind: 'docs',
  };
  const team = teamOf(root, {
    async coder(turn, say, of) {
      if (turn.task === 't1') {
        await say('discovery', { description: 'an old name', severity: 'low' });
        await say('discovery', { description: 'a leak', severity: 'high', urgency: 'immediate' });
      }
      await writing(() => `${turn.task}\n`)(turn, say, of);
    },
    async planner(turn, say) {
      wakes.push(turn.wake);
      expect(turn.prompt).toContain('an old name');
      await say('triage', { discovery: 'disc-1', decision: 'reject', why: 'it is meant so' });
      await say('triage', { discovery: 'disc-2', decision: 'convert', task: fix, why: 'it grows' });
    },
    code_reviewer: approving,
  });
  expect(await work(team, ['planner', 'coder', 'code_reviewer'], 20_000)).toBe('done');
  expect(wakes).toEqual([{ trigger: 'IMMEDIATE_DISCOVERY', about: ['disc-2'] }]);
  expect(await statuses(team)).toEqual({ t1: 'MERGED', fix: 'MERGED' });
  expect((await team.file.read()).discovered).toMatchObject([
    { id: 'disc-1', triage: 'reject', triage_reason: 'it is meant so', urgency: 'deferred' },
    { id: 'disc-2', converted_to_task: 'fix' },
  ]);
  expect(readFileSync(join(root, '.liza/log.yaml'), 'utf8')).toContain('discovery_triaged');
  expect(replayJournal(root)).toMatchObject({ difference: undefined });
}, 60_000);

test.each([
  ['two coders gave it away', { failed_by: ['coder-2', 'coder-1'] }, ['t1']],
  ['one did', { failed_by: ['coder-1'] }, []],
  ['a third one tries because the person said so', { failed_by: ['coder-2', 'coder-3'] }, []],
])('a rejected task is exhausted where %s', (_, fields, blocked) => {
  const board = aBoard([inState('REJECTED', fields), aTask({ id: 't2' })], { 'coder-1': idleCoder() });
  expect(limitsReached(board).map(({ task }) => task)).toEqual(blocked);
  if (blocked.length > 0) expect(limitsReached(board)[0]?.reason).toMatch(/^hypothesis_exhaustion: coder-2 and coder-1/);
});
