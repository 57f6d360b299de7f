/** Places where secrets usually lie, and those where looking alone does something. */
import { foldedName } from './folded-name.ts';
import { absolutePath } from './posix-path.ts';

/** In a home folder. Commands do not see them at all; reading one by name is not plainly reading. */
const hiddenInHome = [
  ...['.ssh', '.aws', '.gnupg', '.azure', '.kube', '.config/gcloud', '.config/gh', '.config/op', '.docker/config.json'],
  ...['.netrc', '.pgpass', '.my.cnf', '.git-credentials', '.config/git/credentials', '.vault-token'],
  ...['.password-store', '.local/share/keyrings', '.local/share/kwalletd', 'Library/Keychains'],
  ...['.mozilla', '.thunderbird', '.config/google-chrome', '.config/chromium', '.config/BraveSoftware', '.config/microsoft-edge'],
  ...['.config/vivaldi', '.config/opera', 'snap/firefox/common/.mozilla', 'snap/chromium/common/chromium', '.var/app/org.mozilla.firefox'],
  ...['Library/Application Support/Google/Chrome', 'Library/Application Support/Firefox', 'Library/Cookies', 'Library/Safari'],
] as const;

const hiddenInSystem = [
  ...['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers', '/etc/sudoers.d', '/etc/krb5.keytab'],
  ...['rsa', 'dsa', 'ecdsa', 'ed25519'].map((kind) => `/etc/ssh/ssh_host_${kind}_key`),
] as const;

/** The files and folders that a contained command must not see. `.npmrc` and `.pypirc` are not among them: npm and pip could not work. */
export const secretPlacesOf = (home: string): readonly string[] => [
  ...hiddenInHome.map((place) => absolutePath(home, place)),
  ...hiddenInSystem,
];

/** As they are looked for in paths: by one name, or by several in a row. */
const secretWays: readonly string[] = [...hiddenInHome, ...hiddenInSystem].map(foldedName);
const secretNames: ReadonlySet<string> = new Set([
  ...secretWays.filter((way) => !way.includes('/')),
  ...['.docker', '.artoo', '.npmrc', '.pypirc'],
]);
const longWays = secretWays.filter((way) => way.includes('/')).map((way) => `/${way.replace(/^\//, '')}/`);
const secretName = /^\.env(?:\.|$)|^id_(?:rsa|dsa|ecdsa|ed25519)|.\.(?:pem|key|p12|pfx)$/;
const passwordFile = /^g?shadow-?$/;
const processPart = /^(?:\d+|self|thread-self|environ)$/;

/** What every such path has a part of: the rest need not be looked at closely. */
const hint = new RegExp(
  [
    ...secretNames,
    ...longWays.map((way) => way.split('/').at(-2) ?? ''),
    'shadow',
    'proc',
    'dev',
    'net',
    '.env',
    'id_',
    '.pem',
    '.key',
    '.p12',
    '.pfx',
  ]
    .map((part) => part.replaceAll('.', String.raw`\.`))
    .join('|'),
);

/** Whether an argument, or a path inside it, names such a place, seen from a folder where it is known. Names that are one name to some file system are one name. */
export function namesSecretPlace(argument: string, folder = ''): boolean {
  const text = foldedName(argument);
  const base = foldedName(folder);
  if (!hint.test(`${base}/${text}`)) return false;
  const paths = text.split(/[^\p{L}\p{M}\p{N}_./-]+/u).flatMap((path) => [path, path.replace(/^-+[a-z\d]*/, '')]);
  const seen = base === '' ? paths : [...paths, ...paths.map((path) => absolutePath(base, path))];
  return seen.some(isSecret) || leadsTo(text) || (base !== '' && leadsTo(absolutePath(base, text)));
}

function isSecret(path: string): boolean {
  const segments = path.split('/');
  const root = rootOf(path);
  return (
    segments.some((segment) => secretNames.has(segment) || secretName.test(segment)) ||
    (segments.includes('etc') && segments.some((segment) => passwordFile.test(segment))) ||
    (segments.includes('proc') && segments.some((segment) => processPart.test(segment))) ||
    (root === 'dev' && path !== '/dev/null') ||
    root === 'net' || // an automounter asks the host that is named after it
    leadsTo(path)
  );
}

/** Whether one of the longer ways is a part of this one. */
function leadsTo(path: string): boolean {
  const way = `${absolutePath('/', path)}/`;
  return longWays.some((long) => way.includes(long));
}

/** The first folder of a path that starts at the root, or may reach it by going up. */
function rootOf(path: string): string | undefined {
  const way: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..' && way.length > 0 && way.at(-1) !== '..') way.pop();
    else if (segment !== '' && segment !== '.') way.push(segment);
  }
  return path.startsWith('/') || way[0] === '..' ? way.find((segment) => segment !== '..') : undefined;
}
