/** The models that the machine is configured for, looked up when the first one is asked. */
import type { Secret } from '../../journal/redact.ts';
import type { Model } from '../../models/model.ts';
import type { Environment } from '../config-layers.ts';
import { homeIn } from '../folders.ts';
import { type Settled, settle } from '../settle.ts';

export type ConfiguredModel = {
  readonly model: Model;
  /** The keys that are in use, once a model was asked. */
  readonly secrets: () => readonly Secret[];
};

export function configuredModel(env: Environment, data: string): ConfiguredModel {
  let settling: Promise<Settled> | undefined;
  let settled: Settled | undefined;

  /** One look for all tasks. Where it fails, whoever asks next may find it mended. */
  function look(): Promise<Settled> {
    const { signal } = new AbortController(); // what one task cancels, others still need
    settling ??= settle({ flags: { data }, env, cwd: process.cwd(), home: homeIn(env), wantsModel: true, signal });
    settling.then(
      (found) => {
        settled = found;
      },
      () => {
        settling = undefined;
      },
    );
    return settling;
  }

  return {
    model: {
      reserves: true,
      async step(request, origin, signal) {
        const { model } = await look();
        if (!model) throw new Error('settled without a model');
        return model(origin.role).step(request, origin, signal);
      },
    },
    secrets: () => settled?.secrets ?? [],
  };
}
