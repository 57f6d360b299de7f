import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import type { Change, Entry } from '../changes/change.ts';
import type { ToolContext } from '../tool.ts';
import { type FactSources, type GivenPath, gatherFacts, kindOf } from './effect-facts.ts';
import { createPermissions } from './permissions.ts';

const owner = { uid: 1, gid: 1 };
const file = (hash: string, more: Partial<Entry> = {}): Entry =>
  ({ kind: 'file', mode: 0o644, ...owner, size: 3, mtime_ms: 1, hash, ...more }) as Entry; // these are the fields of a file
const folder: Entry = { kind: 'folder', mode: 0o755, ...owner };
const link = (target: string, uid = 1): Entry => ({ kind: 'link', target, uid, gid: 1 });

test.each<[string, Entry | null, Entry | null]>([
  ['created', null, file('a')],
  ['deleted', file('a'), null],
  ['changed', file('a'), file('b')],
  ['changed', file('a'), folder],
  ['changed', link('a'), link('b')],
  ['metadata', link('a'), link('a', 2)],
  ['metadata', file('a'), file('a', { mode: 0o600 })],
  ['metadata', file('a'), file('a', { gid: 2 })],
  ['touched', file('a'), file('a', { mtime_ms: 2 })],
  ['touched', folder, folder],
])('%s: %j becomes %j', (kind, before, after) => {
  expect(kindOf({ before, after })).toBe(kind);
});

describe('the facts about', () => {
  const gather = async (changes: readonly Partial<Change>[], given?: GivenPath) => {
    const at = scratch();
    const sources: FactSources = {
      changes: { isOwn: async (_, path) => path.endsWith('own') },
      permissions: {
        ...createPermissions(),
        decide: (action) => ({ decision: 'path' in action && action.path.includes('ruled') ? 'ask' : 'none' }),
      },
      places: { home: at, pathFolders: [], dataFolder: join(at, 'data') },
    };
    const context: ToolContext = {
      ...{ cwd: at, workspace: at, call: { task_id: 'task', key: '1' }, approved: 'yes', network: false },
      ...{ refused: ['created /given'], signal: new AbortController().signal },
    };
    const whole = changes.map((change): Change => ({ path: '/x', before: null, after: null, stamp: null, ...change }));
    return (await gatherFacts(whole, context, sources, given ? { given } : { line: 'true' })).effects;
  };

  test('entries that only got new times say so', async () => {
    const touched = { before: file('a'), after: file('a', { mtime_ms: 2 }) };
    expect(await gather([touched])).toMatchObject([{ change: 'metadata', onlyTimes: true }]);
    expect(await gather([{ ...touched, after: file('a', { mtime_ms: 2, mode: 0o600 }) }])).toMatchObject([
      { change: 'metadata', onlyTimes: false },
    ]);
    expect(await gather([{ ...touched, after: file('a', { attributes: { 'user.x': 'eA==' } }) }])).toMatchObject([
      { change: 'metadata', onlyTimes: false },
    ]);
  });

  test('what the task created, what grants rights, what a rule names', async () => {
    const changes = [
      { path: '/own', before: file('a'), after: file('b') },
      { path: '/s', after: file('a', { mode: 0o4755 }) },
      { path: '/ruled', after: folder },
      { path: '/l', after: link('a') },
    ];
    expect(await gather(changes)).toMatchObject([
      { change: 'changed', isOwn: true, lendsRights: false, ruled: { decision: 'none' } },
      { change: 'created', isOwn: false, lendsRights: true },
      { isFolder: true, ruled: { decision: 'ask' } },
      { isLink: true, isFolder: false },
    ]);
  });

  test('a file hold for its real path and for the one that was given', async () => {
    const changes = [{ path: '/real', after: file('a') }];
    const [direct] = await gather(changes, { path: '/real', real: '/real', isLink: false });
    expect(direct).toMatchObject({ isRefused: false });
    expect(direct?.given).toBeUndefined();
    const [linked] = await gather(changes, { path: '/given', real: '/real', isLink: true });
    expect(linked).toMatchObject({ isRefused: true, given: { path: '/given', isLink: true, ruled: { decision: 'none' } } });
    const [ruled] = await gather(changes, { path: '/ruled', real: '/real', isLink: false });
    expect(ruled).toMatchObject({ ruled: { decision: 'none' }, given: { ruled: { decision: 'ask' } } });
  });
});
