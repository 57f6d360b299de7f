/** The form in a server's question, and the answer that is returned to the server. Pure. */
import { z } from 'zod';
import type { Filled, Form, FormField } from '../../contracts/questions/form.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';

const Property = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  enumNames: z.array(z.string()).optional().catch(undefined),
  oneOf: z.array(z.object({ const: z.string(), title: z.string().optional().catch(undefined) })).optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional().catch(undefined),
});
const Asked = z.object({ properties: z.record(z.string(), Property).default({}), required: z.array(z.string()).default([]) });

/** The limits: a larger form is too long to fill in. */
const max = { fields: 20, options: 100, length: 300 } as const;

/** The fields of the form; undefined if artoo cannot show it. */
export function readForm(schema: unknown): Form | undefined {
  const { properties, required } = Asked.catch({ properties: {}, required: [] }).parse(schema ?? {});
  const names = Object.keys(properties);
  const fields = Object.entries(properties).flatMap(([name, property]) => fieldOf(name, property, required.includes(name)) ?? []);
  const isWhole = required.every((name) => !names.includes(name) || fields.some((field) => field.name === name));
  return isWhole && fields.length <= max.fields ? fields : undefined;
}

const kinds = { string: 'text', number: 'number', integer: 'integer', boolean: 'switch' } as const;

function fieldOf(name: string, property: z.infer<typeof Property>, required: boolean): FormField | undefined {
  const { type = '', title = name, description, default: value } = property;
  const options = property.enum ?? property.oneOf?.map((option) => option.const);
  if (!Object.hasOwn(kinds, type) || (options && !isShort(options))) return undefined;
  const kind = options === undefined ? kinds[type as keyof typeof kinds] : 'choice'; // this is a key, as checked above
  const label = shown(description === undefined ? title : `${title} (${description})`);
  const field: FormField = { name, label, kind, ...(options && { options, ...titlesOf(property, options) }), required };
  return value !== undefined && fits(field, value) ? { ...field, default: value } : field;
}

const shown = (text: string): string => visible(oneLine(text, max.length));

const isShort = (options: readonly string[]): boolean =>
  options.length <= max.options && options.every(({ length }) => length <= max.length);

/** The titles, if they differ from the values. The older era of the protocol calls them `enumNames`. */
function titlesOf({ enumNames, oneOf }: z.infer<typeof Property>, options: readonly string[]): Pick<FormField, 'titles'> {
  const given = enumNames ?? oneOf?.map(({ title }) => title) ?? [];
  const titles = options.map((option, at) => shown(given[at] ?? option));
  return titles.some((title, at) => title !== options[at]) ? { titles } : {};
}

/** Whether approval is enough: there is nothing to fill in, or only a single switch. */
export const isPlain = (form: Form): boolean => form.length === 0 || (form.length === 1 && form[0]?.kind === 'switch' && form[0].required);

/** The answer to the server if the person approves; undefined if something required is missing or has the wrong type. */
export function answerTo(form: Form, filled: Filled): Filled | undefined {
  const answer: Record<string, string | number | boolean> = {};
  for (const field of form) {
    const value = Object.hasOwn(filled, field.name) ? filled[field.name] : isPlain(form) ? true : field.default;
    if (value === undefined && field.required) return undefined;
    if (value !== undefined && !fits(field, value)) return undefined;
    if (value !== undefined) answer[field.name] = value;
  }
  return answer;
}

function fits({ kind, options }: FormField, value: string | number | boolean): boolean {
  if (kind === 'switch') return typeof value === 'boolean';
  if (kind === 'number' || kind === 'integer') return typeof value === 'number' && (kind === 'number' || Number.isInteger(value));
  return typeof value === 'string' && (options === undefined || options.includes(value));
}
