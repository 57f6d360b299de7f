/** Law 1: folders in which nothing is free even if a task works there, and folders that no rule may free. All paths must be real. */
import { foldedName } from './folded-name.ts';
import { absolutePath, isWithin } from './posix-path.ts';
import { secretPlacesOf } from './secret-places.ts';
import { type Surroundings, whyOfSystem, whySensitive, whySensitiveBelow } from './sensitive-places.ts';

/**
 * Why creating files is not free in the current folder; undefined for a project. In the folders listed here, a new file changes behaviour too easily.
 */
export function whyNoProject(cwd: string, home: string): string | undefined {
  const place = foldedName(absolutePath('/', cwd));
  return whyTooWide(place, home) ?? (isOfPrograms(place, home) ? 'programs keep their settings there' : undefined);
}

/** Why no rule may free a folder; undefined if a rule may. */
export function whyNeverFree(folder: string, around: Surroundings): string | undefined {
  const place = foldedName(absolutePath('/', folder));
  const secrets = secretPlacesOf(around.home).map(foldedName);
  return (
    whyTooWide(place, around.home) ??
    (isWithin(place, foldedName(absolutePath('/', around.home))) ? 'it holds a home folder' : undefined) ??
    whySensitive(folder, around) ??
    whySensitiveBelow(folder, around) ??
    (secrets.some((secret) => isWithin(secret, place) || isWithin(place, secret)) ? 'secrets are kept in it' : undefined)
  );
}

function whyTooWide(place: string, home: string): string | undefined {
  const own = foldedName(absolutePath('/', home));
  if (place === '/') return 'it is the whole machine';
  if (place === own || aHome.test(place)) return 'it is a home folder itself';
  if (homes.test(place)) return 'it holds home folders';
  if (isWithin(own, place) && isPlaceForHomes(own)) return undefined;
  return ofSystem.test(place) && !temporary.test(place) ? 'it is a system folder' : undefined;
}

/** Whether a path is a dot-folder in a home folder, or is inside one. */
function isOfPrograms(place: string, home: string): boolean {
  const own = foldedName(absolutePath('/', home));
  const rest = isWithin(own, place) && own !== '/' ? place.slice(own.length) : place.replace(anyHome, '');
  return /^\/(?:\.|library(?:\/|$))/.test(rest) && (rest !== place || own === '/');
}

/**
 * Services have homes below /var and similar folders. If a user is configured to have /etc or all of /var as home, it still does not count as one.
 */
const isPlaceForHomes = (home: string): boolean => whyOfSystem(home) === undefined && (home === '/root' || home.split('/').length > 2);

const homes = /^\/(?:home|users)$/;
const anyHome = /^(?:\/(?:home|users)\/[^/]+|\/root)(?=\/|$)/;
const aHome = /^(?:\/(?:home|users)\/[^/]+|\/root)$/;
const temporary = /^\/(?:private\/)?(?:tmp|var\/(?:tmp|folders))(?:\/|$)/;
const ofSystem =
  /^\/(?:applications|bin|boot|dev|efi|etc|gnu|lib(?:32|64|x32|exec|rary)?|nix|opt|private|proc|root|run|sbin|snap|srv|sys(?:tem)?|usr|var)(?:\/|$)/;
