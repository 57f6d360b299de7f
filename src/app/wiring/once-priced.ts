/** A cap on money that a program or a caller sets must hold, or the task does not start. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Caps } from '../../laws/caps.ts';
import type { Site } from './rooms.ts';

/** Does what comes first; if money is capped, only once a price is known for every model. Rejects with `price_unknown`. */
export function oncePriced<T>(
  { capsMoney = false, unpriced, settings }: Site,
  { usd }: Partial<Caps>,
  then: (settings: Site['settings']) => Promise<T> | undefined,
): Promise<T | undefined> | undefined {
  if (!unpriced || !(capsMoney || typeof usd === 'number')) return then(settings);
  return mustBePriced(unpriced).then(() => then(settings));
}

async function mustBePriced(unpriced: NonNullable<Site['unpriced']>): Promise<void> {
  const unknown = await unpriced();
  if (unknown.length > 0)
    throw new ArtooError('price_unknown', `no price is known for ${unknown.join(', ')}, so the cap on money cannot be kept`);
}
