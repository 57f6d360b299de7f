/** How a repository is recognised in any place: by its origin and its first commit. Pure. */

export type RepositoryFacts = {
  /** The URL of the repository's origin, as configured. */
  readonly origin?: string | undefined;
  /** The id of the repository's first commit. */
  readonly firstCommit?: string | undefined;
};

/**
 * The identity stays the same when a repository is moved or cloned; a fork has a different one. Copying only the first commit, or only the origin, is
 * not enough to imitate another repository. Undefined if either is missing. It never begins with a slash, unlike a folder.
 */
export function repositoryIdentity({ origin = '', firstCommit }: RepositoryFacts): string | undefined {
  const name = originName(origin);
  if (name === undefined) return firstCommit === undefined ? undefined : `commit:${firstCommit}`;
  return firstCommit === undefined ? name : `${name}#${firstCommit}`;
}

const maxLength = 1_000;
const ports: Readonly<Record<string, string>> = { 'ssh:': '22', 'git+ssh:': '22', 'git:': '9418', 'http:': '80', 'https:': '443' };

/**
 * The same form for all spellings of an address, without credentials: `github.com/team/app`. Undefined for a local folder and for anything that is not a
 * plain address.
 */
export function originName(origin: string): string | undefined {
  if (origin.length > maxLength || /[\s\p{Cc}\\?#]/u.test(origin)) return undefined; // `#` precedes a commit
  const scp = /^(?:([^/:@]+)@)?([^/:@[\]]{2,}):(?!\/\/|:)(.+)$/.exec(origin);
  const [, user, host = '', path = ''] = scp ?? [];
  return scp ? joined(user, host, path) : nameOfUrl(origin);
}

function nameOfUrl(origin: string): string | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const port = url && ports[url.protocol];
  if (!url || port === undefined) return undefined;
  const user = port === '22' ? url.username : ''; // on a web server, a user name is a credential
  return joined(user, `${url.hostname}${url.port === '' || url.port === port ? '' : `:${url.port}`}`, url.pathname);
}

/** A path may be relative to the home of an ssh user; on the large hosts, every user is called `git`. */
function joined(user: string | undefined, host: string, path: string): string | undefined {
  const plain = path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
  if (host === '' || plain === '') return undefined;
  return `${user === undefined || user === '' || user === 'git' ? '' : `${user}@`}${host.toLowerCase()}/${plain}`;
}
