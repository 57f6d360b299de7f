/** What the person says that models cost: `prices: { my-model: { input: 0.5, output: 2 } }`. Only their own file counts: a lower price would loosen a cap. */
import { z } from 'zod';
import type { TokenPrice } from '../../models/endpoints/endpoint.ts';
import { by, section } from '../../reading/by.ts';
import { readMoney } from '../../reading/quantities.ts';
import type { Layer } from '../config-layers.ts';
import type { RoleEndpoints } from './role-endpoints.ts';

const fields = { input: by(readMoney), output: by(readMoney) };

export const priceKeys: readonly string[] = Object.keys(fields);

const about = 'a map of input and output, in US dollars per million tokens, such as { input: 0.5, output: 2 }';

export const Prices = z.record(z.string().regex(/^\S{1,500}$/), section(fields, about), {
  error: 'must be a map of model names to what they cost, such as { my-model: { input: 0.5, output: 2 } }',
});
export type Prices = Readonly<Record<string, TokenPrice>>;

export const pricesIn = (layers: readonly Layer[]): Prices => layers.find(({ name }) => name === 'data')?.values.prices ?? {};

/** The endpoints with the prices of their models, as far as the person named them. */
export function pricedBy(prices: Prices, endpoints: RoleEndpoints): RoleEndpoints {
  const entries = Object.entries(endpoints).map(([role, endpoint]) => {
    const price = Object.hasOwn(prices, endpoint.model) ? prices[endpoint.model] : undefined;
    return [role, price ? { ...endpoint, price } : endpoint];
  });
  return Object.fromEntries(entries) as RoleEndpoints; // it has an entry for each role that was given
}
