/** `artoo resume` when something is wrong: nothing is lost, nothing hangs, nothing is done twice, and the problem is reported. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import { shortId } from '../src/contracts/text/short-ids.ts';
import { type CassetteLine, readCassette } from '../src/effects/cassette.ts';
import type { Answers } from '../src/engine/person.ts';
import { openStartedCalls } from '../src/tools/running/started-calls.ts';
import { artoo, bin, type Ended, type Home, newHome, startArtoo } from './support/command.ts';
import { entriesIn, filesIn, harvest, harvestGoal, journalIn, killing, taskIn, writeHarvestScript } from './support/harvest.ts';
import { preparedHomes } from './support/prepared-homes.ts';
import { runArtoo } from './support/run-artoo.ts';
import { atTerminal } from './support/terminal.ts';

const prepared = preparedHomes();

/** A home with a task that was killed after an entry. */
const killed = (after: number): Promise<Home> =>
  prepared(`killed after ${after}`, async (at) => {
    const args = ['--replay', writeHarvestScript(at.home), '--quiet', harvestGoal];
    expect((await artoo(args, { at, env: killing({ KILL_AFTER: String(after) }) })).code).toBe('SIGKILL');
  });

const resuming = ({ home }: Home): readonly string[] => ['resume', '--replay', join(home, 'harvest.jsonl'), '--quiet'];
const resume = (at: Home, ...more: readonly string[]): Promise<Ended> => runArtoo([...resuming(at), ...more], { at });

const textIn = (at: Home): string => readFileSync(journalIn(at), 'utf8');

/** Changes one line of the journal. */
function change(at: Home, line: number, make: (text: string) => string): void {
  const lines = textIn(at).split('\n');
  lines[line] = make(lines[line] ?? '');
  writeFileSync(journalIn(at), lines.join('\n'));
}

describe('only one process continues a task', () => {
  test('of three that try at once, and every effect takes place once', async () => {
    const at = await killed(20);
    const ends = await Promise.all([1, 2, 3].map(() => artoo([...resuming(at), taskIn(at)], { at })));
    expect(ends.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { code, err } of ends.filter((end) => end.code !== 0)) {
      expect([64, 70]).toContain(code);
      expect(err).toMatch(/another process is writing|has ended/);
    }
    expect(filesIn(at.cwd)).toEqual(harvest);
  });

  test('and not one that is running', async () => {
    const at = newHome();
    const script = writeHarvestScript(at.home, [{ key: '1.1.1/R3/1.0', calls: [{ tool: 'shell', input: { command: 'sleep 30' } }] }]);
    const running = startArtoo(['--replay', script, '--quiet', harvestGoal], { at });
    await expect.poll(() => existsSync(join(at.data, 'tasks')) && textIn(at).includes('sleep 30'), { timeout: 20_000 }).toBe(true);
    expect(await resume(at, 'last')).toMatchObject({
      code: 70,
      err: expect.stringContaining('Another artoo process is working on this task'),
    });
    expect(await resume(at)).toMatchObject({ code: 64, err: expect.stringContaining('is running in another artoo process') });
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({
      code: 143,
      err: expect.stringContaining(`artoo resume ${taskIn(at).slice(-8)} continues it`),
    });
  });
});

describe('what is damaged or gone stops it, and changes nothing', () => {
  test.each<[string, (at: Home) => void, RegExp]>([
    ['a bad line in the middle', (at) => change(at, 9, () => '{"kind":"mess'), /line 10 of .*not JSON/],
    [
      'an unknown kind of entry',
      (at) => change(at, 9, (line) => line.replace(/"kind":"\w+"/, '"kind":"dream"')),
      /line 10 of .*unknown kind "dream"/,
    ],
    [
      'a newer format',
      (at) => change(at, 0, (line) => line.replace(/"format":\d+/, '"format":99')),
      /has format 99; this version of artoo reads formats up to \d+/,
    ],
    [
      'another prompt',
      (at) => change(at, 11, (line) => line.replace('"system":"', '"system":"Once more: ')),
      /entry 11 \(model 1\.0\.0\/R2\/1\.0\) differs from its record at input\S*: .* artoo fork \S+ --at 11 continues/,
    ],
    ['a folder that is gone', (at) => renameSync(at.cwd, `${at.cwd}-elsewhere`), /where \S+ worked, no longer exists; restore it/],
  ])('%s', async (_, harm, expected) => {
    const at = await killed(20);
    harm(at);
    const before = textIn(at);
    const standing = newHome().cwd; // the person is in another folder
    const ended = await runArtoo([...resuming(at), taskIn(at)], { at: { ...at, cwd: standing } });
    expect(ended.code).not.toBe(0);
    expect(ended.err.replaceAll('\n', ' ')).toMatch(expected);
    expect(textIn(at)).toBe(before);
  });

  test('a workspace that is gone with what was in it', async () => {
    const workspace = join(newHome().home, 'ws');
    mkdirSync(workspace);
    const at = newHome();
    const script = writeHarvestScript(at.home, [
      { key: '1.1.1/R3/1.0', calls: [{ tool: 'shell', input: { command: `echo x > ${workspace}/x; echo apples > apples.txt` } }] },
    ]);
    const kill = killing({ KILL_AFTER: '40' });
    expect((await artoo(['--replay', script, '--workspace', workspace, harvestGoal], { at, env: kill })).code).toBe('SIGKILL');
    rmSync(workspace, { recursive: true });
    expect(await resume(at)).toMatchObject({ code: 64, err: expect.stringContaining(`the workspace ${workspace} of`) });
    mkdirSync(workspace);
    expect(await resume(at)).toMatchObject({ code: 0 });
  });

  test.each(['../../etc/passwd', '/etc/passwd', '', 'a b'])('an id that is none: "%s"', async (id) => {
    expect(await resume(newHome(), id)).toMatchObject({ code: 64, err: expect.stringContaining('is not a task id') });
  });

  test('a copy of a journal under another name: it would do everything a second time', async () => {
    const at = await killed(20);
    const id = taskIn(at);
    cpSync(journalIn(at), join(at.data, 'tasks', `${id}-backup.jsonl`));
    expect(await resume(at, `${id}-backup`)).toMatchObject({
      code: 70,
      err: expect.stringContaining(`is a copy of the journal of ${shortId(id)}`),
    });
    expect(await runArtoo(['fork', `${id}-backup`, '--at', '5', '--replay', join(at.home, 'harvest.jsonl')], { at })).toMatchObject({
      code: 64,
    });
    expect(filesIn(at.cwd)).toEqual({});
  });

  test.each(['resume', 'fork', 'replay'])('a pipe in the place of a journal is not waited for: %s', async (command) => {
    const at = newHome();
    mkdirSync(join(at.data, 'tasks'));
    execFileSync('mkfifo', [join(at.data, 'tasks', 'pipe.jsonl')]);
    const args = { resume: [], fork: ['--at', '5'], replay: [] }[command] ?? [];
    const ended = await runArtoo([command, 'pipe', ...args], { at, env: { OPENAI_API_KEY: 'x' } });
    expect(ended.code).not.toBe(0);
    expect(ended.err).toContain('not a file');
  });

  test('a damaged task that is the newest does not block others, and can be forked before the damage', async () => {
    const at = await killed(30);
    const healthy = taskIn(at);
    const args = ['--replay', join(at.home, 'harvest.jsonl'), '--quiet', harvestGoal];
    await artoo(args, { at, env: killing({ KILL_AFTER: '30' }) });
    const damaged =
      readdirSync(join(at.data, 'tasks'))
        .map((name) => name.replace('.jsonl', ''))
        .find((id) => id !== healthy) ?? '';
    const path = join(at.data, 'tasks', `${damaged}.jsonl`);
    writeFileSync(path, readFileSync(path, 'utf8').split('\n').with(20, 'garbage').join('\n'));
    const ended = await resume(at);
    expect(ended).toMatchObject({ code: 0, err: expect.stringContaining('it cannot be resumed: line 21') });
    const forked = await runArtoo(['fork', damaged, '--at', '8', '--replay', join(at.home, 'harvest.jsonl'), '--quiet'], { at });
    expect(forked, forked.err).toMatchObject({ code: 3 }); // the fork did not write the files that the other task wrote, and no one says yes
  });

  test('a disk that is full, until there is room again', async () => {
    const at = await killed(60);
    const limit = Math.ceil(textIn(at).length / 1024);
    const command = `ulimit -f ${limit}; trap '' XFSZ; exec "$@"`;
    const full = spawnSync('bash', ['-c', command, 'bash', process.execPath, bin, ...resuming(at)], {
      cwd: at.cwd,
      env: { PATH: process.env.PATH, HOME: at.home, NODE_COMPILE_CACHE: inject('compileCache') },
      encoding: 'utf8',
    });
    expect(full).toMatchObject({ status: 70, stderr: expect.stringContaining('Free some space') });
    expect(textIn(at).endsWith('\n')).toBe(true);
    expect(await resume(at)).toMatchObject({ code: 0 });
    expect(filesIn(at.cwd)).toEqual(harvest);
  });
});

describe('time', () => {
  const hour = 3_600_000;
  const clock = fileURLToPath(new URL('support/shift-clock.mjs', import.meta.url));

  /** Resumed when the clock shows a different time. */
  const resumeLater = (at: Home, ms: number): Promise<Ended> =>
    artoo(resuming(at), { at, env: { NODE_OPTIONS: `--import=${clock}`, SHIFT_MS: String(ms) } });

  test('in which no process worked does not count', async () => {
    const at = await killed(30);
    expect(await resumeLater(at, hour)).toMatchObject({ code: 0 });
    const entries = await entriesIn(at);
    const pause = entries.find((entry) => entry.kind === 'pause' && entry.resumed);
    expect(pause?.kind === 'pause' && pause.ms).toBeGreaterThanOrEqual(hour);
    const end = entries.at(-1);
    expect(end?.kind === 'message' && end.type === 'FinalResult' && end.payload.cost.active_ms).toBeLessThan(120_000);
  });

  test('that was set back never goes back in the journal', async () => {
    const at = await killed(30);
    expect(await resumeLater(at, -hour)).toMatchObject({ code: 0 });
    const times = (await entriesIn(at)).map(({ ts }) => ts);
    expect(times).toEqual(times.toSorted());
  });
});

describe('a call of which it is unknown whether it took effect', () => {
  const sending: CassetteLine = {
    key: '1.1.1/R3/1.0',
    calls: [{ tool: 'shell', input: { command: 'echo apples >> apples.txt', network: true } }],
  };

  /** A task that was killed after a command with network access had begun. */
  const interrupted = (): Promise<Home> =>
    prepared('interrupted', async (at) => {
      const args = ['--replay', writeHarvestScript(at.home, [sending]), '--quiet', harvestGoal];
      const key = '1.1.1/R3/1.1';
      const env = killing({ KILL_AFTER_TEXT: `"key":"${key}","effect":"tool"` });
      expect((await artoo(args, { at, env })).code).toBe('SIGKILL');
      openStartedCalls(at.data).mark({ task_id: taskIn(at), key }); // the state just after the command has begun
    });

  const resumed = async (at: Home, answer: 'again' | 'done' | 'stop') => {
    const asked: unknown[] = [];
    const answers: Answers = {
      interrupted(call) {
        asked.push(call);
        return answer;
      },
    };
    const model = await readCassette(join(at.home, 'harvest.jsonl'));
    await using program = createArtoo({ model, data: at.data, env: { HOME: at.home, PATH: process.env.PATH }, answers });
    const result = await program.resume(taskIn(at)).result;
    return { result, asked };
  };

  test('ends the task honestly where no one can be asked, and is not done again', async () => {
    const at = await interrupted();
    expect(await resume(at, taskIn(at))).toMatchObject({ code: 2, err: expect.stringContaining('whether it took effect is unknown') });
    const end = (await entriesIn(at)).at(-1);
    expect(end).toMatchObject({ payload: { directive: 'abandon', reason: 'infrastructure', failure: 'interrupted' } });
    expect(filesIn(at.cwd)).not.toHaveProperty('apples.txt');
  });

  test('is done again when the person says so', async () => {
    const { result, asked } = await resumed(await interrupted(), 'again');
    expect(asked).toEqual([expect.objectContaining({ tool: 'shell', action: 'echo apples >> apples.txt' })]);
    expect(result.reason).toBe('met'); // the command asked for no host, so there was nothing more to ask
  });

  test('counts as done when the person says so', async () => {
    const at = await interrupted();
    writeFileSync(join(at.cwd, 'apples.txt'), 'apples\n');
    expect((await resumed(at, 'done')).result).toMatchObject({ directive: 'accept' });
    expect(filesIn(at.cwd)).toEqual(harvest);
    expect(JSON.stringify(await entriesIn(at))).toContain('"assured":true');
  });

  test('is put to the person at a terminal', async () => {
    const at = await interrupted();
    const terminal = atTerminal(resuming(at), at);
    await terminal.shows('Which? ');
    expect(terminal.screen()).toContain('\n  echo apples >> apples.txt\n');
    terminal.type('a\r');
    expect(await terminal.ended).toBe(0);
    expect(filesIn(at.cwd)).toEqual(harvest);
  });
});

describe('a question that was open', () => {
  /** Killed while the person was asked about a file that would be overwritten. */
  async function asked(): Promise<Home> {
    const at = newHome();
    writeFileSync(join(at.cwd, 'apples.txt'), 'mine\n');
    writeHarvestScript(at.home, [{ key: '1.1.1/R3/1.0', calls: [{ tool: 'shell', input: { command: 'echo apples > apples.txt' } }] }]);
    const args = ['--replay', join(at.home, 'harvest.jsonl'), harvestGoal];
    await atTerminal(args, at, killing({ KILL_AFTER_TEXT: '"type":"ConfirmRequest"' })).ended;
    return at;
  }

  test('waits where no one is there to answer it: nothing is refused, and nothing written', async () => {
    const at = await asked();
    const before = textIn(at);
    expect(before).toContain('"type":"ConfirmRequest"');
    expect(await resume(at)).toMatchObject({ code: 64, err: expect.stringContaining('is a question to a person (ConfirmRequest)') });
    expect(textIn(at)).toBe(before);
  });

  test('is asked again at a terminal', async () => {
    const at = await asked();
    const terminal = atTerminal(resuming(at), at);
    await terminal.shows('Allow this once?');
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    expect(filesIn(at.cwd)['apples.txt']).toBe('apples\n');
  });
});

describe('from a program', () => {
  const program = async (at: Home) =>
    createArtoo({
      model: await readCassette(join(at.home, 'harvest.jsonl')),
      data: at.data,
      env: { HOME: at.home, PATH: process.env.PATH },
    });

  test('a task continues, and what was half applied is finished first and not done again', async () => {
    const at = newHome();
    const script = writeHarvestScript(at.home);
    const killer = fileURLToPath(new URL('support/kill-at-receipt.mjs', import.meta.url));
    const env = { NODE_OPTIONS: `--import=${killer}`, KILL_CALL: 'echo apples' }; // a second time would add a line
    expect((await artoo(['--replay', script, '--quiet', harvestGoal], { at, env })).code).toBe('SIGKILL');
    expect(readdirSync(join(at.data, 'applying')).length).toBeGreaterThan(0);
    await using own = await program(at);
    expect(await own.resume(taskIn(at)).result).toMatchObject({ directive: 'accept' });
    expect(filesIn(at.cwd)).toEqual(harvest);
  });

  test('a fork never takes the name of another task', async () => {
    const at = newHome();
    writeHarvestScript(at.home);
    const cwd = at.cwd;
    await using first = await program(at);
    await first.run(harvestGoal, { cwd, task_id: 'one' }).result;
    const journal = readFileSync(join(at.data, 'tasks/one.jsonl'), 'utf8');
    await using second = await program(at);
    await expect(second.fork('one', { at: 5, task_id: 'one' })).rejects.toMatchObject({ code: 'journal_exists' });
    expect(readFileSync(join(at.data, 'tasks/one.jsonl'), 'utf8')).toBe(journal);
    for (const place of [5.5, Number.NaN, 1e9]) await expect(second.fork('one', { at: place })).rejects.toMatchObject({ code: 'usage' });
    expect(readdirSync(join(at.data, 'tasks'))).toEqual(['one.jsonl']);
  });

  test('a fork does not repeat a call of which nothing is kept any more', async () => {
    const at = newHome();
    writeHarvestScript(at.home);
    await using first = await program(at);
    await first.run(harvestGoal, { cwd: at.cwd, task_id: 'one' }).result;
    const call =
      (await entriesIn(at)).find((entry) => entry.kind === 'intent' && JSON.stringify(entry.input).includes('echo apples'))?.seq ?? -1;
    rmSync(join(at.data, 'undo'), { recursive: true });
    await using second = await program(at);
    await expect(second.fork('one', { at: call + 1 })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`at entry ${call} is possible`),
    });
    expect(filesIn(at.cwd)['apples.txt']).toBe('apples\n');
  });
});

test('a person who starts a task is told of one that is unfinished, and how to continue it', async () => {
  const at = await killed(20);
  const { err } = await runArtoo(['--replay', writeHarvestScript(at.home), harvestGoal], { at });
  expect(err).toContain(`artoo: an earlier task is unfinished: "${harvestGoal.slice(0, 40)}`);
  expect(err).toContain('artoo resume ');
});

test('a person who continues a task is told how far it got', async () => {
  const at = await killed(20);
  const { err } = await runArtoo(['resume', '--replay', writeHarvestScript(at.home)], { at });
  expect(err).toMatch(new RegExp(`^goal +${harvestGoal.slice(0, 30)}.*\\nso far +\\d of \\d steps? done`, 'm'));
});

test('without an id a task of this folder is resumed, never one of another', async () => {
  const at = await killed(20);
  const elsewhere = { ...at, cwd: join(at.home, 'elsewhere') };
  mkdirSync(elsewhere.cwd);
  const { err, code } = await runArtoo(['resume', '--replay', writeHarvestScript(at.home)], { at: elsewhere });
  expect(code).toBe(64);
  expect(err).toContain(`no task in ${elsewhere.cwd} can be resumed; the newest one in another folder is in ${at.cwd}: artoo resume `);
  const mention = await runArtoo([], { at: elsewhere });
  expect(mention.err).toContain(`artoo: an earlier task in ${at.cwd} is unfinished: `);
});

test('a task is found by the beginning of its id', async () => {
  const at = await killed(20);
  expect(await resume(at, taskIn(at).slice(0, 14))).toMatchObject({ code: 0 });
});

test('--json prints the whole log, including what was there before', async () => {
  const at = await killed(20);
  const { out } = await runArtoo(['resume', '--replay', join(at.home, 'harvest.jsonl'), '--json'], { at });
  expect(out).toBe(textIn(at));
});
