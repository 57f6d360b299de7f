import { hash } from 'node:crypto';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import type { Environment, Flags } from './config-layers.ts';
import { configure } from './configure.ts';
import { recordTrust } from './trust.ts';

type Told = {
  readonly own?: string;
  readonly project?: string;
  readonly isTrusted?: boolean;
  readonly flags?: Flags;
  readonly env?: Environment;
};

/** The settings if the person's and the project's files contain this. */
async function configured({ own, project, isTrusted = false, flags = {}, env = {} }: Told) {
  const home = scratch();
  const [data, cwd] = [join(home, 'data'), join(home, 'project')];
  for (const folder of [data, join(cwd, '.artoo')]) mkdirSync(folder, { recursive: true });
  if (own !== undefined) writeFileSync(join(data, 'config.yaml'), own);
  if (project !== undefined) writeFileSync(join(cwd, '.artoo/config.yaml'), project);
  const file = join(cwd, '.artoo/config.yaml');
  if (isTrusted && project !== undefined)
    await recordTrust(data, { file: realpathSync(file), hash: hash('sha256', project) }, true, new Date());
  return configure({ flags: { ...flags, data }, env, cwd, home });
}

test('there is no bus unless one is named', async () => {
  expect((await configured({})).bus).toEqual({ value: undefined, from: 'default' });
});

test('a flag overrides the variable, and that the file', async () => {
  const own = 'bus: nats://filed/one';
  const env = { ARTOO_BUS: 'nats://said' };
  expect((await configured({ own })).bus).toMatchObject({
    value: { server: 'filed:4222', realm: 'one' },
    from: expect.stringContaining('config.yaml:1'),
  });
  expect((await configured({ own, env })).bus).toMatchObject({ value: { server: 'said:4222' }, from: 'ARTOO_BUS' });
  expect((await configured({ own, env, flags: { bus: 'nats://flagged' } })).bus).toMatchObject({
    value: { server: 'flagged:4222' },
    from: 'flag --bus',
  });
});

test('what the file says about signing in counts for its server, in any realm, and for no other', async () => {
  const own = 'bus:\n  url: tls://bus/one\n  credentials: ~/me.creds\n  ca: /ca.pem';
  const { bus } = await configured({ own, flags: { bus: 'tls://bus/two' } });
  expect(bus.value).toMatchObject({ realm: 'two', credentials: expect.stringMatching(/\/me\.creds$/), tls: { ca: '/ca.pem' } });
  expect((await configured({ own, flags: { bus: 'tls://elsewhere' } })).bus.value).not.toHaveProperty('credentials');
});

test('credentials of a flag go to the bus that the file names', async () => {
  const { bus } = await configured({ own: 'bus: nats://bus', flags: { 'bus-credentials': '/me.creds' } });
  expect(bus.value).toMatchObject({ server: 'bus:4222', credentials: '/me.creds' });
});

test.each([false, true])("a project's file cannot name a bus (trusted: %s)", async (isTrusted) => {
  const { bus, notes } = await configured({ project: 'bus: nats://evil.example', isTrusted });
  expect(bus.value).toBeUndefined();
  expect(notes.join()).toMatch(/cannot name a bus|its bus is ignored/);
});

test.each([
  ['bus: http://bus', /config\.yaml:1:6: bus.*address of a bus/],
  ['bus: { url: "nats://bus", credentials: me.creds }', /starting with \//],
  ['bus: { adress: x }', /adress/],
])('%s is refused, with its place', async (own, message) => {
  await expect(configured({ own })).rejects.toMatchObject({ code: 'config_invalid', message: expect.stringMatching(message) });
});

test('a wrong flag is named', async () => {
  await expect(configured({ flags: { bus: 'bus' } })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/^--bus must be/),
  });
});
