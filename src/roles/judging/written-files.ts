/** The files that a task wrote in its folder, with their current content, which a judge sees in full (SPEC §4). */
import type { ToolCall } from '../../contracts/execution.ts';
import { changesIn } from './changes-in.ts';
import type { Looking } from './check-criteria.ts';
import { isCache } from './evidence/own-files.ts';
import type { Written } from './judge-prompt.ts';

const maxFiles = 20;

/** One look for all files; none if nothing was written. */
export async function writtenFiles(calls: readonly ToolCall[], { effects, place, cwd }: Looking): Promise<readonly Written[]> {
  const paths = changesIn(calls)
    .filter(({ change, moved_from }) => (change === 'created' && moved_from === undefined) || change === 'changed')
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${cwd}/`) && !path.includes('/.git/') && !isCache(path))
    .slice(-maxFiles);
  if (paths.length === 0) return [];
  const seen = await effects.check(place(1), { look: { kind: 'contents', paths }, cwd });
  return seen.of === 'contents' ? seen.files.flatMap((file) => ('text' in file ? [file] : [])) : [];
}
