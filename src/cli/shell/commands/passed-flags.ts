/** Which of the shell's own flags a command typed in it gets: its folders, and the models it was opened with. Pure. */
import type { Flags } from '../../../config/config-layers.ts';
import type { Command } from '../../command.ts';
import { dataFlag, type Flag } from '../../flags/flag-table.ts';
import { textOf } from '../../flags/from-here.ts';

const modelFlags = ['model', 'brain', 'tool'];
const namesModel = /^(?:-m|--(?:model|brain|tool|key-env)(?:=|$))/;

/** As arguments. Flags typed after the command override them; a model that is named there overrides all model flags. */
export function passedFlags(command: Pick<Command, 'flags' | 'parts'>, given: Flags, words: readonly string[]): readonly string[] {
  const taken = flagsOf(command, words);
  const passed = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => {
      const value = taken.some((flag) => flag.name === name) ? textOf(given, name) : undefined;
      return value === undefined ? [] : [`--${name}=${value}`];
    });
  const models = words.some((word) => namesModel.test(word)) ? [] : passed(modelFlags);
  return [...passed(['data', 'workspace']), ...models, ...(models.length > 0 ? passed(['key-env']) : [])]; // the name of a key alone is an error
}

/** The flags of the called part, if the command has parts. */
function flagsOf({ flags, parts }: Pick<Command, 'flags' | 'parts'>, words: readonly string[]): readonly Flag[] {
  if (!parts) return flags;
  const part = words.find((word) => Object.hasOwn(parts, word));
  return part === undefined ? [dataFlag] : (parts[part]?.flags ?? []);
}
