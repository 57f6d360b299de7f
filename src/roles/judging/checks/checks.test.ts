import { expect, test } from 'vitest';
import { z } from 'zod';
import { Check } from '../../../contracts/criteria.ts';
import { checksOf, lookFor, whyHollow, whyInvalid } from './checks.ts';

/** The checks as a planner reads them. */
const written = (what: 'world' | 'form'): readonly Check[] =>
  (checksOf(what).match(/\{[^}]*\}/g) ?? []).map((text) => Check.parse(JSON.parse(text.replace(/"RE2 [^"]*"/, '"x"'))));

const kinds = [...JSON.stringify(z.toJSONSchema(Check, { io: 'input', unrepresentable: 'any' })).matchAll(/"const":"(\w+)"/g)].map(
  ([, kind]) => kind,
);

/** Set by code alone. */
const byCode = ['output_conforms'];

test('every kind of check that a planner may set is shown to it, as a check that can be made and can fail', () => {
  const all = [...written('world'), ...written('form')];
  expect(kinds.length).toBeGreaterThan(8);
  expect(new Set([...all.map(({ kind }) => kind), ...byCode])).toEqual(new Set(kinds));
  expect(all.map(whyInvalid).concat(all.map(whyHollow))).toEqual(Array(all.length * 2).fill(undefined));
});

test('what is offered as a check of the world looks at it, and what is offered as a check of form does not', () => {
  expect(written('world').map((check) => lookFor(check)?.kind)).toEqual(written('world').map(({ kind }) => kind));
  expect(written('form').map(lookFor)).toEqual(written('form').map(() => undefined));
});
