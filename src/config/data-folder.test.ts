import { expect, test } from 'vitest';
import { dataFolder } from './configure.ts';
import { quickDataFolder } from './data-folder.ts';

const cwd = '/somewhere';
const HOME = '/home/ada';

test.each([
  [{}, {}],
  [{ data: '/data' }, {}],
  [{ data: 'data' }, { ARTOO_DATA_DIR: '/other' }],
  [{ data: '~' }, {}],
  [{ data: '/etc/passwd' }, {}],
  [{ data: '/etc/passwd/below' }, {}],
  [{}, { ARTOO_DATA_DIR: '/etc/passwd' }],
  [{ data: ' spaced ' }, {}],
  [{ data: '..' }, {}],
  [{}, { ARTOO_DATA_DIR: '/other' }],
  [{}, { ARTOO_DATA_DIR: ' ~/other ' }],
  [{}, { ARTOO_DATA_DIR: '' }],
  [{}, { ARTOO_DATA_DIR: '  ' }],
  [{ json: true, since: '7d' }, { BRAIN_MODEL: '@@@' }],
  [{ data: '' }, {}],
  [{ data: true }, {}],
  [{ data: ['a', 'b'] }, {}],
  [{ data: '~bob/data' }, {}],
  [{ data: 'a\u0000b' }, {}],
  [{}, { ARTOO_DATA_DIR: '~bob' }],
  [{}, { ARTOO_DATA_DIR: 'a\u001bb' }],
] as const)('the data folder of %j and %j is the one that the configuration finds, or the same error', async (flags, variables) => {
  const env = { HOME, ...variables };
  const expected = await outcome(async () => dataFolder({ flags, env, cwd, home: HOME }));
  expect(await outcome(() => quickDataFolder(flags, { env, cwd }))).toEqual(expected);
});

test.each([
  [{ data: '/etc/passwd' }, {}, 'usage'],
  [{ data: '/etc/passwd/below' }, {}, 'usage'],
  [{}, { ARTOO_DATA_DIR: '/etc/passwd' }, 'config_invalid'],
] as const)('%j and %j name no folder', async (flags, variables, code) => {
  await expect(quickDataFolder(flags, { env: { HOME, ...variables }, cwd })).rejects.toMatchObject({
    code,
    message: expect.stringContaining('/etc/passwd'),
  });
});

const outcome = (work: () => Promise<string>) =>
  work().catch(({ code, message }: { readonly code: string; readonly message: string }) => ({ code, message }));
