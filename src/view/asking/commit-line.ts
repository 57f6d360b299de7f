/** A commit as one line: its branch, its message and both ids. Pure. */
import type { FileEffect } from '../../contracts/control.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { counted } from '../pages.ts';
import { isGitsOwn, type Sum } from './summed-effects.ts';

/**
 * The effects that make up one commit, and the line for them. Only where a branch moves to a new object: anything else that moves a branch, such as a
 * reset, is shown as it is, and so are effects that need an approval for another reason, such as a hook.
 */
export function commitIn(effects: readonly FileEffect[]): { readonly own: ReadonlySet<FileEffect>; readonly lines: readonly Sum[] } {
  const [moved, another] = effects.flatMap(branchIn);
  const message = effects.find(({ path }) => path === `${moved?.folder}/COMMIT_EDITMSG`);
  const isOne = moved && !another && message && effects.some((effect) => isObject(effect, moved));
  if (!isOne) return { own: new Set(), lines: [] };
  const { name, folder, from, to } = moved;
  const isPart = (effect: FileEffect) => effect.path.startsWith(`${folder}/`) && effect.change !== 'deleted' && isGitsOwn(effect);
  const own = effects.filter((effect) => effect === moved.effect || effect === message || isPart(effect));
  const said = addedIn(message);
  const details = `(${from.slice(0, 8)} → ${to.slice(0, 8)}, ${counted(own.length, 'file')} in ${folder})`;
  const what = `on ${name}${said === '' ? '' : `: "${oneLine(said, maxMessage)}"`} ${details}`;
  return { own: new Set(own), lines: [{ kind: 'sum', verb: 'makes a commit', what, isAsked: own.some(({ why }) => why !== undefined) }] };
}

const maxMessage = 60;

/** The branch that an effect moves, and between which commits. */
function branchIn(effect: FileEffect) {
  const [, folder = '', name = ''] = /^(.*\.git)\/refs\/heads\/(.+)$/.exec(effect.path) ?? [];
  const [, from = '', to = ''] = /^-([0-9a-f]{40,64})\n\+([0-9a-f]{40,64})$/m.exec(effect.diff ?? '') ?? [];
  return name === '' || to === '' ? [] : [{ effect, folder, name, from, to }];
}

const isObject = ({ path, change }: FileEffect, { folder, to }: { readonly folder: string; readonly to: string }): boolean =>
  change === 'created' && path === `${folder}/objects/${to.slice(0, 2)}/${to.slice(2)}`;

/** The first line that a diff adds. */
const addedIn = ({ diff = '' }: FileEffect): string => /^\+(?!\+\+)(.+)$/m.exec(diff)?.[1] ?? '';
