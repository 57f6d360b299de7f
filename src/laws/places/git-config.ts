/** Whether the configuration of a repository is no more than what git writes into a new one: nothing in it makes git run a program or look elsewhere. */

const plainKeys: ReadonlySet<string> = new Set([
  ...['core.repositoryformatversion', 'core.filemode', 'core.bare', 'core.logallrefupdates', 'core.ignorecase', 'core.precomposeunicode'],
  ...['core.symlinks', 'remote.fetch', 'branch.remote', 'branch.merge', 'user.name', 'user.email'],
]);
/** An address that is reached by a program of the person's choosing is none. */
const plainUrl = /^(?:https?:\/\/[^\s:@]+|\/|\.{1,2}\/)[^\s"\\]*$/;

/** True only for plain sections and plain values of known keys: any doubt is a no. */
export function isPlainGitConfig(text: string): boolean {
  let section = '';
  for (const line of text.split('\n').map((line) => line.trim())) {
    const heading = /^\[([a-z]+)(?: "[^"\\]*")?\]$/i.exec(line);
    const [, key, value = ''] = /^([a-z][a-z0-9-]*)\s*=\s*([^"\\#;]*)$/i.exec(line) ?? [];
    if (line === '') continue;
    if (heading) section = (heading[1] ?? '').toLowerCase();
    else if (key === undefined) return false;
    else if (`${section}.${key.toLowerCase()}` === 'remote.url' ? !plainUrl.test(value) : !plainKeys.has(`${section}.${key.toLowerCase()}`))
      return false;
  }
  return true;
}
