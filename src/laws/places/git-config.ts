/** What a configuration makes git do: whether it is only what git writes into a new repository, and which files it makes git run. */

const plainKeys: ReadonlySet<string> = new Set([
  ...['core.repositoryformatversion', 'core.filemode', 'core.bare', 'core.logallrefupdates', 'core.ignorecase', 'core.precomposeunicode'],
  ...['core.symlinks', 'remote.fetch', 'remote.mirror', 'branch.remote', 'branch.merge', 'user.name', 'user.email'],
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

/** What git runs, as it is written in a configuration: hooks in folders, and files that a value names, alone or within a command. */
export type RunByGit = { readonly folders: readonly string[]; readonly files: readonly string[] };

/** From what `git config --list -z` prints. Which keys take a command is git's business: every value counts whose key is not known to be plain. */
export function runByGit(listed: string): RunByGit {
  const entries = listed.split('\0').map((entry) => {
    const [name = '', ...value] = entry.split('\n');
    return { key: name.replace(/^([^.]+)\..*\.([^.]+)$/s, '$1.$2').toLowerCase(), value: value.join('\n') };
  });
  const telling = entries.filter(
    ({ key, value }) => value !== '' && !plainKeys.has(key) && !(key.startsWith('alias.') && !value.startsWith('!')),
  );
  return {
    folders: telling.filter(({ key }) => key === 'core.hookspath' || key === 'init.templatedir').map(({ value }) => value),
    files: [...new Set(telling.flatMap(({ value }) => filesIn(value)))],
  };
}

/** A word that a command runs a file by: one with a slash or a dot, or what follows a program that runs files. A bare one is looked for on the PATH. */
function filesIn(command: string): readonly string[] {
  const words = command.split(/[\s"'`;|&()<>=!]+/);
  return words.filter((word, at) => /[/.]/.test(word) || (/^\w/.test(word) && interpreters.test(words[at - 1] ?? '')));
}

const interpreters = /^(?:.*\/)?(?:\.|source|exec|env|(?:ba|da|z|k|fi)?sh|python[\d.]*|node|deno|bun|perl|ruby|php|lua)$/;

/** Whether a file of this name in the folder of hooks is one. */
export const isHookName = (name: string): boolean => hooks.test(name);

const hooks =
  /^(?:(?:pre|post)-(?:applypatch|commit|merge|merge-commit|rebase|checkout|push|receive|update|auto-gc|rewrite|index-change)|applypatch-msg|prepare-commit-msg|commit-msg|update|proc-receive|reference-transaction|push-to-checkout|sendemail-validate|fsmonitor-watchman|p4-[a-z-]+)$/i;
