/** The part of a repository's configuration that a look depends on. */
import type { Result } from '../../contracts/result.ts';
import { type GitLook, git, why } from './run-git.ts';

/** The relevant settings by name, or why they are unknown. */
export type Settings = Result<ReadonlyMap<string, string>>;

/** Asks git itself, since the configuration may be in several files. */
export async function settingsOf(look: GitLook): Promise<Settings> {
  const found = await git(look, ['config', '-z', '--get-regexp', String.raw`^(filter\..*|remote\.origin\.url|core\.worktree)$`]);
  if (found?.exitCode === 1) return { ok: true, value: new Map() };
  if (found?.exitCode !== 0 || found.errors !== '') return { ok: false, error: why(found) };
  if (found.truncated) return { ok: false, error: 'its configuration is too long' };
  const entries = found.output.split('\0').filter((entry) => entry !== '');
  return { ok: true, value: new Map(entries.reverse().map(nameAndValue)) }; // if there are several URLs, git uses the first
}

/** Splits an entry at its first line break; a name without a value has no line break. */
function nameAndValue(entry: string): readonly [string, string] {
  const end = entry.indexOf('\n');
  return end === -1 ? [entry, ''] : [entry.slice(0, end), entry.slice(end + 1)];
}
