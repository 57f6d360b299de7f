/** `artoo config`: every setting, and where it came from. */

import { resolve } from 'node:path';
import { configure } from '../../config/configure.ts';
import { homeIn } from '../../config/folders.ts';
import { missing } from '../../config/models/tiers.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { settingsJson, settingsLines } from '../../view/machine/settings.ts';
import { type Command, exits } from '../command.ts';
import { configFlags } from '../flags/flag-table.ts';
import { parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';

export const config: Command = {
  name: 'config',
  usage: 'artoo config [--json] [task options]',
  flags: configFlags,
  get summary() {
    return `Prints every setting and where it came from; keys are masked.
With task options, such as --brain, it prints the settings that such a task
would use.

${flagHelp(configFlags)}

docs/configuration.md describes every setting.`;
  },

  async run(args, { print, env, cwd }) {
    const { flags, words } = parseFlags(args, configFlags);
    const [word] = words;
    if (word !== undefined) throw new ArtooError('usage', `config takes options only, not "${shown(word)}"`);
    const at = typeof flags.cwd === 'string' ? resolve(cwd, flags.cwd) : cwd;
    const configured = await configure({ flags, env, cwd: at, home: homeIn(env) });
    const notes = [...missing(configured), ...configured.notes];
    if (flags.json) print(JSON.stringify(settingsJson(configured, notes), undefined, 2));
    else for (const line of settingsLines(configured, notes)) print(line);
    return exits.ok;
  },
};
