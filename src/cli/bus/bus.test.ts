import { expect, onTestFinished, test } from 'vitest';
import { type Home, newHome } from '../../../test/support/command.ts';
import { startGreeting } from '../../../test/support/greeting.ts';
import { type NatsServer, startNats } from '../../../test/support/nats.ts';
import { runArtoo } from '../../../test/support/run-artoo.ts';
import { isProof } from '../../../test/support/sample.ts';

const run = (at: Home, server: NatsServer | undefined, ...args: readonly string[]) =>
  runArtoo([...args, ...(server ? ['--bus', server.url] : [])], { at });

test('init makes the streams once and says which; status says what is there', async () => {
  const [home, server] = [newHome(), await startNats()];
  const missing = await run(home, server, 'bus', 'status');
  expect([missing.code, missing.out]).toEqual([
    2,
    expect.stringMatching(/nats-server \d.*\n.*ARTOO_default_LOG +is missing: artoo bus init/s),
  ]);
  const made = await run(home, server, 'bus', 'init', '--size', '100MB');
  expect([made.code, made.out]).toEqual([0, expect.stringMatching(/made +ARTOO_default_LOG +up to/)]);
  const again = await run(home, server, 'bus', 'init', '--json');
  expect(JSON.parse(again.out)).toMatchObject({ streams: Array(4).fill({ made: false }) });
  expect(await run(home, server, 'bus')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ARTOO_default_MEMORY +0 B of [\d.]+ MB, 0 messages/),
  });
});

test('two machines with a data folder each see what the other was told, and a purge reaches both', async () => {
  const [one, two, server] = [newHome(), newHome(), await startNats()];
  await run(one, server, 'bus', 'init', '--size', '100MB');
  await run(one, server, 'memory', 'remember', 'Use pnpm, never npm.');
  const seen = await run(two, server, 'memory', 'export');
  const [, line = '{}'] = seen.out.trim().split('\n');
  const { id, megram } = JSON.parse(line);
  expect(megram.content).toBe('Use pnpm, never npm.');
  expect((await run(two, server, 'memory', 'forget', id, '--purge')).code).toBe(0);
  expect((await run(one, server, 'memory', 'export')).out).toContain('"purged":true');
  expect((await run(one, undefined, 'memory', 'export')).out).toBe('{"artoo_memory":1}\n');
});

test('importing to a bus asks first', async () => {
  const [one, two, server] = [newHome(), newHome(), await startNats()];
  await run(one, server, 'bus', 'init', '--size', '100MB');
  await run(one, undefined, 'memory', 'remember', 'Use pnpm, never npm.');
  const { out: exported } = await run(one, undefined, 'memory', 'export');
  const importing = (...more: readonly string[]) =>
    runArtoo(['memory', 'import', '-', '--bus', server.url, ...more], { at: two, input: exported });
  expect(await importing()).toMatchObject({ code: 64, err: expect.stringContaining('--yes') });
  expect(await importing('--yes')).toMatchObject({ code: 0, out: expect.stringContaining('1 memory added') });
  expect((await run(one, server, 'memory', 'export')).out).toContain('Use pnpm');
});

test('permissions are printed for a server to read, and only then is anything allowed', async () => {
  const home = newHome();
  const { out } = await runArtoo(['bus', 'init', '--permissions', '--bus', 'nats://127.0.0.1/acme'], { at: home });
  const server = await startNats(out);
  const password = /user: "acme-operator"\s+password: "([^"]+)"/.exec(out)?.[1];
  const denied = await runArtoo(['bus', 'status', '--bus', `${server.url}/acme`], { at: home });
  expect(denied).toMatchObject({ code: 69, err: expect.stringContaining('refuses these credentials') });
  const signed = `${server.url.replace('//', `//acme-operator:${password}@`)}/acme`;
  expect(await runArtoo(['bus', 'init', '--size', '100MB', '--bus', signed], { at: home })).toMatchObject({ code: 0 });
});

test('without a bus it says how to name one; one that is away is said to be', async () => {
  const home = newHome();
  expect(await run(home, undefined, 'bus')).toMatchObject({ code: 64, err: expect.stringContaining('--bus nats://') });
  const server = await startNats();
  onTestFinished(() => server.kill());
  await server.kill();
  expect(await run(home, server, 'bus', 'init')).toMatchObject({ code: 69, err: expect.stringContaining('cannot be reached') });
});

test.runIf(isProof)(
  'with the credentials of a host a whole task runs, its lessons are on the bus, a purge erases them, and another machine audits it',
  async () => {
    const home = newHome();
    const { out } = await runArtoo(['bus', 'init', '--permissions', '--bus', 'nats://127.0.0.1/acme'], { at: home });
    const server = await startNats(out);
    const as = (role: string) => {
      const password = new RegExp(`user: "acme-${role}"\\s+password: "([^"]+)"`).exec(out)?.[1];
      return `${server.url.replace('//', `//acme-${role}:${password}@`)}/acme`;
    };
    await runArtoo(['bus', 'init', '--size', '300MB', '--bus', as('operator')], { at: home });
    await using provider = await startGreeting();
    const env = { BRAIN_BASE_URL: provider.url, BRAIN_MODEL: 'good-model', BRAIN_API_KEY: 'key', ARTOO_BUS: as('host') };
    expect(await runArtoo(['--quiet', '--workspace', '.', 'greet a friend'], { at: home, env })).toMatchObject({ code: 0, err: '' });
    const [, lesson = '{}'] = (await runArtoo(['memory', 'export'], { at: home, env })).out.split('\n');
    const purged = await runArtoo(['memory', 'forget', JSON.parse(lesson).id, '--purge'], { at: home, env });
    expect(purged).toMatchObject({ code: 0, out: expect.stringContaining('the words erased') });
    const audited = await runArtoo(['audit'], { at: newHome(), env: { ARTOO_BUS: as('host') } });
    expect(audited).toMatchObject({ code: 0, err: '', out: expect.stringContaining('1 task') });
  },
);
