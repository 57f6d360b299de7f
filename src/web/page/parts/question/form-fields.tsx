/** A form that a server asks the person to fill in. */
import type { ReactNode } from 'react';
import type { Filled, Form, FormField } from '../../../../contracts/questions/form.ts';
import { visible } from '../../../../contracts/text/visible.ts';

export const FormFields = ({ form }: { readonly form: Form }): ReactNode => form.map((field) => <Field key={field.name} field={field} />);

function Field({ field }: { readonly field: FormField }): ReactNode {
  const { name, label, kind, required } = field;
  const said = typeof field.default === 'boolean' ? undefined : field.default;
  const title = (
    <>
      {visible(label)}
      {required ? '' : <span className="is-muted"> (optional)</span>}
    </>
  );
  if (kind === 'switch')
    return (
      <label className="choice">
        <input type="checkbox" name={name} defaultChecked={field.default === true} /> {title}
      </label>
    );
  if (kind === 'choice')
    return (
      <label>
        {title}
        <select name={name} required={required} defaultValue={said}>
          {!required && <option value="" />}
          {(field.options ?? []).map((option, at) => (
            <option key={option} value={option}>
              {visible(field.titles?.[at] ?? option)}
            </option>
          ))}
        </select>
      </label>
    );
  const isNumber = kind === 'number' || kind === 'integer';
  return (
    <label>
      {title}
      <input name={name} required={required} defaultValue={said} type={isNumber ? 'number' : 'text'} step={kind === 'number' ? 'any' : 1} />
    </label>
  );
}

/** The input by field name, without empty fields. */
export function filledIn(form: Form, data: FormData): Filled {
  return Object.fromEntries(
    form.flatMap(({ name, kind }): readonly (readonly [string, string | number | boolean])[] => {
      const value = data.get(name);
      if (kind === 'switch') return [[name, value !== null]];
      if (typeof value !== 'string' || value === '') return [];
      return [[name, kind === 'number' || kind === 'integer' ? Number(value) : value]];
    }),
  );
}
