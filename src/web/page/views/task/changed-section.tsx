/** What the task changed on disk, with diffs, and how to undo it. */
import { type ReactNode, useState } from 'react';
import { visible } from '../../../../contracts/text/visible.ts';
import type { TaskStory } from '../../../../history/story/task-story.ts';
import type { FileDiff } from '../../../../tools/changes/task-diffs.ts';
import { counted } from '../../../../view/pages.ts';
import { changeList, type ListedChange } from '../../../../view/task/change-list.ts';
import { useDrive } from '../../data/drive-context.ts';
import { useCall } from '../../data/use-call.ts';
import { Diff, Extent } from '../../parts/diff.tsx';
import { EntryLink } from '../../parts/entry-link.tsx';
import { UndoDialog } from './undo-dialog.tsx';

type SectionProps = { readonly story: TaskStory; readonly isOver: boolean };

export function ChangedSection({ story, isOver }: SectionProps): ReactNode {
  const drive = useDrive();
  const [isUndoing, setUndoing] = useState(false);
  const [undone, setUndone] = useState('');
  const { changed, left_out, cwd, task_id } = story;
  const [called] = useCall(`diffs ${task_id} ${changed.length} ${undone}`, async () => (changed.length === 0 ? [] : drive.diffs(task_id)));
  if (changed.length === 0) return null;
  const diffs = new Map((called.value ?? []).map((file) => [file.path, file]));
  const told = changeList(changed, cwd, !left_out.changes);
  return (
    <section className="changed" aria-labelledby="changed-title">
      <h2 id="changed-title">
        Changed on disk <span className="is-muted">{counted(told.length, 'change')}</span>
      </h2>
      <ul className="plain">
        {told.map((change) => (
          <Changed
            key={`${change.what} ${change.name}`}
            change={change}
            diff={change.path === undefined ? undefined : diffs.get(change.path)}
          />
        ))}
      </ul>
      {isOver && undone === '' && (
        <button type="button" data-key="u" onClick={() => setUndoing(true)}>
          Undo…
        </button>
      )}
      <p className="note" role="status">
        {undone}
      </p>
      {isUndoing && <UndoDialog task={task_id} cwd={cwd} close={() => setUndoing(false)} done={setUndone} />}
    </section>
  );
}

const styles = { created: 'good', changed: 'fair', deleted: 'bad', metadata: 'fair', moved: 'fair' } as const;

function Changed({ change: { what, name, seq }, diff }: { readonly change: ListedChange; readonly diff: FileDiff | undefined }): ReactNode {
  const title = (
    <>
      <span className={`what is-${styles[what]}`}>{what}</span> <code>{visible(name)}</code>
    </>
  );
  if (!diff)
    return (
      <li className="file-line">
        {title} <EntryLink seq={seq} />
      </li>
    );
  return (
    <li>
      <details className="file">
        <summary>
          {title} {'diff' in diff && <Extent diff={diff.diff} />}
        </summary>
        {'diff' in diff ? (
          <Diff diff={diff.diff} label={`how ${visible(name)} changed`} />
        ) : (
          <p className="is-muted">{reasons[diff.none]}</p>
        )}
        <EntryLink seq={seq} />
      </details>
    </li>
  );
}

const reasons = {
  'changed since': 'It was changed again after the task, and what the task wrote is not kept.',
  'not kept': 'The content before the task is no longer kept.',
  undone: 'It was undone: the undo put it back as it was before the task.',
  'no text': 'It is not text, or too long to be shown.',
  secret: 'It may hold secrets, and is not shown.',
  'too many': 'There are too many changes to show this one.',
} as const satisfies Record<Extract<FileDiff, { none: string }>['none'], string>;
