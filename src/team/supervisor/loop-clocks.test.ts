import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { approving, plainTask, repository, statuses, teamOf, writing } from '../../../test/team/played-team.ts';
import { livingNow } from '../agents/living.ts';
import { openBoardFile } from '../board/file.ts';
import { readEntries } from '../journal.ts';
import { statusOf } from '../status.ts';
import { supervise } from './loop.ts';
import { doNow, type Team } from './team.ts';

const minutes = 60_000;

/** A team on a machine whose clock is ahead of this one by this much. */
function teamOn(host: string, aheadMs: number, root: string, script: Parameters<typeof teamOf>[1], told: string[] = []): Team {
  const now = () => new Date(Date.now() + aheadMs);
  const file = openBoardFile({ root, env: {}, now });
  return { ...teamOf(root, script), host, now, file, alert: (text) => told.push(text) };
}

test.each([
  ['ahead', 40 * minutes],
  ['behind', -40 * minutes],
])(
  'a machine whose clock is 40 minutes %s takes no work from a living coder, and the person is told once',
  async (_, aheadMs) => {
    const root = await repository([plainTask('t1')]);
    const told: string[] = [];
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const coder = writing(() => 'hi\n');
    const first = teamOn('alpha boot', 0, root, {
      async coder(...turn) {
        begin();
        await mayEnd;
        await coder(...turn);
      },
    });
    await first.file.update('human', (board) => ({
      ...{ ok: true, what: 'setup' },
      board: { ...board, config: { ...board.config, heartbeat_interval: 3 } },
    }));
    const stop = new AbortController();
    const working = supervise(first, { agents: ['coder'], signal: stop.signal });
    await hasBegun;
    const second = teamOn('beta boot', aheadMs, root, { coder, code_reviewer: approving }, told);
    const other = supervise(second, { agents: ['coder', 'code_reviewer'], signal: stop.signal });
    const log = () => readFileSync(join(root, '.liza/alerts.log'), 'utf8');
    await expect.poll(log, { timeout: 60_000 }).toContain('CLOCKS DIFFER: ');
    const beats = () =>
      readEntries(join(root, '.liza/journal.jsonl')).flatMap((line) =>
        line.kind === 'update' && (line.act?.act === 'heartbeat' || line.act?.act === 'register')
          ? 'agents' in line.act
            ? line.act.agents
            : [line.act.agent]
          : [],
      );
    await expect.poll(() => beats().lastIndexOf('coder-1') > beats().indexOf('coder-2'), { timeout: 60_000 }).toBe(true);
    const board = await first.file.read();
    expect(board.tasks).toMatchObject([{ status: 'CLAIMED', assigned_to: 'coder-1', fencing: 1 }]);
    expect(Object.keys(board.agents)).toEqual(['coder-1', 'coder-2', 'code-reviewer-1']);
    const status = statusOf(board, { ...livingNow(root, board, 'alpha boot'), control: { abort: false, pause: false, checkpoint: false } });
    expect(status.watched.map(({ title, about }) => `${title}: ${about}`)).toEqual([
      aheadMs > 0 ? 'CLOCKS DIFFER: beta and alpha' : 'CLOCKS DIFFER: alpha and beta',
    ]);
    expect(status.agents.map(({ isAlive }) => isAlive)).toEqual([true, true, true]);
    const release = { act: 'move', edge: { to: 'UNCLAIMED', task: 't1', by: 'human' } } as const;
    expect(await doNow(second, 'human', release)).toMatchObject({ ok: false, why: [expect.stringContaining('--force takes it away')] });
    end();
    await Promise.all([working, other]);
    expect(await statuses(first)).toEqual({ t1: 'MERGED' });
    expect(log().match(/WARNING CLOCKS DIFFER/g)).toHaveLength(1);
    expect(log()).not.toContain('LEASE EXPIRED');
  },
  150_000,
);
