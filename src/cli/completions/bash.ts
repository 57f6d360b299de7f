/** Completions for bash. Pure. */
import type { Flag } from '../flags/flag-table.ts';
import { type Completable, type CompletableLine, quoted, spellings, valueKind } from './completable.ts';

export function bashScript({ commands, goal }: CompletableLine): string {
  const all = [goal, ...commands.map(({ flags }) => flags)].flat();
  const choosing = all.filter((flag) => valueKind(flag) === 'words');
  const taking = [...new Set(all.filter((flag) => valueKind(flag) !== 'none' && !choosing.includes(flag)).flatMap(spellings))];
  return `# Completions of artoo for bash; made by artoo completions bash.
_artoo() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} words= flags= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == -- ]] && return
  done
  case $prev in
${choosing.map(ofChoice).join('\n')}
    ${taking.join('|')}) return ;; # the shell itself completes names of files and folders
  esac
  if ((COMP_CWORD == 1)); then
    words=${quoted(commands.map(({ name }) => name).join(' '))}
    flags=${flagWords(goal)}
  else
    case \${COMP_WORDS[1]} in
${commands.map(ofCommand).join('\n')}
      *) flags=${flagWords(goal)} ;;
    esac
  fi
  [[ $cur == -* ]] && words=$flags
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o bashdefault -o default -F _artoo artoo`;
}

const ofChoice = (flag: Flag): string =>
  `    ${spellings(flag).join('|')}) COMPREPLY=($(compgen -W ${quoted((flag.words ?? []).join(' '))} -- "$cur")); return ;;`;

function ofCommand({ name, flags, words, parts }: Completable): string {
  if (parts.length === 0) return `      ${name}) words=${quoted(words.join(' '))} flags=${flagWords(flags)} ;;`;
  const each = parts.map((part) => `          ${part.name}) flags=${flagWords(part.flags)} ;;`);
  return `      ${name})
        flags=${flagWords(flags)}
        ((COMP_CWORD == 2)) && words=${quoted(parts.map((part) => part.name).join(' '))}
        ((COMP_CWORD > 2)) && case \${COMP_WORDS[2]} in
${each.join('\n')}
        esac
        ;;`;
}

const flagWords = (flags: readonly Flag[]): string => quoted([...new Set(flags.flatMap(spellings))].join(' '));
