/** The models whose price is unknown, so that a cap on money does not limit what they cost. */
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import { priceOf } from '../../models/spending/price.ts';

/** Their names, each once. */
export async function unpricedIn(endpoints: Readonly<Record<string, Endpoint>>): Promise<readonly string[]> {
  const models = new Map(Object.values(endpoints).map((endpoint) => [endpoint.model, endpoint]));
  const unknown = await Promise.all([...models].map(async ([name, endpoint]) => ((await priceOf(endpoint)) ? [] : [name])));
  return unknown.flat();
}
