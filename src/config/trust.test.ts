import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { readTrust, recordTrust, trustOf } from './trust.ts';

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
const file = '/project/.artoo/config.yaml';

test.each([
  [true, a, 'trusted'],
  [false, a, 'declined'],
  [true, b, 'unasked'],
  [false, b, 'unasked'],
])('after the answer %s about one content, another answer is needed only for another: %s', async (answer, hash, trust) => {
  const data = scratch();
  await recordTrust(data, { file, hash: a }, answer, new Date());
  const judged = await readTrust(data);
  expect(trustOf(judged, file, hash)).toBe(trust);
  expect(trustOf(judged, '/elsewhere/.artoo/config.yaml', a)).toBe('unasked');
});

test('the last answer about a file counts, and what was said of others stays', async () => {
  const data = scratch();
  await recordTrust(data, { file: '/other', hash: b }, true, new Date());
  await recordTrust(data, { file, hash: a }, false, new Date());
  await recordTrust(data, { file, hash: a }, true, new Date());
  const judged = await readTrust(data);
  expect(judged).toHaveLength(2);
  expect([trustOf(judged, file, a), trustOf(judged, '/other', b)]).toEqual(['trusted', 'trusted']);
});

test('a record of before there were noes is read', async () => {
  const data = scratch();
  writeFileSync(join(data, 'trust.json'), JSON.stringify([{ file, hash: a, at: '2026-11-16T00:00:00.000Z' }]));
  expect(trustOf(await readTrust(data), file, a)).toBe('trusted');
});

test('where the answer cannot be written, the error says where, and the record is as it was', async () => {
  const data = join(scratch(), 'data');
  writeFileSync(data, '');
  await expect(recordTrust(data, { file, hash: a }, true, new Date())).rejects.toMatchObject({
    code: 'data_unwritable',
    message: expect.stringContaining('trust.json cannot be written'),
  });
  expect(readFileSync(data, 'utf8')).toBe('');
});
