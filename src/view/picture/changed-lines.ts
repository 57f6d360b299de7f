/** What a task changed on disk, as lines: moves as moves, and what tools keep for themselves in one line. Pure. */
import { sep } from 'node:path';
import type { FileEffect } from '../../contracts/control.ts';
import { nearPaths } from '../near-paths.ts';
import { counted } from '../pages.ts';
import { type Style, span } from '../style/line.ts';
import { type LedLine, labelled, said } from './layout.ts';

/** Folders that tools fill with what can be made again. */
const kept: ReadonlySet<string> = new Set([
  ...['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.tox', '.cache', '.gradle', '.turbo', '.parcel-cache', '.nyc_output'],
  ...['node_modules', '.venv', '.git', '.hypothesis', '.eslintcache'],
]);

const maxListed = 20;

export function changedLines(changed: readonly FileEffect[], cwd: string): readonly LedLine[] {
  const folders = changed.map(({ path }) => path.split(sep).find((name) => kept.has(name)));
  const own = changed.filter((_, at) => folders[at] === undefined);
  const listed = own.filter((effect) => !isAround(effect, own));
  const lines = listed
    .slice(0, maxListed)
    .map(({ path, change }) => [span(words[change].padEnd(9), styles[change]), said(nearPaths(path, cwd))]);
  const rest = [
    ...(listed.length > maxListed ? [`and ${counted(listed.length - maxListed, 'more path')}`] : []),
    ...(own.length < changed.length ? [`and ${changed.length - own.length} in ${keptIn(folders)}`] : []),
  ];
  return [...lines, ...rest.map((text) => [said(text, 'muted')])].map((line, at) => labelled(at === 0 ? 'changed' : '', ...line));
}

/** A folder that is there because of what is in it. */
const isAround = ({ path, change }: FileEffect, all: readonly FileEffect[]): boolean =>
  change === 'created' && all.some((other) => other.change === 'created' && other.path.startsWith(`${path}${sep}`));

const keptIn = (folders: readonly (string | undefined)[]): string => [...new Set(folders.filter((name) => name !== undefined))].join(', ');

const words = { created: 'created', changed: 'edited', deleted: 'deleted', metadata: 'modes' } as const satisfies Record<
  FileEffect['change'],
  string
>;
const styles = { created: 'added', changed: 'fair', deleted: 'removed', metadata: 'fair' } as const satisfies Record<
  FileEffect['change'],
  Style
>;
