import { expect, test } from 'vitest';
import { startProvider } from '../../../test/support/provider-server.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { createShellSettings } from './shell-settings.ts';

test.each([
  ['nope', /^nope is not used: .*The server offers good-model, better-model\.$/],
  ['good-modle', /Did you mean good-model\?/],
])('a model that does not work is said at once, and the previous one stays: %s', async (name, message) => {
  await using server = await startProvider({
    models: ['good-model', 'better-model'],
    answer: ({ model }) =>
      model === 'better-model'
        ? { calls: [{ tool: 'ping', input: { word: 'artoo' } }] }
        : { fault: 'status', status: 404, body: { error: { message: `no ${model} here`, code: 'model_not_found' } } },
  });
  const never = new AbortController().signal;
  const home = scratch();
  const opened = { brain: `good-model@${server.url}`, data: home };
  const settings = createShellSettings(opened, home, { env: { HOME: home }, cancel: never, terminate: never });
  await expect(settings.change({ brain: `${name}@${server.url}` })).rejects.toMatchObject({ code: 'usage', message });
  expect(settings.flags).toEqual(opened);
  expect((await settings.settled()).who).toContain('good-model');
  expect((await settings.change({ brain: `better-model@${server.url}` })).who).toContain('better-model');
  expect((await settings.settled()).who).toContain('better-model');
});
