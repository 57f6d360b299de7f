/** The question that R2 asks memory before a plan (SPEC §6). Pure. */
import type { TaskSpec } from '../../contracts/intent.ts';
import type { MemoryQuery, Tag } from '../../contracts/memory.ts';
import { notesTag, projectOf, refusalsTag } from './project.ts';
import { pathEntity, targetsIn } from './targets.ts';

/**
 * The tags for a task and the tools on offer: its kind, its kind with each tool, each tool with each target that the person named, what the person
 * declared, and what was found earlier in the project.
 */
export function memoryQuery(
  { slug, raw_input, clarifications, cwd }: Pick<TaskSpec, 'slug' | 'raw_input' | 'clarifications' | 'cwd'>,
  tools: readonly string[],
  identity?: string,
): MemoryQuery {
  const project = projectOf({ cwd, identity });
  const said = [raw_input, ...clarifications.map(({ answer }) => answer)].join('\n');
  const paths = targetsIn(said).map(pathEntity);
  const intent = `intent:${slug}`;
  const each = [...new Set(tools)].map((tool) => `tool:${tool}`);
  const tags: readonly Tag[] = [
    { space: intent, entity: 'env:local' },
    ...each.map((entity) => ({ space: intent, entity })),
    ...each.flatMap((space) => paths.map((entity) => ({ space, entity }))),
    { space: 'global', entity: 'user' },
    ...(project === undefined ? [] : [refusalsTag(project), notesTag(project)]),
  ];
  return { tags, ...(project !== undefined && { learnt_in: project }) };
}
