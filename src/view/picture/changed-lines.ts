/** What a task changed on disk, as lines: moves as moves, and internal files of tools in one line. Pure. */
import type { FileEffect } from '../../contracts/control.ts';
import { foldedFolders, type GoneFolder, type Group, groupsOf } from '../../tools/asking/effect-groups.ts';
import { type FilledFolder, filledFolders } from '../../tools/asking/filled-folders.ts';
import { nearPath } from '../near-paths.ts';
import { counted, listable } from '../pages.ts';
import { type Line, type Style, span } from '../style/line.ts';
import { contentText, filledText } from '../words/content-text.ts';
import { type LedLine, labelled, said } from './layout.ts';

/** Folders that tools fill with files that can be generated again. */
const kept: ReadonlySet<string> = new Set([
  ...[
    '__pycache__',
    '.pytest_cache',
    '.mypy_cache',
    '.ruff_cache',
    '.tox',
    '.cache',
    '.npm',
    '.gradle',
    '.turbo',
    '.parcel-cache',
    '.nyc_output',
  ],
  ...['node_modules', '.venv', '.git', '.hypothesis'],
]);

const maxListed = 20;

export function changedLines(changed: readonly FileEffect[], cwd: string): readonly LedLine[] {
  const folders = changed.map(({ path }) => path.split('/').find((name) => kept.has(name)));
  const own = changed.filter((_, at) => folders[at] === undefined);
  const folded = filledFolders(foldedFolders(groupsOf(own)), cwd);
  const listed = folded.filter((group) => group.kind !== 'effect' || !isAround(group.effect, own));
  const shown = listable(listed.length, maxListed);
  const rest = [
    ...(listed.length > shown ? [`and ${counted(listed.length - shown, 'more change')}`] : []),
    ...(own.length < changed.length ? [`and ${(changed.length - own.length).toLocaleString('en')} in ${namesOf(folders)}`] : []),
  ];
  const lines = [...listed.slice(0, shown).map((group) => groupLine(group, cwd)), ...rest.map((text) => [said(text, 'muted')])];
  return lines.map((line, at) => labelled(at === 0 ? 'changed' : '', ...line));
}

/** A new folder is implied by its content. */
const isAround = ({ path, change, moved_from }: FileEffect, all: readonly FileEffect[]): boolean =>
  change === 'created' &&
  moved_from === undefined &&
  all.some((other) => other.change === 'created' && other.moved_from === undefined && other.path.startsWith(`${path}/`));

const namesOf = (folders: readonly (string | undefined)[]): string => [...new Set(folders.filter((name) => name !== undefined))].join(', ');

function groupLine(group: Group | GoneFolder | FilledFolder, cwd: string): Line {
  const path = (text: string) => said(nearPath(text, cwd));
  if (group.kind === 'move') return [span('moved    ', 'fair'), path(group.from), span(' → ', 'muted'), path(group.to)];
  if (group.kind === 'folder') return [span('deleted  ', styles.deleted), path(`${group.path}/`), span(contentText(group.entries))];
  if (group.kind === 'filled') return [span('created  ', styles.created), said(filledText(group, (text) => nearPath(text, cwd)))];
  const { change } = group.effect;
  return [span(words[change].padEnd(9), styles[change]), path(group.effect.path)];
}

const words = { created: 'created', changed: 'edited', deleted: 'deleted', metadata: 'modes' } as const satisfies Record<
  FileEffect['change'],
  string
>;
const styles = { created: 'added', changed: 'fair', deleted: 'removed', metadata: 'fair' } as const satisfies Record<
  FileEffect['change'],
  Style
>;
