/** A model that never answers, and stops when it is told to. */
import type { Model } from '../../src/models/model.ts';

export const silentModel: Model = {
  step: (_request, _origin, signal) =>
    new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
};
