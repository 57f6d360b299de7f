/** Runners of a team: the suite that all of them pass, and programs that misbehave. Fenced ones run as root and as an ordinary user. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createBuiltInRunner } from '../../src/app/team/built-in-runner.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { type CassetteLine, createCassette } from '../../src/effects/cassette.ts';
import { servant, testBy, type User, users } from '../support/contained.ts';
import { asOrdinaryUser } from '../support/ordinary-user.ts';
import { aTurn, type Play, type Played, playTurn, postIn, printedIn, programIn, type Told, worktreeIn } from '../support/played-turn.ts';
import { running } from '../support/processes.ts';
import { scratch } from '../support/scratch.ts';
import { type Behaviour, runnerSuite, type TakeTurn } from './runner-suite.ts';

const never = new AbortController().signal;
const ordinaryUser = servant(asOrdinaryUser, 'test/support/children/plays-turn.ts');

/** Plays a turn of the fake program, as this user or in a process of an ordinary one. */
async function played(user: User, play: Play): Promise<Told> {
  if (user === 'this user') return await playTurn(scratch(), play);
  const told: Told | { readonly error: string } = JSON.parse(await ordinaryUser(JSON.stringify(play)));
  if ('error' in told) throw new Error(told.error);
  return told;
}

const answered = (input_tokens: number, id = 'a'): string =>
  JSON.stringify({ type: 'assistant', message: { id, model: 'm', usage: { input_tokens, output_tokens: 1 } } });
const result = JSON.stringify({
  ...{ type: 'result', total_cost_usd: 0.5, usage: { input_tokens: 100, output_tokens: 7 } },
  modelUsage: { m: { contextWindow: 1_000 } },
});

describe.each([
  ['a program', false, 'this user', test],
  ...users.map((user) => [`a fenced program of ${user}`, true, user, testBy(user)] as const),
] as const)('%s', (_, isFenced, user, testIt) => {
  const taken = (behaviour: string, more: Partial<Play> = {}): Promise<Told> => played(user, { behaviour, isFenced, ...more });

  runnerSuite((behaviour, isStopped) => taken(behaviour, { isStale: behaviour === 'stale', ...(isStopped && { stopAt: '' }) }), testIt);

  testIt('that ends with 42 begins again', async () => {
    expect((await taken('again')).end).toBe('again');
  });

  testIt('that ends with 42 for a reason of its own has failed', async () => {
    expect((await taken('again', { owns42: true })).end).toBe('failed');
  });

  testIt('that says what it used is asked no more about it', async () => {
    const { end, used } = await taken('used', { reports: 'claude', env: { USED: [answered(100), result].join('@') } });
    expect([end, used]).toEqual([
      'done',
      { inputTokens: 100, outputTokens: 7, usd: 0.5, modelCalls: 1, models: ['m'], contextPercent: 10 },
    ]);
    expect((await taken('used', { env: { USED: result } })).used).toBeUndefined();
  });

  testIt('that has used up its context hands over, and begins again', async () => {
    const filling = { reports: 'claude', lingerMs: 20, env: { USED: [answered(100), result, answered(901, 'b')].join('@') } } as const;
    expect(await taken('fills', filling)).toMatchObject({ end: 'done', said: ['handoff'], used: { contextPercent: 90 } });
    const reviewing = { turn: { role: 'code_reviewer', agent: 'code-reviewer-1' } } as const;
    expect(await taken('fills', { ...filling, ...reviewing })).toMatchObject({ end: 'again', said: [] });
  });

  testIt('that crashes has failed, and what it printed is kept', async () => {
    const { end, detail, printed } = await taken('crashes');
    expect([end, detail]).toEqual(['failed', expect.stringContaining('exited with 3')]);
    expect(printed).toContain('out of luck');
  });

  testIt('that hangs and heeds no signal is killed after its time', async () => {
    const { end, detail } = await taken('hangs', { turn: { maxMinutes: 0.01 } });
    expect([end, detail]).toEqual(['failed', expect.stringContaining('did not end within')]);
  });

  testIt('that floods its output goes on, and is kept up to a limit', async () => {
    const bytes = 4 * 1024 ** 2;
    const { end, detail, printed } = await taken('floods', { env: { FLOOD_BYTES: String(bytes) } });
    expect(end, detail).toBe('done');
    expect(printed.length).toBeGreaterThan(bytes);
  });

  testIt('that leaves processes behind is ended with all of them', async () => {
    expect((await taken('forks')).end).toBe('done');
    await expect.poll(() => [...running('4711'), ...running('4712')]).toEqual([]);
  });

  testIt('that stays after its last letter is stopped, and is done', async () => {
    expect((await taken('lingers', { lingerMs: 20 })).end).toBe('done');
  });

  testIt('that is stopped goes on later, and leaves nothing that runs', async () => {
    const turn = { run: 'a-run-of-its-own' };
    expect(await taken('hangs', { turn, stopAt: 'waiting' })).toMatchObject({ end: 'stopped', isNoted: false });
  });

  testIt('that asks is told who it is, and gets the variables that it is known for and no others', async () => {
    const { printed, said, prompt } = await taken('tells');
    expect(said).toEqual(['log', 'submit']);
    const told = ['LIZA_AGENT_ID=coder-1', 'LIZA_ROLE=coder', 'LIZA_TASK=t1', 'LIZA_FENCING=3', 'ARTOO=/bin/false'];
    for (const line of [...told, 'KEY=mine\n of two lines']) expect(printed).toContain(`${line}\n`);
    expect(printed).not.toContain('not mine');
    expect(prompt).toEqual({ text: expect.stringMatching(/^Greet\.[\s\S]*team tell/), mode: 0o600 });
  });
});

describe('a built-in agent', () => {
  const take: TakeTurn = async (behaviour, isStopped = false) => {
    const agent = builtIn(behaviour);
    const { post, said } = postIn(agent.root, behaviour === 'stale');
    const { end } = await agent.runner.run(aTurn(agent), post, isStopped ? AbortSignal.abort() : never);
    return { end, said };
  };
  runnerSuite(take, test);
});

test('a warning in the middle of a report does not hide it', async () => {
  const agent = programIn(scratch(), { behaviour: 'silent', isFenced: false, reports: 'claude' }, async (_, { onOutput }) => {
    onOutput?.(result.slice(0, 40), 'stdout');
    onOutput?.('a warning\n', 'stderr');
    onOutput?.(`${result.slice(40)}\n`, 'stdout');
    return { exit: 0, killedBy: null };
  });
  expect((await agent.runner.run(aTurn(agent), postIn(agent.root).post, never)).used).toMatchObject({ inputTokens: 100, usd: 0.5 });
  expect(printedIn(agent.root)).toContain('a warning');
});

const call = (tool: string, input: object) => ({ tool, input: input as never }); // JSON
const scripts: Readonly<Record<Behaviour, readonly CassetteLine[]>> = {
  submits: [
    { role: 'R3', calls: [call('checkpoint', { intent: 'greet', validation: 'none', files_to_modify: ['hello.txt'] })] },
    { role: 'R3', calls: [call('submit', { message: 'greet again' })] },
    { role: 'R3', answer: 'It is submitted.', repeat: true },
  ],
  mends: [
    { role: 'R3', calls: [call('submit', { message: 'wrong' })] },
    { role: 'R3', calls: [call('submit', { message: 'mended' })] },
    { role: 'R3', answer: 'It is submitted.', repeat: true },
  ],
  stale: [
    { role: 'R3', calls: [call('submit', { message: 'late' })] },
    { role: 'R3', answer: 'I stop.', repeat: true },
  ],
  silent: [{ role: 'R3', answer: 'I am done.', repeat: true }],
};

test('a built-in agent that has used up its context hands over, and begins again', async () => {
  const said = (input_tokens: number): CassetteLine => ({
    ...{ role: 'R3', calls: [call('log', { detail: 'still at it' })], usage: { input_tokens, output_tokens: 1, usd: 0.25 } },
  });
  const agent = builtIn('silent', [said(100), said(950), { role: 'R3', answer: 'I go on.', repeat: true }], 1_000);
  const { post, said: letters } = postIn(agent.root);
  const { end, used } = await agent.runner.run(aTurn(agent), post, never);
  expect([end, letters.at(-1), used?.contextPercent]).toEqual(['done', 'handoff', 95]);
});

function builtIn(behaviour: Behaviour, script = scripts[behaviour], context_tokens?: number): Played {
  const root = scratch();
  const folder = worktreeIn(root);
  const plain = defaultSettings({ data: scratch(), workspace: root });
  const settings = { ...plain, task: { ...plain.task, ...(context_tokens && { context_tokens }) } };
  const site = { settings, model: createCassette(script), secrets: () => [] };
  writeFileSync(join(folder, 'hello.txt'), 'hello\n');
  return { root, folder, runner: createBuiltInRunner({ root, site, env: process.env, onNotice: () => {} }) };
}
