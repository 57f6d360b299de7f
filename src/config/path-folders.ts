/** The folders that are searched for programs. */
import { delimiter } from 'node:path';
import type { Environment } from './config-layers.ts';

/**
 * Where this person's programs are found; an empty name stands for the current folder. Leaves out the folders that npm adds while running a script.
 */
export function pathFoldersIn({ PATH = '', npm_execpath }: Environment): readonly string[] {
  const isOfNpm = (folder: string) => npm_execpath !== undefined && /\/node_modules\/\.bin$/.test(folder);
  return PATH === '' ? [] : PATH.split(delimiter).flatMap((folder) => (isOfNpm(folder) ? [] : [folder === '' ? '.' : folder]));
}
