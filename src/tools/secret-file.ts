/** Files that are kept from models, by where they really lie. */
import { foldedName } from '../laws/folded-name.ts';
import { isWithin } from '../laws/posix-path.ts';
import { secretPlacesOf } from '../laws/secret-places.ts';
import type { Surroundings } from '../laws/sensitive-places.ts';
import { realFolder } from './place.ts';
import { failed, type ToolResult } from './tool.ts';

/** Whether a path without symlinks is one of these places or lies in one; they may be symlinks themselves. */
export async function isSecretFile(real: string, secrets: readonly string[]): Promise<boolean> {
  const places = await Promise.all(secrets.map(async (secret) => [secret, await realFolder(secret)]));
  return places.flat().some((place) => isWithin(foldedName(place), foldedName(real)));
}

/** What no model is shown, on this machine. */
export const secretsOf = ({ home, dataFolder }: Surroundings): readonly string[] => [...secretPlacesOf(home), dataFolder];

export const keptSecret = (asked: string): ToolResult => failed('permission', `${asked} holds secrets, which are kept from models`);
