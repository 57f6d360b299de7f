/** `artoo completions bash|zsh|fish`: a script for the shell, made from the same tables as the help. */

import { ArtooError } from '../../contracts/errors.ts';
import { suggestion } from '../../contracts/text/nearest.ts';
import { type Command, exits } from '../command.ts';
import { parseFlags, shown } from '../flags/flags.ts';
import { bashScript } from './bash.ts';
import { completableCommands } from './completable.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
const shells = Object.keys(scripts);

export const completions: Command = {
  name: 'completions',
  usage: 'artoo completions bash|zsh|fish',
  flags: [],
  words: shells,
  summary: `Prints completions of commands, options and names for your shell.

For bash:
  artoo completions bash > ~/.local/share/bash-completion/completions/artoo
For zsh, with fpath+=~/.zfunc before compinit in ~/.zshrc:
  artoo completions zsh > ~/.zfunc/_artoo
For fish:
  artoo completions fish > ~/.config/fish/completions/artoo.fish

To try them first: source <(artoo completions bash)`,

  async run(args, { print }) {
    const [name, more] = parseFlags(args, []).words;
    if (name === undefined || more !== undefined) throw new ArtooError('usage', 'completions takes one shell: bash, zsh or fish');
    const script = Object.entries(scripts).find(([shell]) => shell === name)?.[1];
    if (!script) throw new ArtooError('usage', `there are no completions for ${shown(name)}; ${suggestion(name, shells)}`);
    print(script(await completableCommands()));
    return exits.ok;
  },
};
