import { expect, test } from 'vitest';
import { clientPlace } from '../../test/support/client-suite.ts';
import { settingsFor } from '../../test/support/settings.ts';
import { readRule } from '../laws/rules/read-rule.ts';
import { previewCommand } from './preview-command.ts';

test('a command that is only tried reaches no host: it asks for one that a rule allows', async () => {
  const place = clientPlace();
  const settings = settingsFor(place);
  const rule = readRule('net(made-up.example)', { cwd: place.cwd, home: place.cwd });
  if ('wrong' in rule) return expect.fail(rule.wrong);
  const { refused } = await previewCommand({
    settings: { ...settings, rules: { ...settings.rules, allow: [rule] } },
    ...{ env: { PATH: process.env.PATH }, command: 'curl -sS http://made-up.example/', cwd: place.cwd, timeout_s: 20 },
    signal: new AbortController().signal,
  });
  expect(refused?.harm).toMatchObject({ network: true });
});
