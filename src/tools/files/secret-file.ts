/** Files that are kept from models, by their real paths. */
import { type FileHandle, readlink, realpath } from 'node:fs/promises';
import { foldedName } from '../../laws/places/folded-name.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import { secretPlacesOf } from '../../laws/places/secret-places.ts';
import type { Surroundings } from '../../laws/places/sensitive-places.ts';
import { failed, type ToolResult } from '../tool.ts';
import { createMarks, type Marks } from './marks.ts';
import { realPaths } from './real-paths.ts';

/** Whether a path without symlinks is one of the places or inside one. */
export type SecretGate = (real: string) => boolean;

type Known = { readonly real: readonly string[]; readonly gate: SecretGate; readonly marks: Marks };

/** Valid while the folders on the way to the places are unchanged. */
const gates = new WeakMap<readonly string[], Known>();

/** The places may be symlinks themselves. While they lead to the same paths, the gate is the same object. */
export function secretGate(secrets: readonly string[]): SecretGate {
  const known = gates.get(secrets);
  if (known?.marks.areUnchanged()) return known.gate;
  const marks = createMarks();
  const real = realPaths(secrets, marks);
  const isSame = known && real.every((path, at) => path === known.real[at]);
  const gate = isSame ? known.gate : gateOf(new Set([...secrets, ...real]));
  gates.set(secrets, { real, gate, marks });
  return gate;
}

function gateOf(places: Iterable<string>): SecretGate {
  const folded = Array.from(places, foldedName);
  return (path) => {
    const name = foldedName(path);
    return folded.some((place) => isWithin(place, name));
  };
}

/** Whether a single path is secret. */
export const isSecretFile = (real: string, secrets: readonly string[]): boolean => secretGate(secrets)(real);

/** The real path of an open file: by now the links to it may lead elsewhere. */
export const openedName = (file: FileHandle, path: string): Promise<string> =>
  process.platform === 'linux' ? readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path)) : realpath(path);

/** What is kept from models on this machine. */
export const secretsOf = ({ home, dataFolder }: Surroundings): readonly string[] => [...secretPlacesOf(home), dataFolder];

export const refusedAsSecret = (asked: string): ToolResult => failed('permission', `${asked} holds secrets, which are kept from models`);
