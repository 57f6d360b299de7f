/** The settings of a test's tasks: the defaults, without caps except those that the test names. */
import { defaultSettings, type Settings, type TaskOptions, withOptions } from '../../src/config/settings.ts';
import { uncapped } from '../../src/laws/caps.ts';

export function settingsFor(folders: { readonly data: string; readonly workspace: string }, options: TaskOptions = {}): Settings {
  const { task, ...settings } = defaultSettings(folders);
  return { ...settings, task: withOptions({ ...task, caps: uncapped, grows: ['time_budget'] }, options) };
}
