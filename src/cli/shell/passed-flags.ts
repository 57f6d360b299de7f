/** What a command that is typed in a shell gets of the shell's own flags: its folders, and the models it was opened with. Pure. */
import type { Flags } from '../../config/config-layers.ts';
import type { Flag } from '../flags/flag-table.ts';
import { textOf } from '../flags/from-here.ts';

const modelFlags = ['model', 'brain', 'tool', 'key-env'];
const namesModel = /^(?:-m|--(?:model|brain|tool|key-env)(?:=|$))/;

/** As arguments. What is typed after the command overrules them; a model that is named there, all that is said of models. */
export function passedFlags(taken: readonly Flag[], given: Flags, words: readonly string[]): readonly string[] {
  const takes = (wanted: string): boolean => taken.some(({ name }) => name === wanted);
  const models = takes('tool') && !words.some((word) => namesModel.test(word)) ? modelFlags : []; // only memory takes a brain without a tool
  return ['data', 'workspace', ...models].flatMap((name) => {
    const value = takes(name) ? textOf(given, name) : undefined;
    return value === undefined ? [] : [`--${name}=${value}`];
  });
}
