/** What a tag is about, in words. Pure. */
import type { Tag } from '../../contracts/memory.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type Line, type Span, span } from '../style/line.ts';

const maxLength = 160;

const named = (text: string): string => visible(oneLine(text, maxLength));

/** A command, a tool or a path, quoted as code. */
const code = (text: string): Span => span(`\`${named(text)}\``, 'code');

/** A kind of task without its prefix; undefined for any other space. */
export const kindOf = (space: string): string | undefined => (space.startsWith('intent:') ? space.slice('intent:'.length) : undefined);

/** Whether the space holds what teams have learnt in a repository. */
export const isOfTeam = (space: string): boolean => space.startsWith('team:');

/** The heading above everything that is known in a space. */
export function spaceHeading(space: string): Line {
  const kind = kindOf(space);
  if (kind !== undefined) return [span('In tasks like '), span(named(kind), 'strong')];
  if (space.startsWith('folder:')) return [span('Found in '), span(projectText(space.slice('folder:'.length)), 'strong')];
  if (isOfTeam(space)) return [span('Teams in '), span(projectText(space.slice('team:'.length)), 'strong')];
  if (space.startsWith('tool:')) return [span('Calls that failed')];
  if (space === 'global') return [span('You told it')];
  return [span(named(space), 'strong')];
}

/** Where something was learnt: a repository without the id of its first commit, which only programs need. */
export const projectText = (project: string): string =>
  named(project.replace(/(?<=.)#[0-9a-f]{40,64}$/, '').replace(/^(commit:[0-9a-f]{8})[0-9a-f]+$/, '$1'));

/** How a sentence about a tag begins, below the heading of its space; undefined if it is about the whole space. */
export function subjectOf({ space, entity }: Tag): Span | undefined {
  if (entity === 'env:local' || entity === 'user') return undefined;
  if (entity.startsWith('path:') && space.startsWith('tool:')) return code(callText(space, entity));
  if (isOfTeam(space)) return code(entity.replace(/^(?:path|spec|runner):/, ''));
  return code(entity.startsWith('tool:') ? toolName(entity) : entity);
}

/** A call as a person would name it: a command line is its own name. */
export function callText(space: string, entity: string): string {
  const [tool, target] = [space.slice('tool:'.length), entity.slice('path:'.length)];
  return tool === 'shell' || tool.startsWith('shell:') ? target : `${tool} ${target}`;
}

/** A program that the shell runs is called by its own name. */
const toolName = (entity: string): string => entity.replace(/^tool:(?:shell:)?/, '');
