/** The models that the machine is configured for, looked up when the first one is asked. */
import { homedir } from 'node:os';
import type { Model } from '../models/model.ts';
import { settle } from './settle.ts';

export function configuredModel(env: Readonly<Record<string, string | undefined>>): Model {
  let settled: ReturnType<typeof settle> | undefined;
  return {
    reserves: true,
    async step(request, origin, signal) {
      settled ??= settle({ flags: {}, env, cwd: process.cwd(), home: homedir(), wantsModel: true, signal });
      settled.catch(() => {
        settled = undefined; // whoever asks next may find it mended
      });
      const { model } = (await settled).options;
      if (typeof model !== 'function') throw new Error('settled without a model');
      return model(origin.role).step(request, origin, signal);
    },
  };
}
