/** How the shell applies Law 1 where there are no walls, or where they report too little or block the network: with scripted walls. */
import { existsSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchProject } from '../../test/support/scratch-project.ts';
import { ArtooError } from '../contracts/errors.ts';
import { readRule } from '../laws/rules/read-rule.ts';
import { createPermissions } from './asking/permissions.ts';
import { BackgroundRuns } from './background/background-runs.ts';
import type { ContainedRequest, ContainedRun, Containment, ContainmentKind } from './containment/containment.ts';
import { outsideWorld } from './network/outside.ts';
import { openStartedCalls } from './running/started-calls.ts';
import { createShell } from './shell.ts';
import type { ToolContext } from './tool.ts';

const ended = { exitCode: 0, killedBy: null, output: 'out\n', errors: '', truncated: false, report: '' } as const;

/** A shell inside walls whose runs have these results, one after another; if there are none, the walls cannot be built. */
function shellWithin(kind: ContainmentKind, runs: readonly Partial<ContainedRun>[], allow: readonly string[] = []) {
  const at = scratchProject();
  const requests: ContainedRequest[] = [];
  const disposed: number[] = [];
  const walls: Containment = {
    kind,
    detail: '',
    async run(request) {
      const number = requests.push(request) - 1;
      const run = runs[number];
      if (!run) throw new ArtooError('containment_failed', 'there is no containment');
      const met = {
        attemptedNetwork: false,
        attemptedSocket: false,
        deniedPlaces: [],
        hiddenTempPlaces: [],
        differs: [],
        hardLinks: 0,
      } as const;
      const nothing = { ended, changes: [], ...met, left: { files: 0, processes: 0 }, whyUnknown: undefined, moved: [] };
      return { ...nothing, ...run, [Symbol.asyncDispose]: async () => void disposed.push(number) };
    },
    async look({ command }) {
      if (runs.length === 0) throw new ArtooError('containment_failed', 'there is no containment');
      return { ...ended, output: `looked: ${command}\n`, differs: [] };
    },
  };
  const rules = allow.map((text) => {
    const rule = readRule(text, { cwd: at.cwd, home: at.folder });
    return 'wrong' in rule ? expect.unreachable(rule.wrong) : rule;
  });
  const started = openStartedCalls(at.data);
  const { changes, places } = at.writing;
  const permissions = createPermissions({ allow: rules, ask: [], deny: [] });
  const background = new BackgroundRuns();
  const shell = createShell({
    env: { PATH: process.env.PATH ?? '' },
    containment: async () => walls,
    changes,
    started,
    permissions,
    places,
    background,
    outside: outsideWorld(),
  });
  const run = (command: string, more: Partial<ToolContext> = {}) =>
    shell.run({ command, timeout_s: 10, background: false, network: false }, at.context(more));
  return { at, run, requests, disposed, started, background };
}

/** A change to a file that exists. */
const replaced = (path: string) => {
  const entry = { kind: 'file', mode: 0o644, uid: 0, gid: 0, size: 3, mtime_ms: 1 } as const;
  return { path, before: { ...entry, hash: 'a' }, after: { ...entry, hash: 'b' }, from: path, stamp: 'stamp' };
};

test.each<[string, readonly string[]]>([
  ['whatever it is', []],
  ['even if a rule allows it', ['shell(touch made)']],
])('what cannot be contained is asked about, %s, and runs bare on a yes to that', async (_, allow) => {
  const { at, run, started } = shellWithin('none', [], allow);
  const { harm } = await run('touch made');
  expect(harm).toMatchObject({
    effects: [],
    network: false,
    reason: expect.stringMatching(/^there is no containment; .* in advance: creates /),
  });
  expect(existsSync(join(at.cwd, 'made'))).toBe(false);
  expect((await run('touch other', { approved: harm?.hash })).harm).toBeDefined();
  const call = { task_id: 'task', key: '1.1.1/R3/9.1' };
  expect(await run('touch made', { approved: harm?.hash, call })).toMatchObject({ ok: true });
  expect([existsSync(join(at.cwd, 'made')), existsSync(join(at.cwd, 'other')), started.isMarked(call)]).toEqual([true, false, true]);
});

test('what plainly only reads runs within walls like anything else, and is asked about where there are none', async () => {
  const { run, requests } = shellWithin('overlay', [{}]);
  expect(await run('cat old.txt')).toMatchObject({ ok: true, output: 'out\n' });
  expect(requests).toHaveLength(1);
  const without = shellWithin('none', []);
  expect((await without.run('cat old.txt')).harm).toMatchObject({ reason: expect.stringMatching(/^there is no containment; /) });
});

test("what only looks at the machine gets the host's view, and is asked about where there is none", async () => {
  const { run, requests } = shellWithin('overlay', [{}]);
  expect(await run('ps aux | head -3')).toMatchObject({ ok: true, output: 'looked: ps aux | head -3\n' });
  expect(requests).toEqual([]);
  const without = shellWithin('none', []);
  expect((await without.run('ps aux')).harm).toMatchObject({ reason: expect.stringMatching(/^there is no containment; /) });
});

test('places that the person named reach the walls', async () => {
  const { run, requests } = shellWithin('overlay', [{}]);
  await run('touch made', { places: ['/srv/data'] });
  expect(requests).toMatchObject([{ places: ['/srv/data'] }]);
});

test('a line that failed for lack of a local socket is asked about, and after a yes gets sockets but no network; one that succeeded is not asked about', async () => {
  const failing = { attemptedSocket: true, ended: { ...ended, exitCode: 1 } };
  const { run, requests, started } = shellWithin('overlay', [failing, failing, { attemptedSocket: true }]);
  const { harm } = await run('docker-like');
  expect(harm).toMatchObject({ network: false, rule: null, reason: expect.stringContaining('local socket') });
  const call = { task_id: 'task', key: '1.1.1/R3/9.1' };
  expect(await run('docker-like', { approved: harm?.hash, call })).toMatchObject({ ok: false, exit_code: 1 });
  expect(requests.map(({ sockets, doors }) => [sockets, doors])).toEqual([
    [false, []],
    [true, []],
  ]);
  expect(started.isMarked(call)).toBe(true);
  expect(await run('docker-like')).toMatchObject({ ok: true, output: expect.stringContaining('local socket') });
});

test('with local sockets, a line has no door to what runs in the background', async () => {
  const failing = { attemptedSocket: true, ended: { ...ended, exitCode: 1 } };
  const { run, requests, background, at } = shellWithin('overlay', [failing, failing]);
  await using started = background.start({
    task_id: at.context().call.task_id,
    command: 'serve',
    run: ({ background: given, signal }) => {
      const listening = async () => [{ port: 8080, address: '127.0.0.1' } as const];
      const network = { listening, connect: () => Promise.reject(new Error('not there')), [Symbol.dispose]() {} };
      given?.onInside({ network, files: undefined });
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  expect(started).toBeDefined();
  const { harm } = await run('docker-like');
  await run('docker-like', { approved: harm?.hash });
  expect(requests.map(({ sockets, doors }) => [sockets, doors?.map(({ port }) => port)])).toEqual([
    [false, [8080]],
    [true, []],
  ]);
});

test.each(['read-only', 'landlock'] as const)(
  'what fails where nothing can be written (%s) is asked about, to be run bare',
  async (kind) => {
    const { run, disposed } = shellWithin(kind, [{ whyUnknown: 'it failed', ended: { ...ended, exitCode: 1 } }]);
    expect((await run('touch made')).harm).toMatchObject({
      reason: expect.stringMatching(/^it failed: creates /),
      effects: [],
      network: false,
    });
    expect(disposed).toEqual([0]);
  },
);

test('a command with unknown effects in its view has failed, and no yes is asked for', async () => {
  const { run, disposed } = shellWithin('overlay', [{ whyUnknown: 'it made a socket' }], ['shell(touch made)']);
  const result = await run('touch made');
  expect(result).toMatchObject({
    ok: false,
    output: 'out\n',
    error: { class: 'failed', message: 'none of it was applied: it made a socket' },
  });
  expect(result.harm).toBeUndefined();
  expect(disposed).toEqual([0]);
});

test('what was stopped has no effects', async () => {
  const { at, run, disposed } = shellWithin('overlay', [
    { ended: { ...ended, exitCode: null, killedBy: 'timeout' }, changes: [replaced('/x')] },
  ]);
  const result = await run('touch made; sleep 60');
  expect(result).toMatchObject({ ok: false, error: { class: 'timeout' } });
  expect([result.changed, disposed, existsSync(join(at.cwd, 'made'))]).toEqual([undefined, [0], false]);
});

const offline = { attemptedNetwork: 'outside', ended: { ...ended, exitCode: 1 } } as const;

test.each([[[]], [['shell(git gc)']]])('a line that failed for lack of the network is run again with a door, once: %j', async (allow) => {
  const { run, requests, disposed } = shellWithin('overlay', [offline, offline], allow);
  const result = await run('git gc');
  expect(result).toMatchObject({ ok: false, output: expect.stringContaining('tried to reach the network directly') });
  expect([requests.map(({ doors = [] }) => doors.length), disposed]).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test('a line that plainly wants the network gets its door at once, and one that may not have it is not run again', async () => {
  const { run, requests } = shellWithin('overlay', [{}]);
  expect(await run('npm install')).toMatchObject({ ok: true });
  expect(requests.map(({ doors = [], env }) => [doors.length, env?.HTTPS_PROXY])).toEqual([[1, 'http://127.0.0.1:61013']]);
});

test.each([
  ['landlock', 'npm ci'],
  ['clone', 'npm ci'],
  ['clone', 'make deps'],
] as const)('where walls have no doors (%s), what wants the network is asked about, to be run bare: %s', async (kind, line) => {
  const { run, started } = shellWithin(kind, [offline]);
  const { harm } = await run(line);
  expect(harm).toMatchObject({
    network: false,
    rule: null,
    reason: expect.stringMatching(/^it needs the network, which is only available without walls here: /),
  });
  expect(started.isMarked({ task_id: 'task', key: '1.1.1/R3/1.1' })).toBe(false);
});

test('what is asked about is kept until it is answered: a call that continues without it drops it', async () => {
  const { run, requests, disposed } = shellWithin('overlay', [{ changes: [replaced('/x')] }, {}]);
  expect((await run('sed -i s/a/b/ old.txt')).harm?.effects).toMatchObject([{ change: 'changed' }]);
  expect(disposed).toEqual([]);
  await run('true; true');
  expect([requests.length, disposed]).toEqual([2, [0, 1]]);
});

test('a second run does not begin where the folder leads by then', async () => {
  const swap = (cwd: string, outside: string): void => {
    renameSync(cwd, `${cwd}-away`);
    symlinkSync(outside, cwd);
  };
  const first = {
    /** Read after the first run has ended. */
    get moved(): readonly string[] {
      swap(at.cwd, join(at.folder, 'outside'));
      return ['/x'];
    },
  };
  const { at, run, requests } = shellWithin('overlay', [first, {}]);
  await expect(run('touch new', { realCwd: at.cwd })).rejects.toThrow('when this task began'); // the toolbox turns this into a failed result
  expect(requests).toHaveLength(1);
});
