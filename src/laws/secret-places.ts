/** Places where secrets usually lie, and those where looking alone does something. */

const secretNames: ReadonlySet<string> = new Set([
  ...['.ssh', '.aws', '.gnupg', '.netrc', '.git-credentials', '.docker', '.kube', '.artoo'],
  ...['.azure', '.npmrc', '.pypirc', '.pgpass', '.password-store', '.vault-token'],
]);
const secretName = /^\.env(?:\.|$)|^id_(?:rsa|dsa|ecdsa|ed25519)|.\.(?:pem|key|p12|pfx)$/;
const passwordFile = /^g?shadow-?$/;
const processPart = /^(?:\d+|self|thread-self|environ)$/;

/** Whether an argument, or a path inside it, names such a place. Names that are one name to some file system are one name. */
export function namesSecretPlace(argument: string): boolean {
  const folded = argument
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase();
  const paths = folded.split(/[^\p{L}\p{M}\p{N}_./-]+/u);
  return paths.some((path) => isSecret(path) || isSecret(path.replace(/^-+[a-z\d]*/, '')));
}

function isSecret(path: string): boolean {
  const segments = path.split('/');
  const root = rootOf(path);
  return (
    segments.some((segment) => secretNames.has(segment) || secretName.test(segment)) ||
    (segments.includes('etc') && segments.some((segment) => passwordFile.test(segment))) ||
    (segments.includes('proc') && segments.some((segment) => processPart.test(segment))) ||
    (root === 'dev' && path !== '/dev/null') ||
    root === 'net' // an automounter asks the host that is named behind it
  );
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
