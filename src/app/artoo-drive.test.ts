import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { saying } from '../../test/support/scripted.ts';
import { openDrive } from './artoo.ts';

test('a program opens a drive with a model of its own', async () => {
  const folder = scratch();
  await using drive = openDrive({ model: saying({}), data: join(folder, 'data'), workspace: folder, env: {} });
  const task = await drive.start({ goal: 'Say hello.', cwd: folder });
  expect(await drive.result(task)).toMatchObject({ directive: 'accept' });
});

test('an option that a drive does not have is refused', () => {
  expect(() => openDrive({ modle: 1 } as object)).toThrow(expect.objectContaining({ code: 'usage' }));
});
