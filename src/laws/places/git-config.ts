/** What a git configuration makes git do: whether it has nothing but what git writes into a new repository, and which files it makes git run. */
import { type Begun, begunBy } from './git-program.ts';

const plainKeys: ReadonlySet<string> = new Set([
  ...['core.repositoryformatversion', 'core.filemode', 'core.bare', 'core.logallrefupdates', 'core.ignorecase', 'core.precomposeunicode'],
  ...['core.symlinks', 'remote.fetch', 'remote.mirror', 'branch.remote', 'branch.merge', 'user.name', 'user.email'],
]);
/** Addresses that git reaches without running a configured program. */
const plainUrl = /^(?:https?:\/\/[^\s:@]+|\/|\.{1,2}\/)[^\s"\\]*$/;

/** True only for simple sections and simple values of known keys; false in case of doubt. */
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

/** What git runs, as written in a configuration: hook folders, and the first words of each program line. */
export type RunByGit = Begun & { readonly folders: readonly string[] };

/**
 * From the output of `git config --list -z`. Only git can tell which keys take a command, so every value counts unless its key is known to be
 * harmless.
 */
export function runByGit(listed: string): RunByGit {
  const entries = listed.split('\0').map((entry) => {
    const [name = '', ...value] = entry.split('\n');
    return { key: name.replace(/^([^.]+)\..*\.([^.]+)$/s, '$1.$2').toLowerCase(), value: value.join('\n') };
  });
  const telling = entries.filter(
    ({ key, value }) => value !== '' && !plainKeys.has(key) && !(key.startsWith('alias.') && !value.startsWith('!')),
  );
  const begun = telling.map(({ key, value }) => ({ key, ...begunBy(value) }));
  return {
    folders: telling.filter(({ key }) => key === 'core.hookspath' || key === 'init.templatedir').map(({ value }) => value),
    files: [...new Set(begun.flatMap(({ files }) => files))],
    inTree: begun.flatMap(({ key, inTree }) => (key.startsWith('alias.') ? [] : inTree)), // an alias runs only when it is called by name
  };
}

/** Whether a file of this name in the hooks folder is a hook. */
export const isHookName = (name: string): boolean => hooks.test(name);

const hooks =
  /^(?:(?:pre|post)-(?:applypatch|commit|merge|merge-commit|rebase|checkout|push|receive|update|auto-gc|rewrite|index-change)|applypatch-msg|prepare-commit-msg|commit-msg|update|proc-receive|reference-transaction|push-to-checkout|sendemail-validate|fsmonitor-watchman|p4-[a-z-]+)$/i;
