/** Completions for zsh. Pure. */
import type { Flag } from '../flags/flag-table.ts';
import { type Completable, type CompletableLine, quoted, spellings, valueKind } from './completable.ts';

export const zshScript = ({ commands, goal }: CompletableLine): string => `#compdef artoo
# Completions of artoo for zsh; made by artoo completions zsh.
_artoo() {
  local -a commands
  commands=(
${commands.map(described).join('\n')}
  )
  if ((CURRENT == 2)) && [[ $PREFIX != -* ]]; then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  case $command in
${commands.map(ofCommand).join('\n')}
    *) _arguments ${specs(goal)} '*:goal:_files' ;;
  esac
}
if [[ $funcstack[1] == _artoo ]]; then _artoo "$@"; else compdef _artoo artoo; fi`;

const described = ({ name, does }: Pick<Completable, 'name' | 'does'>): string => `    ${quoted(`${name}:${does}`)}`;

function ofCommand({ name, flags, words, parts }: Completable): string {
  const rest = words.length === 0 ? `'*::words:_files'` : quoted(`*:name:(${words.join(' ')})`);
  if (parts.length === 0)
    return `    ${name}) shift words; ((CURRENT--)); _arguments ${[specs(flags), rest].filter((text) => text !== '').join(' ')} ;;`;
  const each = parts.map((part) => `        ${part.name}) _arguments ${specs(part.flags)} '*:words:_files' ;;`);
  return `    ${name})
      shift words; ((CURRENT--))
      local -a parts
      parts=(
${parts.map(described).join('\n')}
      )
      if ((CURRENT == 2)) && [[ $PREFIX != -* ]]; then
        _describe -t parts part parts
        return
      fi
      case $words[2] in
${each.join('\n')}
        *) _arguments ${specs(flags)} ;;
      esac
      ;;`;
}

const specs = (flags: readonly Flag[]): string => [...new Map(flags.map((flag) => [flag.name, flag])).values()].flatMap(specsOf).join(' ');

/** One spec for each spelling of the flag; each excludes the others unless the flag may be repeated. Colons and brackets are escaped. */
function specsOf(flag: Flag): readonly string[] {
  const { many, help, value = '', words = [] } = flag;
  const name = value.replaceAll(/[<>:]/g, '');
  const text = `[${help.replaceAll(/[[\]:\\]/g, '\\$&')}]`;
  const kinds = { none: '', file: ':file:_files', folder: ':folder:_files -/', words: `:${name}:(${words.join(' ')})`, text: `:${name}: ` };
  const takes = kinds[valueKind(flag)];
  const all = spellings(flag);
  const others = all.length > 1 && !many ? `(${all.join(' ')})` : '';
  return all.map((spelling) => quoted(`${many ? '*' : others}${spelling}${text}${takes}`));
}
