/** What no rule can allow: programs that run whatever they are given, and options that make other programs do that. */
import { interpreters } from '../commands/programs/system-programs.ts';
import { isShell, isWrapper } from '../commands/programs/wrappers.ts';

/** Why a command cannot be allowed; undefined if it can. `isWild`: whether any words may follow the given ones. */
export function whyNeverAllowed([program = '', ...words]: readonly string[], isWild: boolean): string | undefined {
  const name = plainName(program);
  const [verb = '', named] = words;
  const verbs = byVerb.get(name);
  if (name === '') return 'that means every command';
  if (words.some((word) => running.test(word))) return 'one of its options runs another program';
  if (verbs === undefined) {
    if (runsAnything(name) || runsAnything(name.replace(/(?<=[a-z])[-.\d]+$/, ''))) return `${name} runs whatever it is given`;
    return isWild && onlyWhole.has(name)
      ? `some options of ${name} run other programs, so the rule must give the whole command`
      : undefined;
  }
  if (verb === '' ? isWild : !/^[a-z]/i.test(verb)) return `a subcommand must follow ${name}, because its options can make it run anything`;
  if (verbs.never.has(verb)) return `${name} ${verb} runs whatever it is given`;
  if (!isWild) return undefined;
  if (verbs.naming?.has(verb) && named === undefined) return `the rule must name what ${name} ${verb} runs`;
  return verbs.whole?.has(verb) ? `some options of ${name} ${verb} run other programs, so the rule must give the whole command` : undefined;
}

/** Whether a word matched by `*` makes a program run another program, search other places for what it runs, or write anywhere. */
export const isUnsafeWildcard = (words: readonly string[]): boolean =>
  words.some((word) => running.test(word) || steering.test(word) || abbreviates(word));

/** Whether the word abbreviates one of these options: many programs accept abbreviated long options. */
function abbreviates(word: string): boolean {
  const name = /^--([a-z][a-z-]*)/i.exec(word)?.[1]?.toLowerCase();
  return name !== undefined && name.length > 1 && telling.some((option) => option.startsWith(name));
}

const telling =
  'exec upload-pack receive-pack output ext-diff open-files-in-pager config template config-env rsync-path to-command checkpoint-action use-compress-program compress-program pager editor'.split(
    ' ',
  );

const running =
  /^--?(?:exec|ok|rsh|rsync-path|to-command|checkpoint-action|use-compress|compress-prog|new-volume|info-script|upload-p|receive-p|open-files|toolexec|vettool|eval)/i;
const steering =
  /^--?(?:config|template|ext-diff|script-shell|node-options|shell|call|prefix|userconfig|globalconfig|modfile|plugin|preload|require|loader|import|command|cmd|pager|editor|hook|manifest-path|directory|cwd|output)/i;

/** Names that differ only in folder, case or `.exe` are the same program. */
const plainName = (program: string): string =>
  program
    .replace(/^.*\//s, '')
    .toLowerCase()
    .replace(/\.exe$/, '');

const runsAnything = (name: string): boolean => isShell(name) || isWrapper(name) || interpreters.has(name) || moreRunners.has(name);

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const moreRunners = set(
  'r rscript trap alias unalias hash let compgen mapfile readarray enable shopt coproc if while until for case function select start-stop-daemon systemd-run at batch crontab entr nodemon concurrently lerna nx turbo mosh rsh rlogin socat nc ncat netcat dotenv direnv sshpass fakeroot proot firejail bwrap unbuffer valgrind perf hyperfine open xdg-open',
);

/** Programs with options that make them run other programs. */
const onlyWhole = set('find tar rsync scp sftp sed sort zip unzip curl wget less more man tcpdump ssh-keygen systemctl dpkg apt apt-get');

/**
 * Allowed by subcommand: those in `never` run whatever they are given; those in `whole` may do so because of an option; those in `naming` run what
 * the next word names.
 */
type Verbs = { readonly never: ReadonlySet<string>; readonly whole?: ReadonlySet<string>; readonly naming?: ReadonlySet<string> };

const packaging: Verbs = {
  never: set('exec x dlx explore create init'),
  whole: set('install i ci add publish config set'),
  naming: set('run run-script'),
};
const containing: Verbs = { never: set('run exec'), whole: set('compose container buildx build') };

const byVerb: ReadonlyMap<string, Verbs> = new Map<string, Verbs>([
  [
    'git',
    {
      never: set('filter-branch difftool mergetool'),
      whole: set('rebase bisect submodule config grep clone archive remote worktree help'),
    },
  ],
  ['npm', packaging],
  ['pnpm', packaging],
  ['yarn', packaging],
  ['bun', { never: set('x exec create init run'), whole: set('install add') }],
  ['cargo', { never: set('install'), whole: set('run') }],
  ['dotnet', { never: set('run exec tool'), whole: set('msbuild') }],
  ['go', { never: set('run generate tool install') }],
  ['docker', containing],
  ['podman', containing],
  ['kubectl', { never: set('exec run debug'), whole: set('config plugin') }],
  ['terraform', { never: set('console'), whole: set('apply init') }],
]);
