/** Journals that are resumed later contain the hashes to which approvals are bound: these hashes must never change. */
import { expect, test } from 'vitest';
import type { EffectFacts } from '../../laws/asked-effects.ts';
import { type FileWrite, writeHash } from './file-harm.ts';
import { shellHash } from './shell-harm.ts';

const asked = { command: 'rm x', cwd: '/p', workspace: '/w', home: '/h', rule: 'shell(rm x)' };
const file = { kind: 'file', mode: 0o644, uid: 1, gid: 1, size: 3, mtime_ms: 5, hash: 'b' } as const;
const effect: EffectFacts = {
  ...{ path: '', change: 'changed', ruled: { decision: 'none' }, isRefused: false, speaksFor: undefined },
  ...{ isFolder: false, isLink: false, lendsRights: false, isOwn: false, isNote: false, isOfNewPython: false },
};
const effects = [
  { ...effect, made: { path: '/p/x', before: file, after: null, stamp: 's' } },
  { ...effect, made: { path: '/p/y', before: null, after: file, stamp: null, from: '/view/y' } },
];

test.each([
  ['a run without walls', shellHash.run(asked), '447f4dbc36fd33bdb01ae785d38c10deb91d522d1464d8f7729b6ce718748aa4'],
  ['a run with the network', shellHash.network(asked), '885cfa931e5cc92287c199fd64026a0b49caa258a28c96d67ca5d729a24c681a'],
  ['the effects of a run', shellHash.effects(asked, effects), '6ddd8a77f3f572eb2778214b53a38197f9083fb8e6a8a16b31934d53a0995ac0'],
])('a yes to %s', (_, hash, expected) => {
  expect(hash).toBe(expected);
});

const write = (asked: string, before: string | undefined): FileWrite => ({
  ...{ tool: 'write_file', what: '3 bytes', content: 'new', hash: 'b' },
  place: { asked, real: '/p/x', missing: [], holds: 'nothing' },
  before: before === undefined ? undefined : { hash: before, content: 'old', stats: {} as never }, // the stats are not part of the hash
});

test.each([
  ['over another, by a link', write('/p/l', 'a'), '15a9078fa83547e8c4aff7c6904af9f1b175aa7e1a261a05c721dbe0dfbc0b9f'],
  ['that is new', write('/p/x', undefined), '6ca6be9cd933b176197dd6da099ffca0a4bbc1b48516e14856ac57dd0a6af1fa'],
])('a yes to writing a file %s', (_, some, expected) => {
  expect(writeHash(some, '/p')).toBe(expected);
});
