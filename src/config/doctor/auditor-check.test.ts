import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { checkAuditor } from './auditor-check.ts';

test('an auditor that is on is all right, with a record or before its first', async () => {
  const data = scratch();
  expect(await checkAuditor(data, true)).toMatchObject({ state: 'ok', detail: expect.stringContaining('first task') });
  mkdirSync(join(data, 'audit'));
  expect(await checkAuditor(data, true)).toMatchObject({ state: 'ok', detail: expect.stringContaining('artoo audit') });
});

test('one that is off is reported, with how to switch it on', async () => {
  expect(await checkAuditor(scratch(), false)).toMatchObject({ state: 'warning', hint: expect.stringContaining('audit: false') });
});

test('so is one that cannot write its record', async () => {
  const data = join(scratch(), 'file');
  writeFileSync(data, '');
  expect(await checkAuditor(data, true)).toMatchObject({ state: 'warning', detail: expect.stringContaining('ENOTDIR') });
});
