/** A task on a bus, with keys in every place where keys can be: the test reads everything on the wire, on every subject. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBus } from '../src/cluster/bus.ts';
import { initStreams } from '../src/cluster/server/init-streams.ts';
import { busAddress } from '../src/laws/network/bus-address.ts';
import { newHome } from './support/command.ts';
import { goodAnswer, startGreeting } from './support/greeting.ts';
import { startNats } from './support/nats.ts';
import { runArtoo } from './support/run-artoo.ts';
import { isProof } from './support/sample.ts';

/** Only two have a known format: all others are secret because of where they are. */
const secrets = {
  endpoint: 'the-key-of-the-endpoint-4711',
  environment: 'value-of-a-variable-0815',
  file: 'value-in-a-dotenv-file-1234',
  format: `ghp_${'a1B2'.repeat(9)}`,
  seed: `SU${'AB3D'.repeat(14)}`,
  bus: 'the-password-of-the-bus-8642',
} as const;

test.runIf(isProof)('no key and no secret is on the wire, wherever it was', async () => {
  const server = await startNats(`authorization { user: me, password: "${secrets.bus}" }`);
  const url = server.url.replace('//', `//me:${secrets.bus}@`);
  await using bus = await openBus(busAddress(url));
  await initStreams(bus, 200 * 1024 * 1024);
  const heard: string[] = [];
  const decoder = new TextDecoder('latin1');
  bus.connection.subscribe('>', {
    callback: (_, { subject, data, headers }) => void heard.push(`${subject}\n${headers ?? ''}\n${decoder.decode(data)}`),
  });
  await bus.connection.flush();
  const repeated = [secrets.endpoint, secrets.environment, secrets.format, secrets.seed, secrets.bus].join(' '); // what models and programs have seen in other ways
  const home = newHome();
  writeFileSync(join(home.cwd, '.env'), `SERVICE_TOKEN=${secrets.file}\n`);
  const usage = { input: 100, output: 20 };
  await using provider = await startGreeting((asked) => {
    const { role, turns } = asked;
    if (role === 'R2') {
      const plan = goodAnswer(asked);
      return 'text' in plan ? { ...plan, text: plan.text?.replace('["write_file"]', '["read_file","write_file"]') ?? '' } : plan;
    }
    if (role !== 'R3') return undefined;
    const calls = turns.filter((turn) => turn.role === 'tool').length;
    if (calls === 0) return { calls: [{ tool: 'read_file', input: { path: '.env' } }], usage };
    if (calls === 1)
      return { calls: [{ tool: 'write_file', input: { path: 'hello.txt', content: `hello, friend\n${repeated}\n` } }], usage };
    return { text: 'hello.txt is written.', usage };
  });
  const env = {
    ...{ BRAIN_BASE_URL: provider.url, BRAIN_MODEL: 'good-model', BRAIN_API_KEY: secrets.endpoint },
    ...{ DEPLOY_SECRET: secrets.environment, ARTOO_BUS: url },
  };
  const { code, err } = await runArtoo(['--quiet', '--workspace', '.', 'greet a friend'], { at: home, env });
  expect([code, err]).toEqual([0, '']);
  await runArtoo(['memory', 'remember', `the key is ${secrets.format}`], { at: home, env });
  await bus.connection.flush();
  expect(heard.some((text) => text.includes('SERVICE_TOKEN'))).toBe(true); // the file was read, and its values were not
  const learnt = heard.filter((text) => text.startsWith('artoo.default.memory.'));
  expect(learnt.length).toBeGreaterThan(2);
  for (const [where, secret] of Object.entries(secrets))
    expect(
      heard.filter((text) => text.includes(secret)),
      where,
    ).toEqual([]);
});
