/** The parameters of the controller as given on the command line: `epsilon=0.05`. */
import { ArtooError } from '../contracts/errors.ts';
import { suggestion } from '../contracts/text/nearest.ts';
import { clip } from '../contracts/text/shorten.ts';
import { visible } from '../contracts/text/visible.ts';
import { defaults, type Hyperparameters } from '../control/hyperparameters.ts';
import { readConfig } from './config.ts';

/** The parameters that are given. Throws `usage` for an unknown name, one given twice, or an impossible value. */
export function readConstants(texts: readonly string[]): Partial<Hyperparameters> {
  const constants: Partial<Hyperparameters> = {};
  for (const text of texts) {
    const read = readConstant(text);
    const twice = Object.keys(read).find((name) => Object.hasOwn(constants, name));
    if (twice !== undefined) throw new ArtooError('usage', `--with ${twice} is given twice`);
    Object.assign(constants, read);
  }
  return constants;
}

function readConstant(text: string): Partial<Hyperparameters> {
  const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(text) ?? [];
  const names = Object.keys(defaults);
  const said = `--with ${visible(clip(text, 60))}`;
  if (name === '' || value === '') throw new ArtooError('usage', `${said}: name a constant and its value, such as --with epsilon=0.05`);
  if (!names.includes(name)) throw new ArtooError('usage', `${said}: there is no such constant; ${suggestion(name, names)}`);
  const read = readConfig({ control: { [name]: value } });
  if (!read.ok) throw new ArtooError('usage', `${said}: ${read.faults[0]?.error ?? 'cannot be'}`);
  return { [name]: read.values.control[name as keyof Hyperparameters] }; // it is one of the names above
}
