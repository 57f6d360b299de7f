/** Which files of a repository a list of patterns names: `test/**`, `**\/*.test.*`, a file, or a folder with everything in it. Pure. */
import { posix } from 'node:path';
import { matchesPath, type PathPattern, readPathPattern } from '../../laws/rules/path-pattern.ts';

/** Whether a path, relative to the repository, is named by one of the patterns. */
export function namedBy(patterns: readonly string[]): (path: string) => boolean {
  const read = patterns.flatMap(patternsOf);
  return (path) => read.some((pattern) => matchesPath(pattern, `/${path}`, true));
}

/** A pattern, and everything below it if it names a folder. A pattern that leads out of the repository names nothing. */
function patternsOf(text: string): readonly PathPattern[] {
  const path = posix.normalize(text.trim()).replace(/\/$/, '');
  if (path === '' || path === '.' || path.startsWith('..')) return [];
  const names = path.split('/').map((name) => (name === '**' ? name : name.replaceAll(/\*+/g, '*')));
  const pattern = readPathPattern(`./${names.join('/')}`, { cwd: '/', home: '/' });
  return 'wrong' in pattern ? [] : [pattern, [...pattern, '**']];
}
