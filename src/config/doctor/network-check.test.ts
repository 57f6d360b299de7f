import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { chooseContainment } from '../../tools/containment/choose.ts';
import { surroundingsIn } from '../surroundings.ts';
import { checkNetwork } from './network-check.ts';

const { signal } = new AbortController();

test('a door is tried, and where it opens commands can be given single hosts', async () => {
  const containment = await chooseContainment({
    surroundings: surroundingsIn({ HOME: scratch(), PATH: process.env.PATH }, scratch()),
    signal,
  });
  expect(await checkNetwork(containment, signal)).toMatchObject({ name: 'network', state: 'ok' });
});

test.each(['landlock', 'clone', 'none'] as const)(
  'within walls of the kind %s there are no doors, and what that means is said',
  async (kind) => {
    const finding = await checkNetwork({ kind, run: () => Promise.reject(new Error('it is not tried')) }, signal);
    expect(finding).toMatchObject({ state: 'warning', hint: expect.stringContaining('without walls') });
  },
);

test('a door that does not open is reported', async () => {
  const finding = await checkNetwork({ kind: 'copy', run: () => Promise.reject(new Error('the disk is full')) }, signal);
  expect(finding).toMatchObject({ state: 'warning', detail: 'the disk is full' });
});
