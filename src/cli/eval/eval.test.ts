import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { artoo, type Home, newHome, startArtoo } from '../../../test/support/command.ts';
import { type Fault, startProvider } from '../../../test/support/provider-server.ts';
import { runArtoo } from '../../../test/support/run-artoo.ts';
import { isProof } from '../../../test/support/sample.ts';
import { type Played, suitePlayer } from '../../../test/support/suite-player.ts';

/** Each task with what its executor does. */
type Part = readonly [goal: string, rest: string, played: Played];

const says = (script: string, answer = 'It is done.'): Played => ({ script, answer });
const writes: Part = [
  'Write hello to greeting.txt.',
  'checks: [{ kind: file_contains, path: greeting.txt, text: hello }]',
  says('echo hello > greeting.txt'),
];
const lies: Part = [
  'Write bye to farewell.txt.',
  'checks: [{ kind: file_exists, path: farewell.txt }]',
  says('echo nothing', 'bye is in farewell.txt.'),
];
const average: Part = [
  'Make average.sh print the mean of its arguments.',
  'kind: code\ntests:\n  files: { expected: "3" }\n  run: test "$(sh average.sh 2 4)" = "$(cat expected)"',
  says(`echo 'echo $(( ($1 + $2) / 2 ))' > average.sh`),
];

async function placed(
  parts: readonly Part[],
  fault?: Fault,
): Promise<Home & { readonly suite: string; readonly env: Readonly<Record<string, string>>; readonly asked: () => number }> {
  const at = newHome();
  const suite = join(at.cwd, 'mine.yaml');
  writeFileSync(
    suite,
    `suite: mine\n${parts.map(([goal, rest], index) => `---\ntask: t${index + 1}\ngoal: ${JSON.stringify(goal)}\n${rest}\n`).join('')}`,
  );
  const player = suitePlayer(new Map(parts.map(([goal, , played]) => [goal, played])));
  const server = await startProvider({ answer: (asked) => fault ?? player(asked) });
  onTestFinished(async () => server[Symbol.asyncDispose]());
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_MODEL: 'scripted', OPENAI_API_KEY: 'none' };
  return { ...at, suite, env, asked: () => server.requests.length };
}

const evaluated = async (at: Awaited<ReturnType<typeof placed>>, ...args: readonly string[]) => {
  const { out, err, code } = await runArtoo(['eval', at.suite, '--json', ...args], { at, env: at.env });
  return { code, err, report: out === '' ? undefined : JSON.parse(out) };
};

describe('a suite is run', () => {
  test('and what artoo says is set against what the checks find', async () => {
    const at = await placed([writes, lies, average]);
    const { code, report } = await evaluated(at);
    expect(code).toBe(0);
    expect(report.arms).toMatchObject([
      { trials: 3, passed: 2, claims: { done: 3 }, false_done: { count: 1, of: 3 }, worst: { task: 't2' } },
    ]);
    expect(report.tasks).toMatchObject([{ task: 't1' }, { task: 't2' }, { task: 't3', kind: 'code' }]);
    expect(readdirSync(join(at.data, 'eval', 'mine', 'journals'))).toHaveLength(3);
    expect(readdirSync(at.cwd)).toEqual(['mine.yaml']);
  });

  test('under several arms, and the same command continues without a second run of anything', async () => {
    const at = await placed([writes, lies]);
    const args = ['--arm', 'memory=on', '--arm', 'memory=off,name=forgetful', '--repeats', '2'];
    const first = await evaluated(at, ...args);
    expect(first.report.arms).toMatchObject([
      { arm: 'memory=on', trials: 4, passed: 2 },
      { arm: 'forgetful', trials: 4, passed: 2 },
    ]);
    expect(first.report.differences).toMatchObject([
      { arm: 'forgetful', against: 'memory=on', tasks: 2, same: 2, difference: { value: 0 } },
    ]);
    const asked = at.asked();
    const again = await evaluated(at, ...args);
    expect([at.asked(), again.report.run_now]).toEqual([asked, 0]);
    expect(again.report.arms).toEqual(first.report.arms);
    const other = await evaluated(at, '--arm', 'memory=off');
    expect([other.code, other.report]).toMatchObject([64, { code: 'results_unfit' }]);
  });

  test('in a terminal, as a table that fits', async () => {
    const at = await placed([writes, lies]);
    const { out, err } = await runArtoo(['eval', at.suite, '--parallel', '1'], { at, env: at.env });
    expect(out).toMatch(/as configured {2,}1\/2 {2}50 %/);
    expect(out).toMatch(/1 of 2 \(50 %\)/);
    expect(err).toMatch(/✓ t1[\s\S]*✗ t2[\s\S]*file_exists farewell\.txt/);
  });
});

describe('tasks that follow each other', () => {
  const follows: Part = [
    'Write bye to last.txt.',
    'after: t1\nchecks: [{ kind: file_contains, path: last.txt, text: bye }, { kind: file_absent, path: greeting.txt, guard: true }]',
    says('echo bye > last.txt'),
  ];
  const recalled = (at: { readonly data: string }): string => {
    const folder = join(at.data, 'eval', 'mine', 'journals');
    const [journal = ''] = readdirSync(folder).filter((name) => name.startsWith('t2-'));
    return readFileSync(join(folder, journal), 'utf8');
  };

  test('share a memory, and no files', async () => {
    const at = await placed([writes, follows]);
    const { report } = await evaluated(at);
    expect(report.arms).toMatchObject([{ trials: 2 }]); // the scripted planner needs what was recalled for its goal
    expect(report.refused).toEqual([]); // the guard holds: the file of the first task does not exist here
    expect(recalled(at)).toContain('Write hello to greeting.txt.');
    const apart = await placed([writes, [follows[0], follows[1].replace('after: t1\n', ''), follows[2]]]);
    await evaluated(apart);
    expect(recalled(apart)).not.toContain('Write hello to greeting.txt.');
  });
});

describe('tasks that measure nothing are refused, each with a sentence', () => {
  test.each<[string, string, RegExp]>([
    ['a check that holds before', 'files: { a: x }\nchecks: [{ kind: file_exists, path: a }]', /holds before anything is done/],
    ['tests that pass before', 'files: { a: x }\ntests: { run: test -e a }', /tests: test -e a holds before/],
    [
      'a guard that does not hold',
      'checks: [{ kind: file_exists, path: b }, { kind: file_exists, path: a, guard: true }]',
      /its guard does not hold/,
    ],
    [
      'set-up that fails',
      'setup: [echo a broken thing >&2; exit 3]\nchecks: [{ kind: file_exists, path: b }]',
      /its set-up fails: .*exit code 3: a broken thing/,
    ],
    ['a folder that is not there', 'copy: nowhere\nchecks: [{ kind: file_exists, path: b }]', /there is no folder .*nowhere/],
  ])('%s', async (_, rest, why) => {
    const at = await placed([['Do this.', rest, says('true')]]);
    const { code, report } = await evaluated(at);
    expect([code, report.refused]).toEqual([1, [{ task: 't1', why: expect.stringMatching(why) }]]);
    expect([at.asked(), report.arms[0].trials]).toEqual([0, 0]);
    if (!isProof) return;
    const checked = await runArtoo(['eval', at.suite, '--check'], { at });
    expect([checked.code, checked.out]).toEqual([1, expect.stringMatching(why)]);
  });

  test('--check tries every task, asks no model, and says which fit', async () => {
    const at = await placed([writes, ['Do this.', 'files: { a: x }\nchecks: [{ kind: file_exists, path: a }]', says('true')]]);
    const { code, out } = await runArtoo(['eval', at.suite, '--check'], { at });
    expect([code, out]).toEqual([1, expect.stringMatching(/t2: it measures nothing[\s\S]*2 tasks tried: 1 can be used, 1 refused/)]);
    expect(at.asked()).toBe(0);
  });

  test('and one whose program is missing is skipped', async () => {
    const at = await placed([['Do this.', 'needs: [no-such-program]\nchecks: [{ kind: file_exists, path: b }]', says('true')]]);
    const { code, report } = await evaluated(at);
    expect([code, report.skipped]).toEqual([0, [{ task: 't1', why: 'it needs no-such-program, which this machine does not have' }]]);
  });
});

describe('nothing that a task does helps or harms it beyond its folder', () => {
  test('what it deletes or puts in the way of the hidden tests does not count', async () => {
    const test = 'tests:\n  files: { tests/check.sh: "test -e done.txt" }\n  run: sh tests/check.sh';
    const at = await placed([
      ['Do it, first way.', test, says('mkdir tests && echo exit 0 > tests/check.sh && chmod 500 tests')],
      ['Do it, second way.', test, says('mkdir elsewhere && ln -s elsewhere tests && echo exit 0 > elsewhere/check.sh')],
      ['Do it, third way.', test, says('echo > done.txt && mkfifo tests')],
    ]);
    const { report } = await evaluated(at);
    expect(report.tasks.map(({ arms }: { arms: readonly { passed: number }[] }) => arms[0]?.passed)).toEqual([0, 0, 1]);
  });

  test('it sees neither the suite nor other homes, and reads no configuration of theirs', async () => {
    const at = await placed([['Look around.', 'checks: [{ kind: file_exists, path: seen }]', says('true')]]);
    writeFileSync(join(at.home, 'private.txt'), 'mine');
    const look = `cat ${at.suite} ${join(at.home, 'private.txt')} > seen 2>/dev/null; test -s seen || rm seen; echo looked`;
    const other = await placed([['Look around.', 'checks: [{ kind: file_exists, path: seen }]', says(look)]]);
    const { report } = await evaluated({ ...other, suite: at.suite });
    expect(report.arms[0].passed).toBe(0);
  });

  test('a file placed to judge is never written through a link of the task', async () => {
    const at = await placed([writes]);
    const outside = join(at.home, 'outside');
    mkdirSync(outside);
    const { placeFiles } = await import('../../app/eval/place-files.ts');
    symlinkSync(outside, join(at.cwd, 'tests'));
    placeFiles(at.cwd, { 'tests/a.txt': 'a' });
    expect([readdirSync(outside), readFileSync(join(at.cwd, 'tests', 'a.txt'), 'utf8')]).toEqual([[], 'a']);
  });
});

describe('a run that does not get to its end', () => {
  test('stops when the model cannot be used, and counts no trial', async () => {
    const at = await placed([writes, lies, average, writes], { fault: 'status', status: 401 });
    const { code, report } = await evaluated(at, '--parallel', '1');
    expect(code).toBe(69);
    expect(report).toMatchObject({ end: { ended: 'unavailable' }, arms: [{ trials: 0 }], open: { unavailable: 3 } });
  });

  test('stops when its budget is spent, and says so', async () => {
    const at = await placed([writes, lies, average]);
    const { code, report } = await evaluated(at, '--max-tokens', '120', '--parallel', '1');
    expect(code).toBe(2);
    expect(report.end).toEqual({ ended: 'budget' });
    expect(report.arms[0].trials).toBeLessThan(3);
  });

  test('a task that does not end is ended by its limit, and fails', async () => {
    const at = await placed([['Wait for ever.', 'limits: { time: 2s }\nchecks: [{ kind: file_exists, path: b }]', says('sleep 600')]]);
    const { report } = await evaluated(at);
    expect(report.arms).toMatchObject([{ trials: 1, passed: 0, claims: { gave_up: 1 } }]);
  });

  test('that is killed continues with what is left, and its folders are removed', { timeout: 120_000 }, async () => {
    const slow: Part = ['Wait, then write.', 'checks: [{ kind: file_exists, path: b }]', says('sleep 600')];
    const at = await placed([writes, slow]);
    const scratch = join(at.home, 'tmp');
    mkdirSync(scratch);
    const env = { ...at.env, TMPDIR: scratch };
    const running = startArtoo(['eval', at.suite, '--parallel', '1'], { at, env });
    const results = join(at.data, 'eval', 'mine', 'results.jsonl');
    await expect.poll(() => existsSync(results) && readFileSync(results, 'utf8').split('\n').length).toBe(3);
    running.process.kill('SIGKILL');
    await running.ended;
    expect(readdirSync(scratch).filter((name) => name.startsWith('artoo-eval-'))).toHaveLength(1);
    const again = await artoo(['eval', at.suite, '--json', '--only', 't1'], { at, env });
    expect(JSON.parse(again.out)).toMatchObject({ run_now: 0, arms: [{ trials: 1, passed: 1 }] });
    expect(readdirSync(scratch).filter((name) => name.startsWith('artoo-eval-'))).toEqual([]);
  });

  test('Ctrl+C keeps what is done, says how to continue, and leaves nothing running', { timeout: 120_000 }, async () => {
    const at = await placed([writes, ['Wait, then write.', 'checks: [{ kind: file_exists, path: b }]', says('sleep 600')]]);
    const running = startArtoo(['eval', at.suite, '--parallel', '1'], { at, env: at.env });
    const results = join(at.data, 'eval', 'mine', 'results.jsonl');
    await expect.poll(() => existsSync(results) && readFileSync(results, 'utf8').split('\n').length).toBe(3);
    running.process.kill('SIGINT');
    const { code, out, err } = await running.ended;
    expect([code, out, err]).toEqual([130, expect.stringContaining('1/1'), expect.stringContaining('The same command continues')]);
    expect(existsSync(join(at.data, 'eval', 'mine', 'scratch'))).toBe(false);
  });
});

describe('wrong usage is reported', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['no suite', [], /name a suite/],
    ['two suites', ['a', 'b'], /one suite/],
    ['no such suite', ['nowhere.yaml'], /there is no such suite/],
    ['nearly the name of one', ['startr'], /did you mean starter\?/],
    ['a number that is none', ['SUITE', '--repeats', 'x'], /--repeats must be a whole number/],
    ['a setting that is none', ['SUITE', '--arm', 'mdel=x'], /did you mean model/],
    ['a setting without a value', ['SUITE', '--arm', 'model'], /settings and their values/],
    ['a constant out of range', ['SUITE', '--arm', 'epsilon=7'], /epsilon must be a number from 0 to 1/],
    ['two arms alike', ['SUITE', '--arm', 'kill=3', '--arm', 'kill=3'], /two arms have the name/],
    ['a configuration that is not there', ['SUITE', '--arm', 'config=nowhere.yaml'], /there is no such file/],
    ['no model', ['SUITE'], /no model is configured/],
  ])('%s', async (_, args, message) => {
    const at = await placed([writes]);
    const { err, code } = await runArtoo(['eval', ...args.map((arg) => (arg === 'SUITE' ? at.suite : arg))], { at });
    expect([64, 69]).toContain(code);
    expect(err).toMatch(message);
  });
});
