import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newHome, startArtoo } from '../../../test/support/command.ts';
import { runHere, type Said } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { exits, type Terminal } from '../command.ts';
import { audit } from './audit.ts';

const since = ['--since', '2025-12-31'] as const;
const run = (data: string, args: readonly string[] = [], more: Partial<Terminal> = {}): Promise<Said> =>
  runHere(audit, args, { env: { ARTOO_DATA_DIR: data }, cwd: data, ...more });

/** Golden journals under ids of their own. */
function withTasks(...names: readonly string[]): string {
  const data = scratch();
  mkdirSync(join(data, 'tasks'));
  for (const [at, name] of names.entries())
    writeFileSync(
      join(data, 'tasks', `20260101-00000000${at}-aaaaaaa${at}.jsonl`),
      readFileSync(`test/golden/${name}.jsonl`, 'utf8').replaceAll(
        `"task_id":"${name}"`,
        `"task_id":"20260101-00000000${at}-aaaaaaa${at}"`,
      ),
    );
  return data;
}

describe('artoo audit', () => {
  test('where there is no data folder says that there were no tasks, and makes none', async () => {
    const data = join(scratch(), 'none');
    expect(await run(data, [], { cwd: '/' })).toEqual({ code: exits.ok, out: 'No tasks in the last 7 days.', err: '' });
    expect(existsSync(data)).toBe(false);
  });

  test('tells what was found since a time, in words', async () => {
    const { out, code } = await run(withTasks('giving-up', 'talk'), since);
    expect(code).toBe(exits.ok);
    expect(out).toMatch(/^Since 2025-12-31: 2 tasks, \d+ findings\n/);
    expect(out).toContain('A false claim that was caught');
    expect(out).not.toMatch(/\bR[1-7][ab]?\b/);
  });

  test.each([
    [['--since', 'nonsense'], '--since must be'],
    [['show', 'nothing'], 'nothing matches no finding'],
    [['show'], 'show needs more arguments'],
    [['verfy'], 'did you mean verify?'],
    [['verify', '--since', '7d'], '--since does not apply'],
    [['verify', '--bus', 'nats://127.0.0.1'], '--bus does not apply'],
  ])('%j is refused with a reason', async (args, why) => {
    await expect(run(scratch(), args)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(why) });
  });

  test('says so when its record cannot be written, and shows what is there', async () => {
    const data = withTasks('talk');
    mkdirSync(join(data, 'audit/lock'), { recursive: true }); // a folder in place of a file
    const { out, err } = await run(data, since);
    expect(err).toMatch(/^artoo: the auditor cannot write to .*audit: EISDIR; anything newer/);
    expect(out).toBe('No tasks since 2025-12-31.');
  });

  test('rejects with a reason where its record cannot be read', async () => {
    const data = scratch();
    writeFileSync(join(data, 'audit'), 'a file where the folder should be');
    await expect(run(data)).rejects.toMatchObject({ code: 'audit_unreadable' });
  });
});

describe('artoo audit show', () => {
  test('tells one finding as the log tells its entries, and how to see the whole task', async () => {
    const data = withTasks('false-claim');
    const [, id = ''] = /(aaaaaaa0-a\d+-1)/.exec((await run(data, since)).out) ?? [];
    const { out } = await run(data, ['show', id]);
    expect(out).toMatch(/^the executor said that it was done, and code found that it was not: /);
    expect(out).toMatch(/It is based on\n +\d+ {2}says: /);
    expect(out).toContain('The whole task: artoo log aaaaaaa0');
    expect(out).not.toContain('{"');
    const { lines } = JSON.parse((await run(data, ['show', id, '--json'])).out);
    expect(lines).toMatchObject([{ type: 'ExecutionResult' }, { type: 'CorrectionSignal' }]);
  });
});

describe('artoo audit watch', () => {
  test('tells a finding as soon as its task has ended, until it is stopped', async () => {
    const at = newHome();
    const running = startArtoo(['audit', 'watch'], { at });
    const out: string[] = [];
    const err: string[] = [];
    running.process.stdout?.on('data', (chunk) => out.push(String(chunk)));
    running.process.stderr?.on('data', (chunk) => err.push(String(chunk)));
    await expect.poll(() => err.join(''), { timeout: 20_000 }).toMatch(/^artoo: watching all tasks in .*\.artoo; Ctrl\+C stops it\n$/);
    cpSync(join(withTasks('false-claim'), 'tasks'), join(at.data, 'tasks'), { recursive: true });
    await expect
      .poll(() => out.join(''), { timeout: 20_000 })
      .toMatch(/^\d\d:\d\d:\d\d {2}the executor said that it was done, and code found that it was not: .* {2}aaaaaaa0-a\d+-1\n$/);
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: exits.cancelled });
  }, 60_000);
});

describe('artoo audit verify', () => {
  test('says that the record is as it was written, and which line is not', async () => {
    const data = withTasks('talk', 'false-claim');
    expect((await run(data, ['verify'])).out).toBe('There is no record yet: the auditor starts it with the first task.');
    await run(data);
    const whole = await run(data, ['verify']);
    expect(whole).toMatchObject({ code: exits.ok, out: expect.stringMatching(/^The record is unaltered: \d+ lines/) });
    const [file = ''] = readdirSync(join(data, 'audit')).filter((name) => name.endsWith('.jsonl'));
    const path = join(data, 'audit', file);
    appendFileSync(path, 'what no auditor wrote\n');
    const spoiled = await run(data, ['verify']);
    expect(spoiled.code).toBe(exits.failed);
    expect(spoiled.out).toContain('is not a line of the record');
  });
});
