/** Runners of a team: the suite that all of them pass, and what programs do that are no good agents. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createBuiltInRunner } from '../../src/app/team/built-in-runner.ts';
import { createFencedRun } from '../../src/app/team/run-fenced.ts';
import { containmentIn } from '../../src/app/wiring/assemble-tools.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { type CassetteLine, createCassette } from '../../src/effects/cassette.ts';
import { type CliRunnerOptions, createCliRunner } from '../../src/team/runners/cli.ts';
import type { ProgramRunner } from '../../src/team/runners/known.ts';
import { type RunProgram, runUnfenced } from '../../src/team/runners/start-program.ts';
import { running } from '../support/processes.ts';
import { scratch } from '../support/scratch.ts';
import { aTurn, type Behaviour, type Played, postIn, runnerSuite } from './runner-suite.ts';

const never = new AbortController().signal;

function folders(): Pick<Played, 'root' | 'folder'> & { readonly program: string } {
  const root = scratch();
  const folder = join(root, '.worktrees/t1');
  mkdirSync(folder, { recursive: true });
  const program = join(root, 'fake-agent'); // the repository is shown to every program
  copyFileSync(new URL('fake-agent.sh', import.meta.url), program);
  chmodSync(program, 0o755);
  return { root, folder, program };
}

const fenced =
  (root: string, runner: ProgramRunner): RunProgram =>
  (program, attending) =>
    createFencedRun({ program: runner, containment: () => containmentIn(process.env, scratch(), never), home: scratch(), places: [root] })(
      program,
      attending,
    );

/** An agent that is the fake program. */
function played(
  behaviour: string,
  isFenced: boolean,
  more: Partial<CliRunnerOptions & { env: Record<string, string> } & Pick<ProgramRunner, 'owns42' | 'reports'>> = {},
): Played {
  const { root, folder, program } = folders();
  const runner: ProgramRunner = {
    command: [program, behaviour, '{task}'],
    folders: [],
    settings: [],
    variables: ['KEY'],
    env: {},
    hosts: [],
    ...(more.reports && { reports: more.reports }),
    ...(more.owns42 && { owns42: more.owns42 }),
  };
  const { env = {}, ...options } = more;
  return {
    root,
    folder,
    runner: createCliRunner({
      ...{
        name: 'fake',
        program: runner,
        root,
        host: 'here',
        artoo: '/bin/false',
        variables: { KEY: 'mine\n of two lines', OTHER: 'not mine' },
      },
      env: { PATH: '/usr/bin:/bin', ...env },
      runProgram: isFenced ? fenced(root, runner) : runUnfenced,
      ...options,
    }),
  };
}

const answered = (input_tokens: number, id = 'a'): string =>
  JSON.stringify({ type: 'assistant', message: { id, model: 'm', usage: { input_tokens, output_tokens: 1 } } });
const result = JSON.stringify({
  ...{ type: 'result', total_cost_usd: 0.5, usage: { input_tokens: 100, output_tokens: 7 } },
  modelUsage: { m: { contextWindow: 1_000 } },
});

const outputOf = ({ root }: Played): string => {
  const kept = join(root, '.liza/agent-output');
  return readdirSync(kept)
    .map((name) => readFileSync(join(kept, name), 'utf8'))
    .join('');
};

describe('a program', () => runnerSuite(async (behaviour) => played(behaviour, false)));
describe('a fenced program', () => runnerSuite(async (behaviour) => played(behaviour, true)));
describe('a built-in agent', () => runnerSuite(async (behaviour) => builtIn(behaviour)));

describe.each([
  ['a program', false],
  ['a fenced program', true],
] as const)('%s that', (_, isFenced) => {
  const taken = async (behaviour: string, more: Parameters<typeof played>[2] = {}, turn: Parameters<typeof aTurn>[1] = {}) => {
    const agent = played(behaviour, isFenced, more);
    const { post, said } = postIn(agent.root);
    const ended = await agent.runner.run(aTurn(agent, turn), post, never);
    return { ...ended, said, agent };
  };

  test('ends with 42 begins again', async () => {
    expect((await taken('again')).end).toBe('again');
  });

  test('ends with 42 for a reason of its own has failed', async () => {
    expect((await taken('again', { owns42: true })).end).toBe('failed');
  });

  test('says what it used is asked no more about it', async () => {
    const { end, used } = await taken('used', { reports: 'claude', env: { USED: [answered(100), result].join('@') } });
    expect([end, used]).toEqual([
      'done',
      { inputTokens: 100, outputTokens: 7, usd: 0.5, modelCalls: 1, models: ['m'], contextPercent: 10 },
    ]);
    expect((await taken('used', { env: { USED: result } })).used).toBeUndefined();
  });

  test('has used up its context hands over, and begins again', async () => {
    const filling = { reports: 'claude', lingerMs: 20, env: { USED: [answered(100), result, answered(901, 'b')].join('@') } } as const;
    expect(await taken('fills', filling)).toMatchObject({ end: 'done', said: ['handoff'], used: { contextPercent: 90 } });
    expect(await taken('fills', filling, { role: 'code_reviewer', agent: 'code-reviewer-1' })).toMatchObject({ end: 'again', said: [] });
  });

  test('crashes has failed, and what it printed is kept', async () => {
    const { end, detail, agent } = await taken('crashes');
    expect([end, detail]).toEqual(['failed', expect.stringContaining('ended with 3')]);
    expect(outputOf(agent)).toContain('out of luck');
  });

  test('hangs and heeds no signal is killed after its time', async () => {
    const { end, detail } = await taken('hangs', {}, { maxMinutes: 0.01 });
    expect([end, detail]).toEqual(['failed', expect.stringContaining('did not end within')]);
  });

  test('floods its output goes on, and is kept up to a limit', async () => {
    const bytes = 4 * 1024 ** 2;
    const { end, agent } = await taken('floods', { env: { FLOOD_BYTES: String(bytes) } });
    expect(end).toBe('done');
    expect(outputOf(agent).length).toBeGreaterThan(bytes);
  });

  test('leaves processes behind is ended with all of them', async () => {
    expect((await taken('forks')).end).toBe('done');
    await expect.poll(() => [...running('4711'), ...running('4712')]).toEqual([]);
  });

  test('stays after its last letter is stopped, and is done', async () => {
    expect((await taken('lingers', { lingerMs: 20 })).end).toBe('done');
  });

  test('is stopped goes on later, and leaves nothing that runs', async () => {
    const agent = played('hangs', isFenced);
    const stop = new AbortController();
    const ended = agent.runner.run(aTurn(agent, { run: 'a-run-of-its-own' }), postIn(agent.root).post, stop.signal);
    await expect.poll(() => existsSync(join(agent.root, '.liza/agent-output')) && outputOf(agent)).toContain('waiting');
    stop.abort();
    expect((await ended).end).toBe('stopped');
    expect(existsSync(join(agent.root, '.liza/locks/program-coder-1.json'))).toBe(false);
  });

  test('asks is told who it is, and gets the variables that it is known for and no others', async () => {
    const { agent, said } = await taken('tells');
    const told = outputOf(agent);
    expect(said).toEqual(['log', 'submit']);
    for (const line of [
      'LIZA_AGENT_ID=coder-1',
      'LIZA_ROLE=coder',
      'LIZA_TASK=t1',
      'LIZA_FENCING=3',
      'KEY=mine\n of two lines',
      'ARTOO=/bin/false',
    ])
      expect(told).toContain(line);
    expect(told).not.toContain('not mine');
    const prompt = /sentence Read (.*) and follow it\./.exec(told)?.[1] ?? '';
    expect(readFileSync(prompt, 'utf8')).toMatch(/^Greet\.[\s\S]*team tell/);
    expect(statSync(prompt).mode & 0o077).toBe(0);
  });
});

test('a warning in the middle of a report does not hide it', async () => {
  const agent = played('silent', false, {
    reports: 'claude',
    async runProgram(_, { onOutput }) {
      onOutput?.(result.slice(0, 40), 'stdout');
      onOutput?.('a warning\n', 'stderr');
      onOutput?.(`${result.slice(40)}\n`, 'stdout');
      return { exit: 0, killedBy: null };
    },
  });
  expect((await agent.runner.run(aTurn(agent), postIn(agent.root).post, never)).used).toMatchObject({ inputTokens: 100, usd: 0.5 });
  expect(outputOf(agent)).toContain('a warning');
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
  const { root, folder } = folders();
  const plain = defaultSettings({ data: scratch(), workspace: root });
  const settings = { ...plain, task: { ...plain.task, ...(context_tokens && { context_tokens }) } };
  const site = { settings, model: createCassette(script), secrets: () => [] };
  writeFileSync(join(folder, 'hello.txt'), 'hello\n');
  return { root, folder, runner: createBuiltInRunner({ root, site, env: process.env, onNotice: () => {} }) };
}
