import { linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCluster } from '../../../test/support/cluster.ts';
import { createRedactor } from '../../journal/redact.ts';
import { openChanges } from '../../tools/changes/change-store.ts';

describe('a command of a sub-task', () => {
  test('runs on a worker, and its changes come back', async () => {
    const cluster = await startCluster();
    await cluster.worker('w1');
    const host = await cluster.host();
    host.write({ 'a.txt': 'one\n', 'sub/b.txt': 'two\n' });
    await using run = await host.run('pwd; cat a.txt; echo three > c.txt; rm sub/b.txt; chmod 600 a.txt; ls /var/tmp/ | wc -l');
    expect(run.ended).toMatchObject({ exitCode: 0, output: `${host.cwd}\none\n1\n` });
    expect(host.placed).toMatchObject([{ worker: 'w1' }]);
    expect(host.told).toMatchObject([{ kind: 'claim', round: 1, subtask: 1, attempt: 1, worker: 'w1', number: 1 }]);
    const store = openChanges(join(host.home, 'data'));
    const call = { task_id: 'task', key: 'x' };
    expect(await store.apply({ call, title: '', changes: run.changes, result: null }, new AbortController().signal)).toEqual({
      applied: true,
    });
    expect(readFileSync(join(host.cwd, 'c.txt'), 'utf8')).toBe('three\n');
    await using after = await host.run('cat c.txt; ls sub; stat -c %a a.txt');
    expect(after.ended.output).toBe('three\n600\n');
    expect(host.told).toHaveLength(1);
  });

  test('keeps its worker for an attempt, and sub-tasks side by side are spread', async () => {
    const cluster = await startCluster();
    for (const id of ['w1', 'w2', 'w3']) await cluster.worker(id);
    const host = await cluster.host();
    const keys = [1, 2, 3, 4, 5, 6].flatMap((at) => [`1.${at}.1/R3/1.1`, `1.${at}.1/R3/2.1`]);
    await Promise.all(keys.map((key) => host.run('true', { key })));
    expect(host.placed.filter((each) => 'worker' in each)).toHaveLength(12);
    const byAttempt = Map.groupBy(host.placed, ({ call }) => call?.key.split('/')[0]);
    for (const placed of byAttempt.values()) expect(new Set(placed.map((each) => 'worker' in each && each.worker)).size).toBe(1);
    const byWorker = Map.groupBy(host.told, (told) => told.worker);
    expect([...byWorker.values()].map((told) => told.length)).toEqual([2, 2, 2]);
  });

  test('whose result the worker cannot send runs on the host, without waiting for silence', async () => {
    const cluster = await startCluster();
    const told: string[] = [];
    await cluster.worker('w1', { onEvent: (event) => void (event.what === 'unanswered' && told.push(event.detail)) });
    const host = await cluster.host();
    await using _ = await host.run('true'); // the snapshot is stored
    const stream = host.bus.names.stream('object');
    const { bytes } = (await host.bus.manager.streams.info(stream)).state;
    await host.bus.manager.streams.update(stream, { max_bytes: bytes + 1_000 });
    const began = performance.now();
    await using long = await host.run('yes result | head -c 200000'); // too long for a message, so it is stored
    expect([long.ended.output.length, told]).toEqual([200_000, [expect.stringContaining('no room')]]);
    await using large = await host.run('head -c 200000 /dev/zero > zeros', { key: '1.1.2/R3/1.1' });
    expect(large.changes).toMatchObject([{ path: join(host.cwd, 'zeros') }]);
    expect(host.placed.map((each) => ('worker' in each ? each.worker : 'host'))).toEqual(['w1', 'w1', 'host', 'w1', 'host']);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('whose folder finds no room on the bus runs on the host at once', async () => {
    const cluster = await startCluster();
    await cluster.worker('w1');
    const host = await cluster.host();
    await host.bus.manager.streams.update(host.bus.names.stream('object'), { max_bytes: 10_000 });
    host.write({ 'a.txt': 'a'.repeat(50_000) });
    const began = performance.now();
    await using run = await host.run('wc -c < a.txt');
    expect(run.ended.output.trim()).toBe('50000');
    expect(host.placed).toMatchObject([{ home: expect.stringContaining('no room') }]);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('that arrives twice runs once, and its answer comes again', async () => {
    const cluster = await startCluster();
    const began: string[] = [];
    await cluster.worker('w1', { onEvent: ({ what, run }) => void (what === 'began' && began.push(run.command)) });
    const host = await cluster.host();
    const spy = await cluster.connect();
    const heard: Uint8Array[] = [];
    spy.connection.subscribe(spy.names.work('w1'), { callback: (_, { data }) => void heard.push(data.slice()) });
    await spy.connection.flush();
    await host.run('echo once');
    const [request] = heard.filter((data) => Buffer.from(data).includes('"kind":"run"'));
    expect(request).toBeDefined();
    for (let times = 0; times < 5; times += 1) await spy.connection.request(spy.names.work('w1'), request);
    expect(began).toEqual(['echo once']);
    host.detach();
    await expect.poll(() => heard.some((data) => Buffer.from(data).includes('"kind":"end"'))).toBe(true);
    expect((await spy.connection.request(spy.names.work('w1'), request)).json()).toMatchObject({ taken: false }); // the request came after the end of the claim
    expect(began).toEqual(['echo once']);
  });

  test('that drifts is reported: what another program changed meanwhile is not overwritten', async () => {
    const cluster = await startCluster();
    await cluster.worker('w1', {
      onEvent: ({ what }) => void (what === 'began' && writeFileSync(join(host.cwd, 'a.txt'), 'TWO\n')),
    });
    const host = await cluster.host();
    host.write({ 'a.txt': 'one\n' });
    await using run = await host.run('echo three > a.txt');
    expect(run.moved).toEqual([join(host.cwd, 'a.txt')]);
    expect(run.whyUnknown).toContain('another program');
  });

  test('prints while it runs, without what looks like a key', async () => {
    const cluster = await startCluster();
    await cluster.worker('w1', { redact: createRedactor([{ name: 'TOKEN', value: 'very-secret-value' }]) });
    const host = await cluster.host();
    const shown: string[] = [];
    await using run = await host.run('echo first; sleep 0.3; echo very-secret-value; echo last', { onOutput: (text) => shown.push(text) });
    expect(run.ended.output).toBe('first\n[redacted TOKEN]\nlast\n');
    expect(shown.join('')).toBe('first\n[redacted TOKEN]\nlast\n');
    expect(shown.length).toBeGreaterThan(1);
  });

  test('takes no secret with it: of all that is said on the bus, nothing has one', async () => {
    const cluster = await startCluster();
    await cluster.worker('w1', { redact: createRedactor([{ name: 'TOKEN', value: 'secret-of-the-worker' }]) });
    const host = await cluster.host();
    host.write({ '.env': 'TOKEN=secret-of-the-project\n', 'a.txt': 'plain content\n' });
    mkdirSync(join(host.home, '.ssh'));
    writeFileSync(join(host.home, '.ssh/id_ed25519'), 'secret-of-the-person');
    linkSync(join(host.home, '.ssh/id_ed25519'), join(host.cwd, 'copy-of-key'));
    const spy = await cluster.connect();
    const heard: string[] = [];
    spy.connection.subscribe('>', { callback: (_, { subject, data }) => void heard.push(`${subject} ${Buffer.from(data)}`) });
    await spy.connection.flush();
    await using run = await host.run('cat a.txt; echo secret-of-the-worker; echo sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH');
    expect(host.placed).toMatchObject([{ worker: 'w1' }]);
    const told = heard.join('\n').replace(/"command":"[^"]*"/g, ''); // only the line itself is sent
    expect(told).toContain('plain content');
    expect(run.ended.output).toContain('[redacted');
    for (const secret of ['secret-of-the-project', 'secret-of-the-person', 'secret-of-the-worker', 'sk-proj-abc'])
      expect(told).not.toContain(secret);
  });

  test('is stopped at its limit and by a cancel, and its worker is free again', async () => {
    const cluster = await startCluster();
    const worker = await cluster.worker('w1');
    const host = await cluster.host();
    await using late = await host.run('sleep 30', { timeoutMs: 300 });
    expect(late.ended.killedBy).toBe('timeout');
    const stop = new AbortController();
    const running = host.run('sleep 30', { signal: stop.signal });
    await expect.poll(() => worker.running).toBe(1);
    stop.abort();
    expect((await running).ended.killedBy).toBe('cancel');
    await expect.poll(() => worker.running).toBe(0);
  });

  test('of any size comes home: output, changes and contents', async () => {
    const cluster = await startCluster();
    await cluster.worker('w1');
    const host = await cluster.host();
    await using run = await host.run(
      'head -c 400000 /dev/zero | tr "\\0" x; for i in $(seq 200); do echo $i > f$i; done; head -c 3000000 /dev/zero > large',
    );
    expect(host.placed).toMatchObject([{ worker: 'w1' }]);
    expect(run.ended.output).toHaveLength(400_000);
    expect(run.changes).toHaveLength(201 + run.changes.filter(({ path }) => path === host.cwd).length);
    const large = run.changes.find(({ path }) => path.endsWith('/large'));
    expect(readFileSync(large?.from ?? '')).toHaveLength(3_000_000);
  });
});

describe('on the host', () => {
  test('runs what its worker has no program for, what is not fit for another machine, and everything where there is no worker', async () => {
    const cluster = await startCluster();
    const alone = await cluster.host();
    expect((await alone.run('echo alone')).ended.output).toBe('alone\n');
    expect(alone.told).toEqual([]);
    await cluster.worker('w1');
    const host = await cluster.host();
    host.write({ '.env': 'TOKEN=abc\n' });
    await host.run('no-such-program-anywhere');
    await host.run('git status');
    await host.run('cat ~/x');
    expect((await host.run('cat .env')).ended.output).toBe('TOKEN=abc\n');
    expect(host.placed.flatMap((each) => ('home' in each ? [each.home] : []))).toEqual([
      "the worker lacks one of the command's programs",
      'git acts on this machine itself',
      'it names the home folder',
      expect.stringContaining('.env is not sent to workers'),
    ]);
  });

  test('runs everything while the only worker has no containment, or is of another pool', async () => {
    const cluster = await startCluster();
    const none = { kind: 'none', detail: 'nothing works here' } as const;
    const refuse = async () => Promise.reject(new Error('no walls'));
    await cluster.worker('bare', { containment: { ...none, run: refuse, look: refuse } });
    await cluster.worker('other', { pool: 'gpu' });
    const host = await cluster.host({ pool: 'default' });
    expect((await host.run('echo here')).ended.output).toBe('here\n');
    expect(host.placed).toMatchObject([{ home: 'no worker is free' }]);
    expect(host.told).toEqual([]);
  });
});
