/** What can be completed: every command with its options, arguments and subcommands, and the options of a goal. */
import { commands, type Row } from '../commands.ts';
import { type Flag, taskFlags } from '../flags/flag-table.ts';

export type Completable = {
  readonly name: string;
  readonly does: string;
  readonly flags: readonly Flag[];
  readonly words: readonly string[];
  readonly parts: readonly Pick<Completable, 'name' | 'does' | 'flags'>[];
};

/** `goal`: what can follow `artoo` if no command is named. */
export type CompletableLine = { readonly commands: readonly Completable[]; readonly goal: readonly Flag[] };

const helpFlag: Flag = { name: 'help', help: 'show what it does and which options it takes' };

export async function completableCommands(): Promise<CompletableLine> {
  const listed = await Promise.all(
    Object.entries<Row>(commands).map(async ([name, { does, takes = '', load }]): Promise<Completable> => {
      const { flags, words = takes === '[task]' || takes.startsWith('task') ? ['last'] : [], parts = {} } = await load();
      const each = Object.entries(parts).map(([part, { summary, flags: own }]) => {
        return { name: part, does: summary.split('\n\n')[0]?.replaceAll('\n', ' ') ?? '', flags: [...own, helpFlag] };
      });
      return { name, does, flags: [...flags, helpFlag], words, parts: each };
    }),
  );
  const help = { name: 'help', does: 'show the help of one command', flags: [], words: Object.keys(commands), parts: [] };
  return { commands: [...listed, help], goal: [...taskFlags, helpFlag, { name: 'version', help: 'print the version' }] };
}

/** Every way to write a flag: `--model` and `-m`. */
export const spellings = ({ name, short }: Flag): readonly string[] => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];

/** What the value of a flag is completed with. */
export function valueKind({ value, words }: Flag): 'none' | 'file' | 'folder' | 'words' | 'text' {
  if (value === undefined) return 'none';
  if (words) return 'words';
  if (value === '<file>') return 'file';
  return value === '<folder>' ? 'folder' : 'text';
}

/** In single quotes, which every shell reads alike; `escaped` stands for a quote inside. */
export const quoted = (text: string, escaped = "'\\''"): string => `'${text.replaceAll("'", escaped)}'`;
