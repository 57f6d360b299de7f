/** `./docs/**`: a pattern for paths. `*` matches any part of one name, `**` any number of folders; every other character is literal. */
import { absolutePath } from '../places/posix-path.ts';

/** The names in a pattern, starting at the root. */
export type PathPattern = readonly string[];

/** What `./` and `~/` mean. */
export type Base = { readonly cwd: string; readonly home: string };

/** Reads a pattern that begins with `./`, `~/` or `/`. */
export function readPathPattern(text: string, { cwd, home }: Base): PathPattern | { readonly wrong: string } {
  const [, start, rest = ''] = /^(\.|~|)(?:\/(.*))?$/s.exec(text) ?? [];
  if (start === undefined || text === '') return { wrong: 'a path must begin with ./, ~/ or /' };
  const names = rest.split('/');
  const wild = names.findIndex((name) => name.includes('*'));
  if (wild !== -1 && names.includes('..', wild)) return { wrong: '.. cannot follow *' };
  if (names.some((name) => name !== '**' && name.includes('**'))) return { wrong: '** must be a whole name between slashes' };
  const folder = { '.': cwd, '~': home, '': '/' }[start] ?? '/';
  return absolutePath(absolutePath('/', folder), rest || '.')
    .split('/')
    .slice(1);
}

/** The folder that a pattern without `*` names. */
export const folderAt = (pattern: PathPattern): string => `/${pattern.join('/')}`;

/** Whether an absolute path matches; `*` and `**` skip names that begin with a dot unless `withHidden`. Takes quadratic time at most. */
export function matchesPath(pattern: PathPattern, path: string, withHidden: boolean): boolean {
  const names = absolutePath('/', path).split('/').slice(1);
  const passes = (name: string) => withHidden || !name.startsWith('.');
  let [at, in_] = [0, 0];
  let back: { readonly at: number; in_: number } | undefined;
  while (in_ < names.length) {
    const [want, name = ''] = [pattern[at], names[in_]];
    if (want === '**') {
      back = { at, in_ };
      at += 1;
    } else if (want !== undefined && matchesName(want, name, passes(name))) {
      at += 1;
      in_ += 1;
    } else if (back !== undefined && passes(names[back.in_] ?? '')) {
      back.in_ += 1;
      [at, in_] = [back.at + 1, back.in_];
    } else return false;
  }
  return pattern.slice(at).every((want) => want === '**');
}

function matchesName(want: string, name: string, mayStar: boolean): boolean {
  if (!want.includes('*')) return want === name;
  if (!mayStar && want.startsWith('*')) return false;
  const [first = '', ...others] = want.split('*');
  const last = others.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found === -1 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
