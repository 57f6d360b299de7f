/** The settings of a shell: those of the folder, and what the person said since it was opened. */
import type { Site } from '../../app/open-artoo.ts';
import type { Flags } from '../../config/config-layers.ts';
import { homeIn } from '../../config/folders.ts';
import { type Settled, settle } from '../../config/settle.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { readCassette } from '../../effects/cassette.ts';
import type { Terminal } from '../command.ts';
import { textOf } from '../flags/from-here.ts';

export type ShellSettings = {
  /** What tasks in a folder are run with; the same as long as nothing has changed. Throws what `settle` throws. */
  siteOf(cwd: string): Promise<Site & { readonly settings: Settled }>;
  /** Changes one setting for the tasks that follow, or none where it is wrong: then it throws. */
  change(flags: Flags, cwd: string): Promise<Settled>;
  readonly flags: Flags;
};

type Known = { readonly key: string; readonly site: Promise<Site & { readonly settings: Settled }> };

export function createShellSettings(
  given: Flags,
  { env, cancel, terminate }: Pick<Terminal, 'env' | 'cancel' | 'terminate'>,
): ShellSettings {
  let flags = given;
  let known: Known | undefined;
  const signal = AbortSignal.any([cancel, terminate]);

  async function read(wanted: Flags, cwd: string): Promise<Site & { readonly settings: Settled }> {
    const replay = textOf(wanted, 'replay');
    const settings = await settle({ flags: wanted, env, cwd, home: homeIn(env), wantsModel: replay === undefined, signal });
    if (replay !== undefined) return { settings, model: await readCassette(replay), secrets: () => [] };
    if (!settings.endpoints) throw new ArtooError('model_unset', 'no model is configured');
    const { roleModels } = await import('../../app/wiring/role-models.ts'); // loaded only where a model is asked
    return { settings, ...roleModels(settings.endpoints) };
  }

  function siteOf(cwd: string): Known['site'] {
    const key = JSON.stringify([cwd, flags]);
    if (known?.key === key) return known.site;
    const site = read(flags, cwd);
    known = { key, site };
    site.catch(() => {
      if (known?.site === site) known = undefined; // the next task tries again
    });
    return site;
  }

  return {
    siteOf,
    async change(more, cwd) {
      const wanted = { ...flags, ...more };
      await read(wanted, cwd);
      flags = wanted;
      return (await siteOf(cwd)).settings;
    },
    get flags() {
      return flags;
    },
  };
}
