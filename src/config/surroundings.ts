/** What containment needs to know about the machine. */
import { secretPlacesOf } from '../laws/places/secret-places.ts';
import type { Surroundings } from '../tools/containment/containment.ts';
import { homesOf } from '../tools/files/homes.ts';
import { createLinkedSecrets } from '../tools/files/linked-secrets.ts';
import { type Environment, scrubbed } from '../tools/running/environment.ts';
import { homeIn } from './folders.ts';

/** `closed`: other places that no command may see; `homes`: the home folders of all users. */
export function surroundingsIn(env: Environment, data: string, closed: readonly string[] = [], homes = homesOf(homeIn(env))): Surroundings {
  const home = homeIn(env);
  return { home, data, env: scrubbed(env), secrets: [...secretsFor(home, homes), ...closed], stagings: ['/var/tmp', '/tmp', '/dev/shm'] };
}

/**
 * In the person's own home: all secret places, because they may be created later, and existing copies of them. In other homes: only existing ones, up
 * to a limit.
 */
function secretsFor(home: string, homes: readonly string[]): readonly string[] {
  const others = homes.filter((other) => other !== home);
  const { backups } = createLinkedSecrets([home])();
  const { places } = createLinkedSecrets(others)();
  return [...new Set([...secretPlacesOf(home), ...backups.slice(0, maxBackups), ...places.slice(0, maxOthers)])];
}

const maxOthers = 256;
const maxBackups = 64;
