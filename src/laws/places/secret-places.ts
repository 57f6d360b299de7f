/** Places where secrets are usually kept, and places where reading alone has an effect. */
import { foldedName } from './folded-name.ts';
import { absolutePath } from './posix-path.ts';

/** In a home folder. Contained commands cannot see them; a command that names one does not plainly only read. */
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

/** The files and folders that a contained command must not see. `.npmrc` and `.pypirc` are left out: npm and pip need them. */
export const secretPlacesOf = (home: string): readonly string[] => [
  ...hiddenInHome.map((place) => absolutePath(home, place)),
  ...hiddenInSystem,
];

/** As they are looked for in paths: a single name, or several in a row. */
const secretPaths: readonly string[] = [...hiddenInHome, ...hiddenInSystem].map(foldedName);
const secretNames: ReadonlySet<string> = new Set([
  ...secretPaths.filter((path) => !path.includes('/')),
  ...['.docker', '.artoo', '.npmrc', '.pypirc'],
]);
const longPaths = secretPaths.filter((path) => path.includes('/')).map((path) => `/${path.replace(/^\//, '')}/`);
const secretName = /^\.env(?:\.|$)|^id_(?:rsa|dsa|ecdsa|ed25519)|.\.(?:pem|key|p12|pfx)$/;
const passwordFile = /^g?shadow-?$/;
const processPart = /^(?:\d+|self|thread-self|environ)$/;

/** Every such path contains one of these, so that other paths need no closer look. */
const hints = [
  ...secretNames,
  ...longPaths.map((path) => path.split('/').at(-2) ?? ''),
  ...'shadow proc dev net .env id_ .pem .key .p12 .pfx'.split(' '),
];
const hint = new RegExp(hints.map((part) => part.replaceAll('.', String.raw`\.`)).join('|'));

/** Whether an argument, or a path inside it, names such a place, relative to `folder` if that is known. Names are compared folded. */
export function namesSecretPlace(argument: string, folder = ''): boolean {
  const text = foldedName(argument);
  const base = foldedName(folder);
  if (!hint.test(`${base}/${text}`)) return false;
  const paths = text.split(/[^\p{L}\p{M}\p{N}_./-]+/u).flatMap((path) => [path, path.replace(/^-+[a-z\d]*/, '')]);
  const seen = base === '' ? paths : [...paths, ...paths.map((path) => absolutePath(base, path))];
  return seen.some(isSecret) || containsLongPath(text) || (base !== '' && containsLongPath(absolutePath(base, text)));
}

function isSecret(path: string): boolean {
  const segments = path.split('/');
  const root = rootOf(path);
  return (
    segments.some((segment) => secretNames.has(segment) || secretName.test(segment)) ||
    (segments.includes('etc') && segments.some((segment) => passwordFile.test(segment))) ||
    (segments.includes('proc') && segments.some((segment) => processPart.test(segment))) ||
    (root === 'dev' && path !== '/dev/null') ||
    root === 'net' || // an automounter contacts the host named after it
    containsLongPath(path)
  );
}

/** Whether a secret place of several names is part of this path. */
function containsLongPath(path: string): boolean {
  const whole = `${absolutePath('/', path)}/`;
  return longPaths.some((long) => whole.includes(long));
}

/** The first folder of a path that starts at the root, or may reach it by going up. */
function rootOf(path: string): string | undefined {
  const names: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..' && names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (segment !== '' && segment !== '.') names.push(segment);
  }
  return path.startsWith('/') || names[0] === '..' ? names.find((segment) => segment !== '..') : undefined;
}
