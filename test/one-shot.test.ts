/** `artoo "goal"` as people and scripts use it, and misuse it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJournal } from '../src/journal/reader.ts';
import { artoo, type Home, newHome, type Running, startArtoo } from './support/command.ts';
import { goodAnswer, startGreeting } from './support/greeting.ts';
import { isReading } from './support/processes.ts';
import { type Asked, type ProviderServer, startProvider } from './support/provider-server.ts';
import { runArtoo } from './support/run-artoo.ts';
import { isProof } from './support/sample.ts';

const goal = 'write a greeting';
const at = ({ url }: ProviderServer) => ['--brain', `good-model@${url}`];
const journals = ({ data }: Home) => (existsSync(join(data, 'tasks')) ? readdirSync(join(data, 'tasks')) : []);

/** Waits until the command reads its standard input. */
const untilReading = ({ process: { pid = 0 } }: Running) => expect.poll(() => isReading(pid), { timeout: 20_000 }).toBe(true);

describe('what goes where', () => {
  test('--json prints the journal, entry by entry, and the last line is the result', async () => {
    await using server = await startGreeting();
    const home = newHome();
    const { out, err, code } = await artoo([...at(server), '--json', goal], { at: home });
    const [journal = ''] = journals(home);
    expect({ out, err, code }).toEqual({ out: readFileSync(join(home.data, 'tasks', journal), 'utf8'), err: '', code: 0 });
    const last = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    expect(last).toMatchObject({ type: 'FinalResult', payload: { directive: 'accept', cost: { model_calls: 5 } } });
  });

  test('--quiet prints nothing but the result', async () => {
    await using server = await startGreeting();
    const { out, err, code } = await runArtoo(['--quiet', ...at(server), goal], { at: newHome() });
    expect({ out, err, code }).toEqual({ out: 'hello.txt is written.\n', err: '', code: 0 });
  });

  test('an answer in Markdown that is piped on stays as it is, byte for byte', async () => {
    const answer = '# Done\n\n- **yes**, hello.txt is written\n';
    await using server = await startGreeting(({ role, turns }) =>
      role === 'R3' && turns.some((turn) => turn.role === 'tool') ? { text: answer } : undefined,
    );
    const { out, err } = await runArtoo([...at(server), goal], { at: newHome() });
    expect(out).toBe(`${answer.trim()}\n`);
    expect(err).not.toContain('\u001b');
  });

  test('an error is reported once, with what to do about it', async () => {
    await using server = await startGreeting(() => ({ fault: 'status', status: 401, body: { error: { message: 'wrong key' } } }));
    const { err, code } = await runArtoo([...at(server), goal], { at: newHome() });
    expect(code).toBe(69);
    expect(err.match(/wrong key/g)).toHaveLength(1);
    expect(err.match(/artoo setup/g)).toHaveLength(1);
    expect(err).not.toMatch(/loss|D \d\./);
  });

  const gap = (asked: Asked) => {
    const [evidence, failure_class] = ['hello.txt is written', 'logical'];
    const verdicts = ['pass', 'fail', 'pass'].map((verdict, criterion) => ({ criterion, verdict, failure_class, evidence }));
    return asked.role === 'R4a' ? { text: JSON.stringify({ verdicts }) } : undefined;
  };
  const mostlyMet = (asked: Asked) => {
    if (asked.role !== 'R2') return gap(asked);
    const plan = JSON.parse((goodAnswer(asked) as { text: string }).text);
    plan.task_criteria = [
      { ...plan.task_criteria[0], weight: 5 },
      { ...plan.task_criteria[1], weight: 1 },
    ];
    return { text: JSON.stringify(plan) };
  };

  test.each([
    [[], 0],
    [['--strict'], 2],
  ])('a result with gaps names them even when it is quiet, and exits accordingly: %j', async (flags, exit) => {
    await using server = await startGreeting(mostlyMet);
    const { out, err, code } = await runArtoo(['--quiet', ...flags, ...at(server), goal], { at: newHome() });
    expect({ out, code }).toEqual({ out: 'hello.txt is written.\n', code: exit });
    expect(err).toContain('Delivered with gaps');
    expect(err).toContain('the greeting is friendly');
  });
});

describe('caps', () => {
  test.each([
    [['--max-tokens', '3000'], /tokens are left/],
    [['--budget', '1ms'], /worked for 0 s, which is its limit/],
  ])('%j ends the task with exit code 2 and says so', async (flags, says) => {
    await using server = await startGreeting();
    const { err, code } = await runArtoo([...flags, ...at(server), goal], { at: newHome() });
    expect(code).toBe(2);
    expect(err).toMatch(/^✗ Not done: /m);
    expect(err).toMatch(says);
  });

  test('a cap on money that could not be kept, because the price of the model is unknown, is an error', async () => {
    await using server = await startGreeting();
    const run = (config: string, ...cap: readonly string[]) =>
      runArtoo([...cap, '--brain', `good-model@${server.url}`, goal], { at: newHome(config) });
    const { err, code } = await run('', '--max-cost', '1');
    expect({ code, err }).toEqual({ code: 64, err: expect.stringContaining('no price is known for good-model') });
    expect(server.requests).toEqual([]);
    expect(await run('', '--max-cost', 'none')).toMatchObject({ code: 0 });
    expect(await run('prices: { good-model: { input: 0.5, output: 2 } }\n', '--max-cost', '1')).toMatchObject({ code: 0 });
    const at = newHome('prices: { good-model: { input: 0.5, output: 2 } }\n');
    await using away = await startGreeting(({ role }) => (role === 'R3' ? { fault: 'status', status: 401 } : undefined));
    expect(await runArtoo(['--max-cost', '1', '--brain', `good-model@${away.url}`, goal], { at })).toMatchObject({ code: 69 });
    const other = await runArtoo(['resume', '--brain', `another-model@${server.url}`], { at });
    expect({ code: other.code, err: other.err.replaceAll(/\s+/g, ' ') }).toEqual({
      code: 64,
      err: expect.stringContaining("no price is known for another-model, so the task's cap of $1 cannot be kept"),
    });
    const dear = await run('prices: { good-model: { input: 5000, output: 20000 } }\n', '--max-cost', '1');
    expect({ code: dear.code, err: dear.err }).toEqual({ code: 2, err: expect.stringMatching(/of \$1 are left/) });
  });
});

describe('data that is piped in', () => {
  test('is kept in the workspace, byte for byte, and R1, R2 and the judge see how it begins', async () => {
    await using server = await startGreeting();
    const home = newHome();
    const { code } = await runArtoo([...at(server), goal], { at: home, input: 'alpha\nbeta\n' });
    expect(code).toBe(0);
    const [file = ''] = readdirSync(join(home.home, 'artoo_workspace'));
    expect(readFileSync(join(home.home, 'artoo_workspace', file), 'utf8')).toBe('alpha\nbeta\n');
    const seen = server.requests.filter(({ turns }) => turns.some(({ text }) => text.includes('alpha\nbeta')));
    expect(seen.map(({ role }) => role)).toEqual(['R1', 'R2', 'R4a']);
  });

  test('may be binary: then only its size and place are reported', async () => {
    await using server = await startGreeting();
    const home = newHome();
    const bytes = Buffer.from([0, 1, 2, 255, 254]);
    const { code } = await runArtoo([...at(server), goal], { at: home, input: bytes });
    expect(code).toBe(0);
    const [file = ''] = readdirSync(join(home.home, 'artoo_workspace'));
    expect(readFileSync(join(home.home, 'artoo_workspace', file))).toEqual(bytes);
    expect(server.requests[0]?.turns[0]?.text).toMatch(/5 bytes.*not text/s);
  });

  test('may be 10,000 lines: R1 is shown the beginning', async () => {
    await using server = await startGreeting();
    const { code } = await runArtoo([...at(server), goal], { at: newHome(), input: 'a line of text\n'.repeat(10_000) });
    expect(code).toBe(0);
    expect(server.requests[0]?.turns[0]?.text).toContain('It begins with');
    expect(server.requests[0]?.turns[0]?.text.length).toBeLessThan(20_000);
  });

  test.skipIf(isProof)('may be empty, which is said: what should have been piped in may have failed', async () => {
    await using server = await startGreeting();
    const { err, code } = await runArtoo([...at(server), goal], { at: newHome(), input: '' });
    expect({ code, notes: err.match(/^artoo: nothing was piped in$/gm) }).toMatchObject({ code: 0, notes: [expect.any(String)] });
    expect((await runArtoo([...at(server), goal], { at: newHome() })).err).not.toContain('piped in');
  });

  test.runIf(isProof)('may never come: an open pipe is given up on, with a note', async () => {
    await using server = await startGreeting();
    const { out, err, code } = await runArtoo([...at(server), goal], { at: newHome(), input: 'open' });
    expect({ out, code }).toEqual({ out: 'hello.txt is written.\n', code: 0 });
    expect(err).toContain('nothing arrived on standard input');
  });

  test('is waited for with a lone dash', async () => {
    await using server = await startGreeting();
    const running = startArtoo([...at(server), goal, '-'], { at: newHome(), input: 'open' });
    await untilReading(running);
    running.process.stdin?.end('late but welcome\n');
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(server.requests[0]?.turns[0]?.text).toContain('late but welcome');
  });
});

describe('cassettes', () => {
  test('what is recorded plays back without a model and without a network, to the same result', async () => {
    await using server = await startGreeting();
    const home = newHome();
    const recorded = await runArtoo([...at(server), '--record', 'tape.jsonl', goal], { at: home });
    rmSync(join(home.cwd, 'hello.txt'));
    const replayed = await runArtoo(['--replay', 'tape.jsonl', goal], { at: home });
    expect({ ...replayed, err: '' }).toEqual({ ...recorded, err: '' });
    expect(replayed.err).not.toContain('recorded with');
    expect(server.requests).toHaveLength(5);
    expect(readFileSync(join(home.cwd, 'hello.txt'), 'utf8')).toBe('hello, friend\n');
  });

  test('prompts that have since changed cause a warning', async () => {
    await using server = await startGreeting();
    const home = newHome();
    await runArtoo([...at(server), '--record', 'tape.jsonl', goal], { at: home });
    const { err, code } = await runArtoo(['--replay', 'tape.jsonl', 'write another greeting'], { at: home });
    expect(code).toBe(0);
    expect(err).toMatch(/tape\.jsonl was recorded with different prompts in \d steps/);
  });

  test('a cassette that is asked for more than it has ends the task with an error', async () => {
    const home = newHome();
    writeFileSync(join(home.cwd, 'tape.jsonl'), '{"role":"R1","answer":{"slug":"s","intent":"i"}}\n');
    const { err, code } = await runArtoo(['--replay', 'tape.jsonl', goal], { at: home });
    expect(code).toBe(2);
    expect(err.match(/the cassette has no answer/g)).toHaveLength(1);
  });

  test.each([
    ['is not there', undefined],
    ['is no cassette', 'hello\n'],
  ])('one that %s is used wrongly', async (_, content) => {
    const home = newHome();
    if (content !== undefined) writeFileSync(join(home.cwd, 'tape.jsonl'), content);
    const { err, code } = await runArtoo(['--replay', 'tape.jsonl', goal], { at: home });
    expect(code).toBe(64);
    expect(err).toContain('tape.jsonl');
    expect(journals(home)).toEqual([]);
  });

  test('a recording never overwrites a file', async () => {
    const home = newHome();
    writeFileSync(join(home.cwd, 'mine.jsonl'), 'mine');
    const { code } = await runArtoo(['--brain', 'm@http://127.0.0.1:9', '--record', 'mine.jsonl', goal], { at: home });
    expect(code).toBe(64);
    expect(readFileSync(join(home.cwd, 'mine.jsonl'), 'utf8')).toBe('mine');
  });
});

describe('used wrongly, it says what to do and leaves no journal:', () => {
  test.each([
    ['no model at all', [goal], {}, 69, /no model is configured[\s\S]*OPENAI_API_KEY[\s\S]*artoo demo/],
    ['a provider without its key', ['--brain', 'anthropic:', goal], {}, 69, /ANTHROPIC_API_KEY/],
    ['a key with a line break', [goal], { OPENAI_API_KEY: 'sk-abc\ndef' }, 64, /OPENAI_API_KEY.*line break/],
    [
      'a base URL with a typo',
      [goal],
      { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'htp://localhost:1' },
      64,
      /OPENAI_BASE_URL.*did you mean http/,
    ],
    ['an option with a typo', ['--brian', 'x', goal], {}, 64, /did you mean --brain/],
    ['an option without its value', [goal, '--budget'], {}, 64, /--budget <time>/],
    ['a budget that is none', ['--budget', 'soon', '--brain', 'm@localhost:9', goal], {}, 64, /budget/],
    ['a command with a typo', ['dmeo'], {}, 64, /did you mean artoo demo/],
    ['a command behind an option', ['--json', 'log'], {}, 64, /did you mean artoo log --json/],
    ['a word for an option', ['version'], {}, 64, /did you mean artoo --version/],
    ['an option where a value should be', ['--record', '--json', goal], {}, 64, /--record <file>/],
    ['a blank goal', ['--brain', 'm@localhost:9', ' '], {}, 64, /no goal/],
    ['a folder that is not there', ['--cwd', 'nowhere', '--brain', 'm@localhost:9', goal], {}, 64, /no folder .*nowhere/],
    ['--plan where nobody is', ['--plan', '--brain', 'm@localhost:9', goal], {}, 64, /needs a person at a terminal/],
  ])('%s', async (_, args, env, exit, says) => {
    const home = newHome();
    const { out, err, code } = await runArtoo(args, { at: home, env });
    expect(code).toBe(exit);
    if (args.includes('--json')) expect(JSON.parse(out)).toMatchObject({ kind: 'error', message: expect.stringMatching(says) });
    else expect(out).toBe('');
    expect(err).toMatch(says);
    expect(err).not.toMatch(/^\s+at /m);
    expect(journals(home)).toEqual([]);
  });

  test('a broken configuration, with line and column', async () => {
    const { err, code } = await runArtoo([goal], { at: newHome('brain: m\nmax_tokens: many\n') });
    expect(code).toBe(64);
    expect(err).toMatch(/config\.yaml:2:13.*max_tokens/);
  });

  test('a current folder that has vanished', async () => {
    const home = newHome();
    const gone = join(home.home, 'gone');
    mkdirSync(gone);
    const script = `cd "${gone}" && rmdir "${gone}" && exec "${process.execPath}" "${join(import.meta.dirname, '../bin/artoo.cjs')}" --brain m@localhost:9 goal-word and-more`;
    const { status, stderr } = spawnSync('bash', ['-c', script], { env: { PATH: process.env.PATH, HOME: home.home }, encoding: 'utf8' });
    expect(status).toBe(64);
    expect(stderr).toContain('no longer exists');
  });
});

test('a folder that vanishes while the task runs is made again by the next write into it', async () => {
  const home = newHome();
  await using server = await startGreeting((asked) => {
    if (asked.role === 'R2') rmSync(home.cwd, { recursive: true });
    return undefined;
  });
  const { code } = await runArtoo([...at(server), '--cwd', home.cwd, goal], { at: { ...home, cwd: home.home } });
  expect(code).toBe(0);
  expect(existsSync(join(home.cwd, 'hello.txt'))).toBe(true);
});

test('a goal that models cannot see whole is said to be one', async () => {
  await using server = await startGreeting();
  const { err, code } = await runArtoo([...at(server), 'word '.repeat(8_000)], { at: newHome() });
  expect(code).toBe(0);
  expect(err).toMatch(/the goal has [\d,]+ characters, and models see only the first and last/);
});

test('two tasks at once do not disturb each other', async () => {
  await using server = await startGreeting();
  const home = newHome();
  const others = [join(home.cwd, 'a'), join(home.cwd, 'b')];
  for (const folder of others) mkdirSync(folder);
  const ends = await Promise.all(others.map((folder) => artoo([...at(server), '--cwd', folder, goal], { at: home })));
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  expect(others.map((folder) => readFileSync(join(folder, 'hello.txt'), 'utf8'))).toEqual(['hello, friend\n', 'hello, friend\n']);
  expect(journals(home)).toHaveLength(2);
});

describe('Ctrl+C', () => {
  const working = (command: string) => (asked: Asked) =>
    asked.role === 'R3' ? { calls: [{ tool: 'shell', input: { command } }] } : undefined;
  const planWithShell = (asked: Asked) => {
    if (asked.role !== 'R2') return undefined;
    const plan = JSON.parse((goodAnswer(asked) as { text: string }).text);
    plan.subtasks[0].tools = ['shell'];
    return { text: JSON.stringify(plan) };
  };

  test('while a model is asked ends the task as cancelled, at once, and the connection is closed', async () => {
    await using server = await startGreeting((asked) => (asked.role === 'R2' ? { fault: 'silence' } : undefined));
    const running = startArtoo([...at(server), goal], { at: newHome() });
    while (server.requests.length < 2) await server.nextRequest();
    const abandoned = server.nextAbandoned();
    running.process.kill('SIGINT');
    const { err, code } = await running.ended;
    expect(code).toBe(130);
    expect(err).toContain('✗ Not done');
    await abandoned;
  });

  test('while a command runs leaves no process behind', async () => {
    const home = newHome();
    const pipe = join(home.cwd, 'pipe-that-nobody-writes-to');
    spawnSync('mkfifo', [pipe]);
    const shell = working(`cat ${pipe} | wc -l`);
    await using server = await startGreeting((asked) => planWithShell(asked) ?? shell(asked));
    const running = startArtoo([...at(server), goal], { at: home });
    const alive = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(pipe));
    await expect.poll(() => alive().length, { timeout: 20_000 }).toBeGreaterThan(0);
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130 });
    expect(alive()).toEqual([]);
  });

  test('while it waits for data ends it as cancelled', async () => {
    const running = startArtoo(['--brain', 'm@localhost:9', goal, '-'], { at: newHome(), input: 'open' });
    await untilReading(running);
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130, out: '' });
  });

  test('twice stops the task where it is, and the journal can be read', async () => {
    await using server = await startGreeting((asked) => (asked.role === 'R2' ? { fault: 'silence' } : undefined));
    const home = newHome();
    const running = startArtoo([...at(server), goal], { at: home });
    while (server.requests.length < 2) await server.nextRequest();
    running.process.kill('SIGINT');
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130 });
    const [journal = ''] = journals(home);
    expect((await readJournal(join(home.data, 'tasks', journal))).entries.length).toBeGreaterThan(3);
  });
});

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has gone
  }
}

test('a request to terminate while it waits for data ends it before anything is begun', async () => {
  const home = newHome();
  const running = startArtoo(['--brain', 'm@localhost:9', goal], { at: home, input: 'open' });
  await untilReading(running);
  running.process.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 143, out: '' });
  expect(journals(home)).toEqual([]);
});

test('without a screen, a line tells that a model is waited for', async () => {
  await using server = await startGreeting(() => ({ fault: 'status', status: 429, headers: { 'retry-after': '20' } }));
  const running = startArtoo([...at(server), '--plain', goal], { at: newHome() });
  const { stderr } = running.process;
  let err = '';
  stderr?.on('data', (bytes) => {
    err += bytes;
  });
  await expect.poll(() => err, { timeout: 20_000 }).toMatch(/^waits {8}2[01] s: rate limit of the model's server; then attempt 2$/m);
  running.process.kill('SIGINT');
  expect(await running.ended).toMatchObject({ code: 130 });
});

test('quiet may be configured', async () => {
  await using server = await startGreeting();
  const { err, code } = await runArtoo([...at(server), goal], { at: newHome('quiet: true\n') });
  expect({ err, code }).toEqual({ err: '', code: 0 });
});

test('what a server calls its models cannot draw on the terminal', async () => {
  await using server = await startProvider({ models: ['evil\u001b]0;x\u0007'], answer: () => ({ text: '' }) });
  const { err, code } = await runArtoo(['--brain', `@${server.url}`, goal], { at: newHome() });
  expect(code).not.toBe(0);
  expect(err).not.toContain('\u001b');
});

test('closing the pipe ends it, without a stack trace', async () => {
  await using server = await startGreeting();
  const running = startArtoo([...at(server), '--json', goal], { at: newHome() });
  running.process.stdout?.once('data', () => running.process.stdout?.destroy());
  const { err, code } = await running.ended;
  expect(code).toBe(143);
  expect(err).not.toMatch(/^\s+at /m);
});

test('a request to terminate stops a task where it is: the journal has not ended yet, and can be read', async () => {
  await using server = await startGreeting((asked) => (asked.role === 'R2' ? { fault: 'silence' } : undefined));
  const home = newHome();
  const running = startArtoo([...at(server), goal], { at: home });
  while (server.requests.length < 2) await server.nextRequest();
  running.process.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 143, out: '' });
  const [journal = ''] = journals(home);
  const { entries, torn } = await readJournal(join(home.data, 'tasks', journal));
  expect([entries.at(-1)?.kind, torn]).toEqual(['intent', 0]);
});

test('a key from the configuration reaches no journal, no recording and no terminal', async () => {
  const key = 'configured-key-of-mine';
  await using server = await startGreeting((asked) =>
    asked.role === 'R1'
      ? { text: JSON.stringify({ slug: 'write_greeting', intent: `Write a greeting to hello.txt with ${key}.`, kind: 'task' }) }
      : undefined,
  );
  const home = newHome(`brain: { base_url: "${server.url}", model: good-model, api_key: ${key} }\n`);
  const { out, err, code } = await runArtoo(['--record', 'tape.jsonl', goal], { at: home });
  expect(code).toBe(0);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  const kept = [join(home.cwd, 'tape.jsonl'), ...journals(home).map((file) => join(home.data, 'tasks', file))].map((file) =>
    readFileSync(file, 'utf8'),
  );
  expect(out + err + kept.join('')).not.toContain(key);
});

test('what is wrong is found before a recording is begun', async () => {
  const home = newHome();
  expect(await runArtoo(['--plan', '--record', 'tape.jsonl', '--brain', 'm@localhost:9', goal], { at: home })).toMatchObject({ code: 64 });
  expect(existsSync(join(home.cwd, 'tape.jsonl'))).toBe(false);
});
