import { expect, test } from 'vitest';
import { onHostClock } from './host-times.ts';

const hour = 3_600_000;
const at = (time: number) => ({ path: '/p', after: { kind: 'folder', mode: 0o755, uid: 0, gid: 0, mtime_ms: time } }) as const;
const here = { began: 1_000_000, ended: 1_005_000 };

test.each([
  ['an hour ahead', hour],
  ['an hour behind', -hour],
] as const)('what a command wrote on a worker whose clock is %s is as old as the host says', (_, ahead) => {
  const there = { began: here.began + 1_000 + ahead, ended: here.ended - 1_000 + ahead };
  const set = at(5);
  const [written, copied, folder, gone] = onHostClock(
    [at(there.began + 500), set, { path: '/q', after: { kind: 'folder', mode: 0o755, uid: 0, gid: 0 } }, { path: '/r', after: null }],
    there,
    here,
  );
  expect(written?.after?.mtime_ms).toBeGreaterThanOrEqual(here.began);
  expect(written?.after?.mtime_ms).toBeLessThanOrEqual(here.ended);
  expect([copied, folder?.after, gone?.after]).toEqual([set, { kind: 'folder', mode: 0o755, uid: 0, gid: 0 }, null]);
});

test('where both clocks agree, nothing changes', () => {
  const changes = [at(here.began + 100)];
  expect(onHostClock(changes, { began: here.began + 50, ended: here.ended - 50 }, here)).toBe(changes);
});
