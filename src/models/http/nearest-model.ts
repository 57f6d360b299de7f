/** If a server has no model of this name, adds the nearest name on the server, or some of its names, to the error. */
import { ArtooError } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { listModels } from '../endpoints/model-list.ts';
import type { Model } from '../model.ts';

/** How long a failure waits for the list of models. */
const timeoutMs = 3_000;
const maxListed = 5;

/** Fails exactly as the model does; the list is queried only if the model is missing. */
export const namingNearest = (model: Model, endpoint: Endpoint): Model => ({
  ...model,
  async step(request, origin, signal) {
    try {
      return await model.step(request, origin, signal);
    } catch (thrown) {
      if (!(thrown instanceof ArtooError) || thrown.code !== 'model_missing' || signal.aborted) throw thrown;
      const list = await listModels(endpoint, { signal, timeoutMs });
      const offer = list.ok ? offerOf(endpoint.model, list.models) : '';
      throw offer === '' ? thrown : new ArtooError(thrown.code, `${thrown.message.replace(/\.$/, '')}; ${offer}`, { cause: thrown });
    }
  },
});

function offerOf(name: string, models: readonly string[]): string {
  if (models.includes(name)) return '';
  const close = nearest(name, models);
  if (close !== undefined) return `did you mean ${close}?`;
  const more = models.length - maxListed;
  return models.length === 0 ? '' : `the server offers ${models.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
