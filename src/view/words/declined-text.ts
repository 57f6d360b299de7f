/** What the person refused or changed during a task, in words, and a warning where the answer mentions it. Pure. */
import type { FinalResult } from '../../contracts/control.ts';
import type { Declined } from '../../contracts/execution.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { counted } from '../pages.ts';

type Ended = {
  readonly summary: string;
  readonly declined?: readonly Pick<Declined, 'action' | 'edited' | 'mentioned'>[] | undefined;
  readonly changed: readonly Pick<FinalResult['changed'][number], 'path' | 'moved_from'>[];
};

/** What was not done, and what was done in another way. A no that the summary already tells is left out. */
export function declinedTexts({ summary, declined = [] }: Pick<Ended, 'summary' | 'declined'>): {
  readonly refused: readonly string[];
  readonly edited: readonly string[];
} {
  return {
    refused: declined.flatMap(({ action, edited }) =>
      edited !== undefined || summary.includes(`you said no to ${action}`) ? [] : [`${oneLine(action, maxAction)} – you said no`],
    ),
    edited: declined.flatMap(({ action, edited }) =>
      edited === undefined ? [] : [`${oneLine(action, maxAction)} to ${oneLine(edited, maxAction)}`],
    ),
  };
}

/** What the answer mentions although the person wanted it otherwise: at most one sentence for what stayed as it was, and one for the rest. */
export function mentionTexts({ declined = [], changed }: Omit<Ended, 'summary'>): readonly string[] {
  const paths = [...new Set(declined.flatMap(({ mentioned = [] }) => mentioned))];
  const touched = new Set(changed.flatMap(({ path, moved_from }) => [path, moved_from]));
  const kept = paths.filter((path) => !touched.has(path));
  const others = paths.filter((path) => touched.has(path));
  return [
    ...(kept.length === 0 ? [] : [`The answer mentions ${named(kept)}, which you kept as ${kept.length === 1 ? 'it was' : 'they were'}.`]),
    ...(others.length === 0 ? [] : [`The answer mentions ${named(others)}, for which you wanted something else.`]),
  ];
}

/** The facts that nothing supports, without the paths that `mentionTexts` names. */
export const unsupportedBeside = ({
  ungrounded,
  declined = [],
}: Pick<FinalResult, 'ungrounded'> & Pick<Ended, 'declined'>): readonly string[] => {
  const paths = declined.flatMap(({ mentioned = [] }) => mentioned);
  return ungrounded.filter((fact) => !paths.some((path) => path === fact || path.endsWith(`/${fact.replace(/^\.\//, '')}`)));
};

const named = (paths: readonly string[]): string =>
  new Intl.ListFormat('en').format([
    ...paths.slice(0, maxPaths),
    ...(paths.length > maxPaths ? [counted(paths.length - maxPaths, 'more path')] : []),
  ]);

const [maxAction, maxPaths] = [200, 10] as const;
