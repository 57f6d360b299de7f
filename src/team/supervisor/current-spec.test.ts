import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { approving, plainTask, repository, teamOf, work } from '../../../test/team/played-team.ts';

test('agents are given the current spec if their folder has another version', async () => {
  const root = await repository([plainTask('t1')]);
  const spec = join(root, 'specs/vision.md');
  const heard: string[] = [];
  const team = teamOf(root, {
    async coder(turn, say) {
      expect(turn.prompt).not.toContain('<spec>');
      writeFileSync(spec, 'Greet the whole world\n'); // not committed
      expect(await say('checkpoint', { intent: 'write', validation: 'read', files_to_modify: ['hello.txt'] })).toMatchObject({ ok: true });
      writeFileSync(join(turn.folder, 'hello.txt'), 'hi\n');
      const reply = await say('submit', { message: 'too early' });
      heard.push(...(reply.ok ? [] : reply.why));
      expect(await say('submit', { message: 'hi' })).toMatchObject({ ok: true });
    },
    async code_reviewer(turn, say, of) {
      heard.push(turn.prompt);
      await approving(turn, say, of);
    },
  });
  expect(await work(team, ['coder', 'code_reviewer'], 20_000)).toBe('done');
  expect(heard).toEqual([expect.stringContaining('Greet the whole world'), expect.stringContaining('<spec>\nGreet the whole world')]);
}, 40_000);
