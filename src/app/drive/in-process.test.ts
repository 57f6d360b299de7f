import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { driveSuite } from '../../../test/support/drive-suite.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { settingsFor } from '../../../test/support/settings.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { openDrive } from './in-process.ts';

driveSuite({
  name: 'the one inside this process',
  async open({ model, data, workspace }) {
    const site = { settings: settingsFor({ data, workspace }), model, secrets: () => [] };
    return openDrive({ data, siteOf: () => site, env: {}, onNotice: () => {} });
  },
});

test.each([
  [
    'at once',
    () => {
      throw new ArtooError('config_invalid', 'no');
    },
  ],
  ['later', () => Promise.reject(new ArtooError('config_invalid', 'no'))],
])('a task whose settings are refused %s is not started', async (_, siteOf) => {
  const data = scratch();
  await using drive = openDrive({ data, siteOf, env: {}, onNotice: () => {} });
  await expect(drive.start({ goal: 'Say hello.', cwd: '/' })).rejects.toMatchObject({ code: 'config_invalid' });
  expect(existsSync(join(data, 'tasks'))).toBe(false);
});
