/** What containment needs to know of the machine. */
import { secretPlacesOf } from '../laws/places/secret-places.ts';
import type { Surroundings } from '../tools/containment/containment.ts';
import { type Environment, scrubbed } from '../tools/running/environment.ts';
import { homeIn } from './folders.ts';

export function surroundingsIn(env: Environment, data: string): Surroundings {
  const home = homeIn(env);
  return { home, data, env: scrubbed(env), secrets: secretPlacesOf(home), stagings: ['/var/tmp', '/tmp', '/dev/shm'] };
}
