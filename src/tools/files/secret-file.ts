/** Files that are kept from models, by where they really lie. */
import { type FileHandle, readlink, realpath } from 'node:fs/promises';
import { foldedName } from '../../laws/places/folded-name.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import { secretPlacesOf } from '../../laws/places/secret-places.ts';
import type { Surroundings } from '../../laws/places/sensitive-places.ts';
import { failed, type ToolResult } from '../tool.ts';
import { realPaths } from './real-paths.ts';

/** Tells whether a path without symlinks is one of these places or lies in one; they may be symlinks themselves. */
export async function secretGate(secrets: readonly string[]): Promise<(real: string) => boolean> {
  const folded = [...new Set([...secrets, ...realPaths(secrets)])].map(foldedName);
  return (real) => {
    const name = foldedName(real);
    return folded.some((place) => isWithin(place, name));
  };
}

/** The same for a single path. */
export const isSecretFile = async (real: string, secrets: readonly string[]): Promise<boolean> => (await secretGate(secrets))(real);

/** Where a file that was opened really lies: links may have been swapped since, and lead elsewhere now. */
export const openedName = (file: FileHandle, path: string): Promise<string> =>
  process.platform === 'linux' ? readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path)) : realpath(path);

/** What no model is shown, on this machine. */
export const secretsOf = ({ home, dataFolder }: Surroundings): readonly string[] => [...secretPlacesOf(home), dataFolder];

export const keptSecret = (asked: string): ToolResult => failed('permission', `${asked} holds secrets, which are kept from models`);
