/** Whether a value matches a schema from a server, which may be expensive on purpose: a check that would take too long is not made. Pure. */
import type { Json } from '../../contracts/shapes/json.ts';
import { at as pointed } from '../observing/json-pointer.ts';
import { type Misfit, misfits } from '../observing/json-schema.ts';

/** The limit on work: nodes of the schema, with references followed, times nodes of the value. */
const maxWork = 2_000_000;
const maxNodes = 10_000;
const maxDepth = 100;

/** The places where the value does not match; undefined if the check would exceed its limits. Patterns and formats are not checked. */
export function boundedMisfits(schema: Json, value: Json): readonly Misfit[] | undefined {
  const work = nodesOf(schema, schema, maxNodes, 0);
  if (work === undefined || work * sizeOf(value) > maxWork) return undefined;
  return misfits(plain(schema), value);
}

/** The number of nodes, with references followed; undefined beyond the limit, as for a schema that contains itself. */
function nodesOf(node: Json, whole: Json, left: number, depth: number): number | undefined {
  if (typeof node !== 'object' || node === null) return 1;
  if (depth > maxDepth) return undefined;
  let count = 1;
  for (const [key, part] of Object.entries(node)) {
    if (key === 'patternProperties' || key === '$dynamicRef') return undefined;
    const target = key === '$ref' && typeof part === 'string' ? targetOf(part, whole) : part;
    if (target === undefined || count >= left) return undefined;
    const nodes = nodesOf(target, whole, left - count, depth + 1);
    if (nodes === undefined) return undefined;
    count += nodes;
  }
  return count > left ? undefined : count;
}

function targetOf(reference: string, whole: Json): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  const place = pointed(whole, reference.slice(1));
  return place.found ? place.value : undefined;
}

const sizeOf = (value: Json): number =>
  typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), 1) : 1;

/** Keywords whose values are data, not schemas. */
const values: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);
const costly: ReadonlySet<string> = new Set(['pattern', 'format', 'uniqueItems']);

/**
 * The schema without keywords that cost more than their size suggests. A property may have such a name; its value is then neither a text nor a
 * boolean.
 */
function plain(node: Json): Json {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(plain);
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, part]) => !(costly.has(key) && typeof part !== 'object'))
      .map(([key, part]) => [key, values.has(key) ? part : plain(part)]),
  );
}
