/** Whether a repository's configuration is only what git writes into a new one: nothing in it makes git run a program or look elsewhere. */

const plainKeys: ReadonlySet<string> = new Set([
  ...['core.repositoryformatversion', 'core.filemode', 'core.bare', 'core.logallrefupdates', 'core.ignorecase', 'core.precomposeunicode'],
  ...['core.symlinks', 'remote.fetch', 'branch.remote', 'branch.merge', 'user.name', 'user.email'],
]);
/** Addresses that git reaches without running a configured program. */
const plainUrl = /^(?:https?:\/\/[^\s:@]+|\/|\.{1,2}\/)[^\s"\\]*$/;

/** True only for plain sections and plain values of known keys; false in case of doubt. */
export function isPlainGitConfig(text: string): boolean {
  let section = '';
  for (const line of text.split('\n').map((line) => line.trim())) {
    const heading = /^\[([a-z]+)(?: "[^"\\]*")?\]$/i.exec(line);
    const [, key, value = ''] = /^([a-z][a-z0-9-]*)\s*=\s*([^"\\#;]*)$/i.exec(line) ?? [];
    if (line === '') continue;
    if (heading) section = (heading[1] ?? '').toLowerCase();
    else if (key === undefined || !isPlain(`${section}.${key.toLowerCase()}`, value)) return false;
  }
  return true;
}

const isPlain = (key: string, value: string): boolean => (key === 'remote.url' ? plainUrl.test(value) : plainKeys.has(key));
