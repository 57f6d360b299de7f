/** The message reference: every message, its route and its fields, as markdown made from the schemas. */
import { z } from 'zod';
import { envelope, Message, type MessageType, messageTypes, payloads } from '../src/contracts/messages.ts';
import { Party } from '../src/contracts/parties.ts';
import { replies, routes } from '../src/contracts/routes.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Row = readonly string[];

const parties: Record<Party, string> = {
  R1: 'Perceiver: reads what the person wants',
  R2: 'Planner: cuts the goal into sub-tasks',
  R3: 'Executor: carries out one sub-task',
  R4a: 'Agent-Validator: judges one sub-task',
  R4b: 'Meta-Validator: judges the merged result',
  R5: 'Shared Memory: recalls and keeps',
  R6: 'Auditor: reports to the operator',
  R7: 'Goal Gradient Solver: directs every correction and ends the task',
  User: 'the person',
  Host: 'the program that runs the roles',
};

/** The text of docs/messages.md. */
export function messageReference(): string {
  const { definitions, carried } = schemas();
  const isMessage = (name: string) => Object.hasOwn(payloads, name);
  const shared = Object.keys(definitions).filter((name) => !isMessage(name));
  const section = (name: string) => lookup(definitions, name);

  return `${[
    '# Messages',
    intro,
    table(
      ['party', 'who it is'],
      Party.options.map((party) => [party, parties[party]]),
    ),
    '## Who may say what to whom',
    'A message on any other route is refused, and the refusal is written to the journal.',
    table(
      ['type', 'route', 'what it says'],
      messageTypes.map((type) => [link(type), routeOf(type), section(type).description ?? '']),
    ),
    '## The envelope',
    'What every message carries around its payload. The sender chooses `to`, `type`, `payload` and, in an answer, `reply_to`; the host stamps the rest.',
    fieldTable(carried, [
      ['`type`', 'one of the types above', 'yes'],
      ['`payload`', 'the fields of that type, below', 'yes'],
    ]),
    'For example:',
    ['```json', JSON.stringify(Message.parse(example), null, 2), '```'].join('\n'),
    '## The messages',
    'In the order in which a task meets them.',
    ...messageTypes.flatMap((type) => message(type, section(type))),
    '## Shared shapes',
    'What the fields above are made of.',
    ...shared.toSorted().flatMap((name) => [`### ${name}`, ...shape(section(name))]),
  ].join('\n\n')}\n`;
}

const intro = `<!-- Made from src/contracts by \`npm run docs\`. Do not edit. -->

The parts of artoo talk only by messages. Each is written to the journal of its task before anyone sees it, so this page is at once the
language of the roles and the content of the journal ([how the journal drives a task](architecture.md)). Names are snake_case and times are
ISO 8601. Keys that are not listed here are dropped when a message is read.`;

const example = {
  id: '20250131-120000-0vg8o3s1-4',
  seq: 4,
  ts: '2025-01-31T12:00:04.000Z',
  task_id: '20250131-120000-0vg8o3s1',
  from: 'User',
  to: 'R1',
  reply_to: '20250131-120000-0vg8o3s1-3',
  type: 'ClarifyAnswer',
  payload: { answer: 'the one in ~/notes' },
};

/** All named schemas, and the envelope, as JSON Schema. */
function schemas() {
  const all = z.object({ ...payloads, envelope: z.object(envelope) });
  const { $defs = {}, properties = {} } = z.toJSONSchema(all, { unrepresentable: 'any', io: 'output' });
  return { definitions: $defs, carried: lookup(properties, 'envelope') };
}

function message(type: MessageType, schema: Schema): readonly string[] {
  const reply = Object.entries(replies).find(([ask]) => ask === type)?.[1];
  const answered = reply === undefined ? '' : ` · answered by ${link(reply)}`;
  return [`### ${type}`, `${routeOf(type)}${answered}`, ...shape(schema)];
}

function shape(schema: Schema): readonly string[] {
  return [schema.description ?? '', ...body(schema)];
}

function body(schema: Schema): readonly string[] {
  if (schema.oneOf) return [variantTable(schema.oneOf)];
  if (schema.enum) return [`One of ${options(schema.enum)}.`];
  if (!schema.properties) return [];
  if (Object.keys(schema.properties).length === 0) return ['It has no fields.'];
  return [fieldTable(schema), ...longEnums(schema)];
}

function fieldTable(schema: Schema, more: readonly Row[] = []): string {
  return table(['field', 'type', 'required'], [...fields(schema).map(({ name, type, need }) => [code(name), type, need]), ...more]);
}

/** One row per alternative of a union that is discriminated by `kind`. */
function variantTable(variants: readonly Schema[]): string {
  return table(
    ['kind', 'fields'],
    variants.map((variant) => {
      const [kind, ...rest] = fields(variant);
      const told = rest.map(
        ({ name, type, need }) => `${code(name)}: ${type}${need === 'yes' ? '' : ` (${need === 'no' ? 'optional' : need})`}`,
      );
      return [kind?.type ?? '', told.join('<br>')];
    }),
  );
}

function fields(schema: Schema) {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const { default: fallback } = asSchema(field);
    const required = schema.required?.includes(name) ?? false;
    const need = fallback !== undefined ? `default ${literal(fallback)}` : required ? 'yes' : 'no';
    return { name, type: typeOf(asSchema(field)), need };
  });
}

const manyOptions = 12;

function longEnums(schema: Schema): readonly string[] {
  const long = Object.entries(schema.properties ?? {}).filter(([, field]) => (asSchema(field).enum?.length ?? 0) > manyOptions);
  return long.map(([name, field]) => `${code(name)} is one of ${options(asSchema(field).enum ?? [])}.`);
}

/** A type in words, linked where it has a name. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return link(schema.$ref.replace('#/$defs/', ''));
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.length > manyOptions ? 'one of the list below' : schema.enum.map(literal).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((part) => typeOf(asSchema(part))).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'array':
      return `list of ${typeOf(asSchema(schema.items))}`;
    case 'object':
      return schema.properties ? inline(schema) : `map of text to ${typeOf(asSchema(schema.additionalProperties))}`;
    case 'string':
      return schema.format === 'date-time' ? 'time' : schema.minLength ? 'text, not empty' : 'text';
    case 'integer':
    case 'number':
      return `${schema.type}${range(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    default:
      return 'anything';
  }
}

const inline = (schema: Schema): string =>
  `{ ${fields(schema)
    .map(({ name, type, need }) => `${code(need === 'no' ? `${name}?` : name)}: ${type}`)
    .join(', ')} }`;

function range({ minimum, maximum = Number.MAX_SAFE_INTEGER }: Schema): string {
  const above = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER;
  const below = maximum < Number.MAX_SAFE_INTEGER;
  if (above && below) return ` from ${minimum} to ${maximum}`;
  if (above) return ` from ${minimum}`;
  return below ? ` up to ${maximum}` : '';
}

/** `R1 → R2, R7`, or `R1, R2 → R7`: senders with the same receivers are grouped. */
function routeOf(type: MessageType): string {
  const pairs: ReadonlyArray<readonly [Party, Party]> = routes[type];
  const receivers = (sender: Party) => pairs.flatMap(([from, to]) => (from === sender ? [to] : [])).join(', ');
  const senders = Map.groupBy(new Set(pairs.map(([from]) => from)), receivers);
  return [...senders].map(([to, from]) => `${from.join(', ')} → ${to}`).join(' · ');
}

const options = (values: readonly unknown[]): string => values.map(literal).join(', ');
const literal = (value: unknown): string => code(JSON.stringify(value));
const code = (text: string): string => `\`${text}\``;
const link = (name: string): string => `[${name}](#${name.toLowerCase()})`;
const asSchema = (schema: unknown): Schema => (typeof schema === 'object' && schema !== null ? (schema as Schema) : {}); // wherever a schema is allowed in zod's output, every object is one
const lookup = (schemas: Record<string, unknown>, name: string): Schema => asSchema(schemas[name]);

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
