/** Completions for fish. Pure. */
import type { Flag } from '../flags/flag-table.ts';
import { type Completable, type CompletableLine, quoted, valueKind } from './completable.ts';

export const fishScript = ({ commands, goal }: CompletableLine): string =>
  [
    '# Completions of artoo for fish; made by artoo completions fish.',
    '# The command is the first word; any other word begins a goal.',
    `function __artoo_is
    set -l words (commandline -opc)
    test (count $words) -ge (math 1 + (count $argv)); and test "$words[2..$(math 1 + (count $argv))]" = "$argv"
end`,
    `function __artoo_goal
    set -l words (commandline -opc)
    test (count $words) -lt 2; or not contains -- $words[2] ${commands.map(({ name }) => name).join(' ')}
end`,
    ...commands.map(({ name, does }) => line('test (count (commandline -opc)) -eq 1', `-f -a ${name}`, does)),
    ...goal.map((flag) => flagLine('__artoo_goal', flag)),
    ...commands.flatMap(ofCommand),
  ].join('\n');

const ofCommand = ({ name, flags, words, parts }: Completable): readonly string[] => [
  ...flags.map((flag) => flagLine(parts.length > 0 ? onlyIn(name) : `__artoo_is ${name}`, flag)),
  ...(words.length > 0 ? [line(`__artoo_is ${name}`, `-f -a ${quoted(words.join(' '), "\\'")}`, '')] : []),
  ...parts.flatMap((part) => [
    line(onlyIn(name), `-f -a ${part.name}`, part.does),
    ...part.flags.map((flag) => flagLine(`__artoo_is ${name} ${part.name}`, flag)),
  ]),
];

/** Matches while the command has no subcommand yet. */
const onlyIn = (name: string): string => `__artoo_is ${name}; and test (count (commandline -opc)) -eq 2`;

const flagLine = (when: string, flag: Flag): string => {
  const { words = [] } = flag;
  const takes = {
    none: '',
    file: ' -r -F',
    folder: " -x -a '(__fish_complete_directories)'",
    words: ` -x -a ${quoted(words.join(' '), "\\'")}`,
    text: ' -x',
  }[valueKind(flag)];
  const short = flag.short === undefined ? '' : ` -s ${flag.short}`;
  return line(when, `-l ${flag.name}${short}${takes}`, flag.help);
};

const line = (when: string, what: string, does: string): string =>
  `complete -c artoo -n ${quoted(when, "\\'")} ${what}${does === '' ? '' : ` -d ${quoted(does.replaceAll('\\', '\\\\'), "\\'")}`}`;
