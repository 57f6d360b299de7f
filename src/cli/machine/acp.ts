/** `artoo acp`: an agent for editors. The code that serves them is loaded when it is called. */
import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { type Command, exits } from '../command.ts';
import { dataFlag, type Flag, servable, taskFlags } from '../flags/flag-table.ts';
import { parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';

/** The flags of a task that make sense for everything that an editor asks for. */
const flags: readonly Flag[] = [...taskFlags.filter(({ name }) => servable.has(name)), dataFlag];

export const acp: Command = {
  name: 'acp',
  usage: 'artoo acp [options]',
  flags,
  summary: `An agent for editors that speak the Agent Client Protocol over standard input
and output. The editor starts it. Each prompt is a task in the folder of the
editor's session. The editor asks you before anything that could do harm.
When the editor goes away, its tasks stop, and can be resumed.

${flagHelp(flags)}

docs/clients.md says how to set up Zed and JetBrains.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    if (words.length > 0) throw new ArtooError('usage', `acp takes options only, not "${shown(words.join(' '))}"`);
    const data = await quickDataFolder(given, terminal);
    const { serveEditor } = await import('./serve-editor.ts');
    await serveEditor(data, given, terminal);
    return exits.ok;
  },
};
