/** Workers that lie, fall silent or answer for others, simulated by raw messages; together with an honest one. */
import { expect, onTestFinished, test } from 'vitest';
import { type Cluster, startCluster } from '../../../test/support/cluster.ts';
import { hashOfBytes } from '../../tools/changes/disk/hash-of.ts';
import { openObjects } from '../objects/objects.ts';
import { encoded, type RunRequest, type RunResult, type ToHost, thisSystem, toWorker, type WorkerChange } from './wire-messages.ts';

const { signal } = new AbortController();

const result = (changes: readonly WorkerChange[] = [], output = 'lies\n'): RunResult => ({
  ...{ ok: true, exit_code: 0, killed_by: null, output, errors: '', truncated: false, changes },
  ...{ attempted_network: false, attempted_socket: false, denied_places: [], hidden_temp_places: [], left: { files: 0, processes: 0 } },
});

const file = (content: string, mode = 0o644) =>
  ({ kind: 'file', mode, uid: 0, gid: 0, size: content.length, mtime_ms: 1, hash: hashOfBytes(Buffer.from(content)) }) as const;

/**
 * A worker that announces itself when the test wants it to, and gives the answers that the test chooses. It has more places than any other, so that
 * it is chosen first.
 */
async function madeUp(
  cluster: Cluster,
  id: string,
  onRun: (run: RunRequest) => RunResult | undefined,
  order: 'takes first' | 'answers first' | 'takes nothing' = 'takes first',
) {
  const bus = await cluster.connect();
  const requests: RunRequest[] = [];
  const beat = (more = {}) =>
    bus.connection.publish(
      bus.names.place(`worker.${id}`),
      encoded({
        id,
        pool: 'default',
        parallel: 1_000,
        running: 0,
        containment: 'overlay',
        detail: '',
        system: thisSystem,
        version: '',
        leaving: false,
        ...more,
      }),
    );
  const answer = (run: RunRequest, answered: RunResult, more: Partial<Extract<ToHost, { readonly kind: 'answer' }>> = {}) => {
    const { task_id, key, token } = run;
    return bus.connection.request(
      bus.names.done(run.host),
      encoded({ kind: 'answer', worker: id, task_id, key, run: run.run, token, result: answered, ...more }),
    );
  };
  for (const subject of [bus.names.work(id), bus.names.work('all')])
    bus.connection.subscribe(subject, {
      callback: (_, message) => {
        const told = toWorker(message.data);
        const take = () => message.respond(encoded({ taken: true }));
        if (told?.kind === 'who') beat();
        if (told?.kind !== 'run') return;
        requests.push(told);
        if (order === 'answers first')
          void bus.connection.request(bus.names.done(told.host), JSON.stringify({ worker: id, token: told.token })).then(() => take());
        else if (order === 'takes first') take();
        const answered = onRun(told);
        if (answered) void answer(told, answered);
      },
    });
  await bus.connection.flush();
  return { bus, beat, answer, requests };
}

test('a worker that falls silent loses its claim; what it answers later is put on record, and never used', async () => {
  const cluster = await startCluster();
  await cluster.worker('honest', { beatMs: 50 });
  const silent = await madeUp(cluster, 'silent', () => undefined);
  const host = await cluster.host({ silentMs: 400 });
  const beating = setInterval(silent.beat, 100);
  onTestFinished(() => clearInterval(beating));
  const running = host.run('echo true');
  await expect.poll(() => silent.requests.length).toBe(1);
  clearInterval(beating);
  await using run = await running;
  expect(run.ended.output).toBe('true\n');
  expect(host.told).toMatchObject([
    { kind: 'claim', worker: 'silent', number: 1 },
    { kind: 'claim', worker: 'honest', number: 2, why: 'silent' },
  ]);
  const [request] = silent.requests;
  if (!request) throw new Error('it got no request');
  for (let times = 0; times < 3; times += 1) await silent.answer(request, result());
  await expect.poll(() => host.told.length).toBe(3);
  expect(host.told[2]).toMatchObject({ kind: 'late', worker: 'silent', number: 1, exit_code: 0, key: '1.1.1/R3/1.1' });
});

test("an answer with another's token, or in another's name, does not count", async () => {
  const cluster = await startCluster();
  const first = await madeUp(cluster, 'first', () => undefined);
  const other = await madeUp(cluster, 'other', () => undefined);
  const host = await cluster.host();
  const running = host.run('echo true');
  await expect.poll(() => first.requests.length + other.requests.length).toBe(1);
  const [chosen, thief] = first.requests.length === 1 ? [first, other] : [other, first];
  const [request] = chosen.requests;
  if (!request) throw new Error('it got no request');
  await thief.answer(request, result([], 'stolen\n')); // it has intercepted the token
  await thief.answer({ ...request, token: '0'.repeat(32) }, result([], 'guessed\n'), { worker: chosen === first ? 'first' : 'other' });
  await chosen.answer(request, result([], 'mine\n'));
  expect((await running).ended.output).toBe('mine\n');
  expect(host.told.map(({ kind }) => kind)).toEqual(['claim']);
});

test('an answer that nothing can be read from is told at once, and the command runs elsewhere', async () => {
  const cluster = await startCluster();
  await cluster.worker('honest');
  const liar = await madeUp(cluster, 'liar', () => undefined);
  const host = await cluster.host();
  const running = host.run('echo true');
  await expect.poll(() => liar.requests.length).toBe(1);
  const [request] = liar.requests;
  if (!request) throw new Error('it got no request');
  const nonsense = JSON.stringify({ ...request, kind: 'answer', worker: 'liar', result: { ok: 'perhaps' } });
  await liar.bus.connection.request(liar.bus.names.done(request.host), nonsense); // it is taken, so that an honest but older worker does not repeat it
  await using run = await running;
  expect(run.ended.output).toBe('true\n');
  expect(host.told).toMatchObject([
    { kind: 'claim', worker: 'liar' },
    { kind: 'claim', worker: 'honest', why: 'lied' },
  ]);
});

test('a false answer that comes before the command is taken ends its claim, and nothing else', async () => {
  const cluster = await startCluster();
  const liar = await madeUp(cluster, 'liar', () => undefined, 'answers first');
  const host = await cluster.host();
  await using run = await host.run('echo true');
  expect(run.ended.output).toBe('true\n');
  expect([liar.requests.length, host.told.at(-1)]).toEqual([1, expect.objectContaining({ worker: null, why: 'lied' })]);
});

test('a worker that only announces itself, and takes no command, holds it up no longer than a silent one', async () => {
  const cluster = await startCluster();
  const ghost = await madeUp(cluster, 'ghost', () => undefined, 'takes nothing');
  const host = await cluster.host({ silentMs: 400 });
  const beating = setInterval(ghost.beat, 100);
  onTestFinished(() => clearInterval(beating));
  await using run = await host.run('echo true');
  expect(run.ended.output).toBe('true\n');
  expect(host.told.at(-1)).toMatchObject({ worker: null, why: 'failed' });
});

test('a worker that sends more than any command can print is reported as lying', async () => {
  const cluster = await startCluster();
  const liar = await madeUp(cluster, 'liar', () => undefined);
  const host = await cluster.host();
  const running = host.run('echo true');
  await expect.poll(() => liar.requests.length).toBe(1);
  const [request] = liar.requests;
  if (!request) throw new Error('it got no request');
  const { task_id, key, run, token } = request;
  const output = encoded({ kind: 'output', task_id, key, run, token, text: 'x'.repeat(900_000) });
  for (let times = 0; times < 20; times += 1) liar.bus.connection.publish(liar.bus.names.done(request.host), output);
  expect((await running).ended.output).toBe('true\n');
  expect(host.told.at(-1)).toMatchObject({ worker: null, why: 'lied' });
});

test('late answers that nothing asked for, or that were answered before, are not put on record', async () => {
  const cluster = await startCluster();
  const liar = await madeUp(cluster, 'liar', ({ key }) => (key.endsWith('1.1') ? result() : undefined));
  const host = await cluster.host();
  await using _ = await host.run('true');
  const running = host.run('true', { key: '1.1.1/R3/2.1' });
  await expect.poll(() => liar.requests.length).toBe(2);
  liar.beat({ leaving: true });
  await using _second = await running;
  const [answered, late] = liar.requests;
  if (!answered || !late) throw new Error('it got too few requests');
  await liar.answer(answered, result());
  for (let run = 1; run <= 3; run += 1) await liar.answer({ ...late, run }, result());
  expect(host.told.filter(({ kind }) => kind === 'late')).toMatchObject([{ key: '1.1.1/R3/2.1' }]);
});

const lies: readonly (readonly [string, (cwd: string) => readonly WorkerChange[]])[] = [
  ['a file outside', () => [{ path: '/etc/cron.d/x', after: file('x') }]],
  ['a content that is not on the bus', (cwd) => [{ path: `${cwd}/x`, after: file('never stored') }]],
];

test.each(lies)(
  'a worker that answers with %s is reported by name, its answer is not used, and it gets nothing more',
  async (_, changes) => {
    const cluster = await startCluster();
    const liar = await madeUp(cluster, 'liar', ({ cwd }) => result(changes(cwd)));
    const host = await cluster.host();
    host.write({ 'a.txt': 'a\n' });
    await using run = await host.run('cat a.txt');
    expect([run.ended.output, run.changes]).toEqual(['a\n', []]);
    await using _next = await host.run('cat a.txt', { key: '1.2.1/R3/1.1' });
    expect(host.told).toMatchObject([
      { kind: 'claim', worker: 'liar' },
      { kind: 'claim', worker: null, why: 'lied' },
    ]);
    expect(liar.requests).toHaveLength(1);
  },
);

test('special bits, owners and huge outputs of a worker come to no more than those of a command', async () => {
  const cluster = await startCluster();
  const bus = await cluster.connect();
  const objects = openObjects(bus);
  await objects.put(Buffer.from('mine'), signal);
  await madeUp(cluster, 'odd', ({ cwd }) =>
    result([{ path: `${cwd}/x`, after: { ...file('mine', 0o4755), uid: 12_345, gid: 12_345 } }], 'x'.repeat(100_000)),
  );
  const host = await cluster.host();
  await using run = await host.run('true');
  expect(run.changes).toMatchObject([
    { after: { mode: 0o4755, uid: process.geteuid?.(), gid: process.getegid?.() }, stamp: null, before: null },
  ]);
});
