/** A tool as its server defines it: the name under which it is offered, and how a change of it is noticed. Pure. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { Json } from '../../contracts/shapes/json.ts';
import { record } from '../../contracts/shapes/shape.ts';
import { clip } from '../../contracts/text/shorten.ts';
import { visibleLines } from '../../contracts/text/visible.ts';

/** What the server claims about its tool. Claims are shown, but no decision depends on them. */
const Annotations = record({
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});
export type Annotations = z.infer<typeof Annotations>;

export const Definition = record({
  server: z.string(),
  /** The server's own name for the tool. */
  tool: z.string(),
  description: z.string(),
  input: Json,
  output: Json.optional(),
  annotations: Annotations.optional(),
});
export type Definition = z.infer<typeof Definition>;

/** Limits beyond which a server's tools are cut or left out: a model would not read more. */
const max = { tools: 500, description: 4_096, schema: 64 * 1024, inAll: 2 * 1024 ** 2 } as const;

const Listed = z.object({
  name: z.string().regex(/^[^\s\p{C}]{1,128}$/u),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: Json,
  outputSchema: Json.optional().catch(undefined),
  annotations: Annotations.optional().catch(undefined),
});

/** The definitions in a server's list. If several have the same name, the first counts; unusable definitions are left out. */
export function readDefinitions(server: string, listed: readonly unknown[]): readonly Definition[] {
  const found = new Map<string, Definition>();
  let size = 0;
  for (const each of listed.slice(0, max.tools)) {
    const definition = readDefinition(server, each);
    if (!definition || found.has(offeredName(definition))) continue;
    size += sizeOf(definition);
    if (size > max.inAll) break;
    found.set(offeredName(definition), definition);
  }
  return [...found.values()];
}

function readDefinition(server: string, listed: unknown): Definition | undefined {
  const { data } = Listed.safeParse(listed);
  if (!data || sizeOf(data.inputSchema) > max.schema) return undefined;
  const { name: tool, title, description = title ?? '', inputSchema, outputSchema, annotations } = data;
  const isUsable = outputSchema !== undefined && sizeOf(outputSchema) <= max.schema;
  return {
    server,
    tool,
    description: clip(visibleLines(description).join('\n'), max.description),
    input: isObjectSchema(inputSchema) ? inputSchema : { type: 'object' },
    ...(isUsable ? { output: outputSchema } : {}),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

const sizeOf = (value: Json | Definition): number => JSON.stringify(value).length;

/** Whether providers accept the schema as the input of a tool. */
const isObjectSchema = (schema: Json): boolean =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema) && (schema as { readonly type?: Json }).type === 'object'; // not a list, as checked before

/** The parts of a definition to which an approval is bound, each as a hash. */
export type Pin = { readonly description: string; readonly input: string; readonly output: string };

export const pinOf = ({ description, input, output }: Definition): Pin => ({
  description: digest(description),
  input: digest(sortedText(input)),
  output: output === undefined ? '' : digest(sortedText(output)),
});

/** The pin as one text, for hashes and journals. */
export const pinText = (definition: Definition): string => digest(JSON.stringify([definition.tool, pinOf(definition)]));

/** What differs between two pins of a tool, in words; empty if they are equal. */
export function changedParts(before: Pin, now: Pin): readonly string[] {
  const parts = ['description', 'input', 'output'] as const;
  return parts.filter((part) => before[part] !== now[part]).map((part) => (part === 'description' ? 'description' : `${part} schema`));
}

const digest = (text: string): string => hash('sha256', text).slice(0, 32);

/** A value as text, independent of the order of its keys. */
export const sortedText = (value: Json): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const prefix = 'mcp__';
/** The longest tool name that providers accept. */
const maxOffered = 64;

/** `mcp__server__tool`. Characters that a provider would not accept are replaced, and a hash keeps names distinct. */
export function offeredName({ server, tool }: Pick<Definition, 'server' | 'tool'>): string {
  const start = `${prefix}${server}__`;
  const plain = tool.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (plain === tool && start.length + tool.length <= maxOffered) return `${start}${tool}`;
  const mark = `_${hash('sha256', tool).slice(0, 6)}`;
  return `${start}${plain.slice(0, maxOffered - start.length - mark.length)}${mark}`;
}

/** The server in the name of an MCP tool; undefined for any other tool. */
export const serverIn = (name: string): string | undefined => /^mcp__([a-z0-9-]+)__[\w-]+$/.exec(name)?.[1];
