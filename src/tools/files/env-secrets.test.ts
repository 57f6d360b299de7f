import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { createEnvSecrets } from './env-secrets.ts';

test('of many that look in a folder at once, one looks, and all know what it found', async () => {
  const folder = scratch();
  writeFileSync(join(folder, '.env'), 'API_TOKEN=correct-horse-battery-staple\n');
  const asked: string[] = [];
  const secrets = createEnvSecrets({ mayShow: (path) => asked.push(path) === 0 });
  const known = await Promise.all(Array.from({ length: 10 }, () => secrets.lookIn(folder).then(() => secrets.known().length)));
  expect(known).toEqual(Array.from({ length: 10 }, () => 1));
  expect(asked.filter((path) => path === join(folder, '.env'))).toHaveLength(1);
});
