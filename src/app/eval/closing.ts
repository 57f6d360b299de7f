/** Rules that close places to the tasks of trials: the suite, in which the hidden tests are, and the results. */
import { realpathSync, statSync } from 'node:fs';
import { ArtooError } from '../../contracts/errors.ts';
import { type Rule, readRule } from '../../laws/rules/read-rule.ts';

/** Throws `usage` for a path that no rule can name. */
export const closing = (paths: readonly string[]): readonly Rule[] =>
  paths.map((path) => {
    const real = realpathSync(path);
    const rule = readRule(`read(${real}${statSync(real).isDirectory() ? '/**' : ''})`, { cwd: '/', home: '/' }, 'deny');
    if ('wrong' in rule) throw new ArtooError('usage', `${path} cannot be hidden from the tasks: ${rule.wrong}; rename it`);
    return rule;
  });
