import { expect, test } from 'vitest';
import { listedEffects } from './listed-effects.ts';

const gone = (path: string) => ({ made: { path, after: null } });
const made = (path: string) => ({ made: { path, after: { kind: 'folder' as const, mode: 0o755, uid: 0, gid: 0 } } });
const pathsOf = (effects: readonly { readonly made: { readonly path: string } }[]) => effects.map((effect) => effect.made.path);

const inside = Array.from({ length: 40 }, (_, at) => gone(`/many/sub/${at}`));
const effects = [...inside, gone('/many/sub'), gone('/other'), gone('/many'), made('/new')];

test('where all fit, they stay in their order', () => {
  expect(listedEffects(effects, effects.length)).toBe(effects);
});

test('a folder that goes whole stands before all else, and what is in it comes last', () => {
  expect(pathsOf(listedEffects(effects, 6))).toEqual(['/many', '/other', '/new', '/many/sub/0', '/many/sub/1', '/many/sub/2']);
});
