/** The settings of a shell: those of the folder, and changes made since it was opened. */
import type { Site } from '../../app/wiring/rooms.ts';
import type { Flags } from '../../config/config-layers.ts';
import { homeIn } from '../../config/folders.ts';
import { type Settled, settle } from '../../config/settle.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import type { Terminal } from '../command.ts';
import { textOf } from '../flags/from-here.ts';

export type ShellSettings = {
  /** The settings of the shell's folder. Throws what `settle` throws. */
  settled(): Promise<Settled>;
  /** The settings and models for tasks in a folder; the same value as long as nothing changes. */
  siteOf(folder: string): Promise<Site>;
  /** Changes settings for later tasks; throws, and changes nothing, if they are wrong. A model is tried first, as in `artoo setup`. */
  change(flags: Flags): Promise<Settled>;
  /** The files may have changed, so they are read again for the next task. */
  readAgain(): void;
  readonly flags: Flags;
};

export function createShellSettings(
  given: Flags,
  cwd: string,
  { env, cancel, terminate }: Pick<Terminal, 'env' | 'cancel' | 'terminate'>,
): ShellSettings {
  let flags = given;
  const known = new Map<string, Promise<Settled>>();
  const sites = new WeakMap<Settled, Promise<Site>>();
  const signal = AbortSignal.any([cancel, terminate]);
  const read = (wanted: Flags, folder: string): Promise<Settled> =>
    settle({ flags: wanted, env, cwd: folder, home: homeIn(env), wantsModel: textOf(wanted, 'replay') === undefined, signal });

  function settledIn(folder: string): Promise<Settled> {
    const found = known.get(folder) ?? read(flags, folder);
    known.set(folder, found);
    found.catch(() => known.delete(folder)); // the next task tries again
    return found;
  }

  return {
    settled: () => settledIn(cwd),
    async siteOf(folder) {
      const settings = await settledIn(folder);
      const site = sites.get(settings) ?? siteWith(settings, textOf(flags, 'replay'));
      sites.set(settings, site);
      site.catch(() => sites.delete(settings));
      return site;
    },
    async change(more) {
      const wanted = { ...flags, ...more };
      const settled = await read(wanted, cwd);
      if (more.brain !== undefined && settled.endpoints) await mustWork(settled.endpoints.R2, signal);
      flags = wanted;
      known.clear();
      known.set(cwd, Promise.resolve(settled));
      return settled;
    },
    readAgain: () => known.clear(),
    get flags() {
      return flags;
    },
  };
}

/** Throws `usage` if a model does not work, with what to do about it. */
async function mustWork(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
  const { checkEndpoint } = await import('../../config/doctor/model-checks.ts');
  const findings = await checkEndpoint({ endpoint, by: [], callsTools: false }, { signal, isDeep: false });
  const wrong = findings.find(({ state }) => state === 'failed');
  if (wrong) throw new ArtooError('usage', `${endpoint.model} is not used: ${wrong.detail}. ${wrong.hint ?? ''}`.trimEnd());
}

/** Models are loaded with the first task. */
async function siteWith(settings: Settled, replay: string | undefined): Promise<Site> {
  if (replay !== undefined) {
    const { readCassette } = await import('../../effects/cassette.ts');
    return { settings, model: await readCassette(replay), secrets: () => [] };
  }
  if (!settings.endpoints) throw new ArtooError('model_unset', 'no model is configured');
  const { roleModels } = await import('../../app/wiring/role-models.ts');
  return { settings, ...roleModels(settings.endpoints) };
}
