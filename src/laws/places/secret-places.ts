/** Places where secrets are usually kept, and places that must not even be read because reading them has an effect. */
import { lazily } from '../../contracts/lazily.ts';
import { foldedName } from './folded-name.ts';
import { absolutePath } from './posix-path.ts';
import { keptFromModelsInHome, secretsInHome, secretsInSystem } from './secret-place-names.ts';

/** The files and folders that a contained command must not see. */
export const secretPlacesOf = (home: string): readonly string[] => [
  ...secretsInHome.map((place) => absolutePath(home, place)),
  ...secretsInSystem,
];

/** Ordinary names, which are secret places only directly in a home folder. */
const plainNames = /(?:^|[^\w])(?:\/(?:home|users)\/[^/]+|\/root)\/(?:mail|maildir|mbox)(?:\/|$)/;
const secretName = /^\.env(?:\.|$)|^id_(?:rsa|dsa|ecdsa|ed25519)|.\.(?:pem|key|p12|pfx)$/;
const passwordFile = /^g?shadow-?$/;
const processPart = /^(?:\d+|self|thread-self|environ)$/;

/**
 * How secret places are recognised in paths: by a single name, or by several in sequence. Every such path contains a hint, so paths without one need
 * no closer look.
 */
const secret = lazily(() => {
  const paths = [...secretsInHome, ...keptFromModelsInHome, ...secretsInSystem].map(foldedName);
  const names: ReadonlySet<string> = new Set([...paths.filter((path) => /^[._][^/]*$/.test(path)), '.docker', '.artoo']);
  const longPaths = paths.filter((path) => path.includes('/')).map((path) => `/${path.replace(/^\//, '')}/`);
  const hints = [
    ...names,
    ...longPaths.map((path) => path.split('/').at(-2) ?? ''),
    ...'shadow proc dev net mail mbox .env id_ .pem .key .p12 .pfx'.split(' '),
  ];
  return { names, longPaths, hint: new RegExp(hints.map((part) => part.replaceAll('.', String.raw`\.`)).join('|')) };
});

/** Whether an argument, or a path inside it, names a secret place, relative to `folder` if that is known. Names are compared folded. */
export function namesSecretPlace(argument: string, folder = ''): boolean {
  const text = foldedName(argument);
  const base = foldedName(folder);
  if (!secret().hint.test(`${base}/${text}`)) return false;
  const paths = text.split(/[^\p{L}\p{M}\p{N}_./-]+/u).flatMap((path) => [path, path.replace(/^-+[a-z\d]*/, '')]);
  const seen = base === '' ? paths : [...paths, ...paths.map((path) => absolutePath(base, path))];
  return seen.some(isSecret) || containsLongPath(text) || (base !== '' && containsLongPath(absolutePath(base, text)));
}

function isSecret(path: string): boolean {
  const segments = path.split('/');
  const root = rootOf(path);
  return (
    plainNames.test(path) ||
    segments.some((segment) => secret().names.has(segment) || secretName.test(segment)) ||
    (segments.includes('etc') && segments.some((segment) => passwordFile.test(segment))) ||
    (segments.includes('proc') && segments.some((segment) => processPart.test(segment))) ||
    (root === 'dev' && path !== '/dev/null') ||
    root === 'net' || // an automounter contacts the host that the folder is named after
    containsLongPath(path)
  );
}

/** Whether this path contains a secret place that is a path of several names. */
function containsLongPath(path: string): boolean {
  const whole = `${absolutePath('/', path)}/`;
  return secret().longPaths.some((long) => whole.includes(long));
}

/** The first folder of a path that starts at the root, or may reach the root through `..`. */
function rootOf(path: string): string | undefined {
  const names: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..' && names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (segment !== '' && segment !== '.') names.push(segment);
  }
  return path.startsWith('/') || names[0] === '..' ? names.find((segment) => segment !== '..') : undefined;
}
