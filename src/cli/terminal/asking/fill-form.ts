/** Lets the person fill in a form at a terminal, field by field. */
import type { Filled, Form, FormField } from '../../../contracts/questions/form.ts';
import { visible } from '../../../contracts/text/visible.ts';
import type { Prompter } from '../prompter.ts';

/** Undefined if the person leaves the form before its end. */
export async function fillForm(form: Form, prompter: Prompter): Promise<Filled | undefined> {
  const filled: Record<string, string | number | boolean> = {};
  for (const field of form) {
    const value = await ask(field, prompter);
    if (value === undefined) return undefined;
    if (value !== leftOut) filled[field.name] = value;
  }
  return filled;
}

const leftOut = Symbol('left out');
type Value = string | number | boolean | typeof leftOut;

/** Asks until the input fits. */
async function ask(field: FormField, prompter: Prompter): Promise<Value | undefined> {
  let lines = (field.options ?? []).map((option, at) => `  ${at + 1} ${visible(choiceText(option, field.titles?.[at]))}`);
  for (;;) {
    const entered = await prompter.ask(lines, `${field.label}${hintOf(field)}: `, 'step');
    if (entered === undefined) return undefined;
    const value = read(field, entered.trim());
    if (value !== undefined) return value;
    lines = [`"${visible(entered.trim())}" is not ${wanted[field.kind]}.`];
  }
}

/** A title describes a choice, but the server receives the choice itself, so both are shown. */
const choiceText = (option: string, title = option): string => (title === option ? option : `${title} (${option})`);

function hintOf({ kind, default: value, required, options = [], titles = [] }: FormField): string {
  const without =
    value === undefined
      ? required
        ? ''
        : 'Enter skips it'
      : `Enter takes ${visible(titles[options.indexOf(String(value))] ?? String(value))}`;
  const hints = [...(kind === 'switch' ? ['y or n'] : []), ...(without === '' ? [] : [without])];
  return hints.length === 0 ? '' : ` (${hints.join('; ')})`;
}

const wanted = {
  text: 'the text that is asked for',
  number: 'a number',
  integer: 'a whole number',
  switch: 'y or n',
  choice: 'one of the choices; type its number',
} as const satisfies Record<FormField['kind'], string>;

/** Undefined if the input does not fit. */
function read({ kind, options = [], titles = [], default: value, required }: FormField, entered: string): Value | undefined {
  if (entered === '') return value ?? (required ? undefined : leftOut);
  switch (kind) {
    case 'text':
      return entered;
    case 'switch':
      return /^y(?:es)?$/i.test(entered) ? true : /^no?$/i.test(entered) ? false : undefined;
    case 'choice':
      return options[Number(entered) - 1] ?? options.find((option, at) => option === entered || titles[at] === entered);
    default:
      return Number.isFinite(Number(entered)) && (kind === 'number' || Number.isInteger(Number(entered))) ? Number(entered) : undefined;
  }
}
