import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainTask, repository, teamOf, work, writing } from '../../../test/team/played-team.ts';
import { readEntries } from '../journal.ts';
import { replayJournal } from '../replay/read-journal.ts';
import type { Runner } from '../runners/runner.ts';
import type { Team } from './team.ts';

/** A team with several runners for its coder; memory advises against some of them. */
async function remembering(names: readonly [string, ...string[]], avoided: readonly string[]) {
  const root = await repository([plainTask('t1'), plainTask('t2')]);
  const played = teamOf(root, { coder: writing(({ task }) => `${task}\n`) });
  const alerts: string[] = [];
  const [first, ...others] = names.map((name): Runner => ({ ...played.runners.coder[0], name }));
  if (!first) throw new Error('there is one');
  const team: Team = {
    ...played,
    runners: { ...played.runners, coder: [first, ...others] },
    memory: { recall: async () => [], avoided: async (asked) => asked.filter((name) => avoided.includes(name)) },
    alert: (text) => alerts.push(text),
  };
  await work(team, ['coder', 'coder']);
  const lines = readEntries(join(root, '.liza/journal.jsonl'));
  const turns = lines.flatMap((line) => (line.kind === 'intent' && line.what === 'turn' ? [line.runner] : []));
  const chosen = lines.flatMap((line) =>
    line.kind === 'update' && line.act?.act === 'choose_runner' ? [{ log: line.log, act: line.act }] : [],
  );
  return { root, team, alerts, turns, chosen: chosen.sort((a, b) => a.act.agent.localeCompare(b.act.agent)) }; // which claim is first is left to chance
}

test('a runner that memory advises against is passed over, and the journal says why', async () => {
  const { root, turns, chosen, alerts } = await remembering(['claude', 'codex'], ['claude']);
  expect(turns).toEqual(['codex', 'codex']);
  expect(chosen.map(({ act }) => act)).toMatchObject(
    ['coder-1', 'coder-2'].map((agent) => ({ agent, runners: ['claude', 'codex'], avoided: ['claude'] })),
  );
  expect(chosen[0]?.log).toEqual([{ action: 'runner_chosen', detail: expect.stringMatching(/^codex .* coder-1: .* claude /) }]);
  expect(alerts).toEqual([]);
  expect(replayJournal(root).difference).toBeUndefined();
});

test('if memory advises against all of them, the first continues, and the person is told once', async () => {
  const { turns, chosen, alerts } = await remembering(['claude', 'codex'], ['claude', 'codex']);
  expect([turns, chosen]).toEqual([['claude', 'claude'], []]);
  expect(alerts).toEqual([expect.stringContaining('work by claude')]);
});
