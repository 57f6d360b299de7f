import { expect, test } from 'vitest';
import { idleCoder } from '../../../test/team/boards.ts';
import { repository, teamOf } from '../../../test/team/played-team.ts';
import type { Agent } from '../board/board.ts';
import { placeControl, removeControl } from '../control-files.ts';
import { beatHearts, isRevived, registerAll } from './own-agents.ts';
import type { Team } from './team.ts';

const { signal } = new AbortController();
const past = '2026-11-15T11:00:00Z';

/** A team with one coder on its board and a heartbeat every second; `told` is what the person was told. */
async function teamWith(coder: Partial<Agent>): Promise<{ readonly team: Team; readonly told: readonly string[] }> {
  const told: string[] = [];
  const team: Team = { ...teamOf(await repository([]), {}), alert: (text) => told.push(text) };
  await team.file.update('human', (board) => ({
    ...{ ok: true, what: 'setup' },
    board: { ...board, agents: { 'coder-1': idleCoder(coder) }, config: { ...board.config, heartbeat_interval: 1 } },
  }));
  return { team, told };
}

const coderOf = async ({ file }: Team): Promise<Agent | undefined> => (await file.read()).agents['coder-1'];

test.each(['PAUSE', 'CHECKPOINT'] as const)(
  'while %s is there, no agent reports and none is revived; once it is gone, they do',
  async (name) => {
    const { team } = await teamWith({ lease_expires: past });
    placeControl(team.root, name, new Date(), '');
    await beatHearts(team, ['coder-1']);
    expect(await isRevived(team, await team.file.read(), ['coder-1'])).toBe(false);
    expect(await coderOf(team)).toMatchObject({ lease_expires: past });
    removeControl(team.root, name);
    expect(await isRevived(team, await team.file.read(), ['coder-1'])).toBe(true);
    expect(Date.parse((await coderOf(team))?.lease_expires ?? '')).toBeGreaterThan(Date.now());
    expect(await isRevived(team, await team.file.read(), ['coder-1'])).toBe(false);
  },
);

test('an id that was at work on another machine is taken once that one has been silent for two heartbeats, which is reported', async () => {
  const { team, told } = await teamWith({ lease_expires: past, host: 'another machine' });
  const own = new Map<string, Disposable>();
  await registerAll(team, ['coder'], 'coder-1', own, signal);
  expect([...own.keys()]).toEqual(['coder-1']);
  expect(told).toEqual([
    expect.stringMatching(/^coder-1 was at work on another machine; if it does not report within \d s, it is considered dead$/),
  ]);
  for (const lock of own.values()) lock[Symbol.dispose]();
});

test('an id is not taken from an agent that reports meanwhile, whatever time its machine shows', async () => {
  const { team } = await teamWith({ lease_expires: past, heartbeat: past, host: 'another machine' });
  const taking = registerAll({ ...team, alert: () => void reports() }, ['coder'], 'coder-1', new Map(), signal);
  const reports = () =>
    team.file.update('supervisor', (board) => {
      const agents = { 'coder-1': { ...board.agents['coder-1'], role: 'coder', status: 'IDLE', heartbeat: '2026-11-15T11:01:00Z' } };
      return { ok: true, what: 'heartbeat', board: { ...board, agents } };
    });
  await expect(taking).rejects.toMatchObject({ code: 'agent_alive' });
});

test('without a requested id, an id is taken that no other process may still have', async () => {
  const { team, told } = await teamWith({ lease_expires: past, host: 'another machine' });
  const own = new Map<string, Disposable>();
  await registerAll(team, ['coder'], undefined, own, signal);
  expect([...own.keys()]).toEqual(['coder-2']);
  expect(told).toEqual([]);
  for (const lock of own.values()) lock[Symbol.dispose]();
});
