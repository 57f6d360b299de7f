/** What git subcommands do. Any of them may run programs that the repository configures, so git never counts as only reading. */
import type { Effect } from '../../effect.ts';
import { type Finding, harms, unknown } from '../finding.ts';
import type { Argument } from '../line/shell-word.ts';
import { type At, shown } from '../target.ts';

/** What a subcommand does to a repository. With `only`, its words must match; does not apply if they match `never`. */
type Verb = { readonly does: string; readonly only?: RegExp; readonly never?: RegExp };

const history = 'changes the history of';
const tree = 'may overwrite or delete files in';

const verbs: Readonly<Record<string, Verb>> = {
  add: { does: 'changes what will be committed in' },
  am: { does: history },
  apply: { does: tree, never: / --(?:check|stat|numstat|summary)\b/ },
  bisect: { does: tree, only: / (?:start|good|bad|reset|run|skip)\b/ },
  branch: { does: 'changes branches of', only: / (?:-[a-zA-Z]*[cCdDfmMu]|--(?:copy|delete|force|move|set-upstream|unset-upstream|edit))/ },
  checkout: { does: tree },
  'cherry-pick': { does: history },
  clean: { does: 'deletes files of', never: / (?:-[dxX]*n[dxX]*|--dry-run)\b/ },
  commit: { does: history, never: / --dry-run\b/ },
  config: { does: 'changes what git runs in', never: / (?:-l|--list|--get\S*|list|get)\b/ },
  'filter-branch': { does: history },
  'filter-repo': { does: history },
  gc: { does: 'drops lost commits of' },
  merge: { does: history },
  mv: { does: tree },
  notes: { does: history, only: / (?:add|append|copy|edit|merge|remove|prune)\b/ },
  prune: { does: 'deletes unreachable commits in', never: / (?:-n|--dry-run)\b/ },
  pull: { does: history },
  rebase: { does: history },
  reflog: { does: 'deletes unreachable commits in', only: / (?:expire|delete)\b/ },
  remote: { does: 'changes the remotes of', only: / (?:add|remove|rm|rename|set-\S+|prune|update)\b/ },
  replace: { does: history },
  reset: { does: tree },
  restore: { does: tree },
  revert: { does: history },
  rm: { does: 'deletes files of' },
  stash: { does: tree, never: / (?:list|show)\b/ },
  submodule: { does: tree, never: / (?:status|summary)\b/ },
  switch: { does: tree },
  'symbolic-ref': { does: history },
  tag: { does: 'changes tags of', only: / (?:-[a-zA-Z]*[df]|--(?:delete|force))/ },
  'update-ref': { does: history },
  worktree: { does: tree, never: / list\b/ },
};

const reaching: ReadonlySet<string> = new Set('fetch clone pull ls-remote send-email request-pull imap-send svn p4'.split(' '));
const valued: ReadonlySet<string> = new Set('-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix'.split(' '));

/** What a git command does to the repository in which it runs, or to the repository named with `-C`. */
export function judgeGit(args: readonly Argument[], at: At): readonly Finding[] {
  let start = 0;
  while (args[start]?.text.startsWith('-')) start += valued.has(args[start]?.text ?? '') ? 2 : 1;
  const name = args[start]?.literal;
  if (name === undefined) return [unknown('runs git with a subcommand that is not known until the command runs')];
  const words = args
    .slice(start + 1)
    .map(({ literal, text }) => ` ${literal ?? text}`)
    .join('');
  const remote: readonly Effect[] = [{ change: 'network', host: '?' }];
  if (name === 'push') return [harms('sends commits to another repository with git push', remote)];
  if (name === 'config' && / --(?:global|system)\b/.test(words)) return [harms('uses git config to change what git does everywhere')];

  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  const hooks = unknown(`runs git ${shown(name)}, which runs whatever the repository configures`, reaching.has(name) ? remote : []);
  if (verb === undefined || verb.never?.test(words) || verb.only?.test(words) === false) return [hooks];
  const isElsewhere = args.slice(0, start).some(({ text }) => text.startsWith('--git-dir') || text.startsWith('--work-tree'));
  const [first = { text: '.', literal: '.' }, ...others] = args.slice(0, start).filter((_, index) => args[index - 1]?.text === '-C');
  const repository = isElsewhere || others.length > 0 ? { text: 'another repository', literal: undefined } : first;
  return [at(repository, 'changed', `${verb.does} the repository at`), hooks];
}
