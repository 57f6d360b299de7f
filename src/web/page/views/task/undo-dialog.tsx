/** What an undo would do, path by path, shown before it is done. All of it is undone, or nothing. */
import { type ReactNode, useState } from 'react';
import { visible } from '../../../../contracts/text/visible.ts';
import { conflictLines, doingOf } from '../../../../view/asking/undo-lines.ts';
import { nearPath } from '../../../../view/near-paths.ts';
import { counted } from '../../../../view/pages.ts';
import { useDrive } from '../../data/drive-context.ts';
import { asError, useCall } from '../../data/use-call.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Taken } from '../../parts/states.tsx';
import { errorInOneSentence } from '../../state/error-text.ts';

type UndoProps = { readonly task: string; readonly cwd: string; readonly close: () => void; readonly done: (note: string) => void };

export function UndoDialog({ task, cwd, close, done }: UndoProps): ReactNode {
  const drive = useDrive();
  const [called, again] = useCall(`undo ${task}`, async () => (await drive.planUndo(task)) ?? null);
  const [state, setState] = useState({ isSending: false, note: '' });

  async function undo(): Promise<void> {
    setState({ isSending: true, note: '' });
    try {
      const undone = await drive.undo(task);
      if (!undone.undone) return setState({ isSending: false, note: conflictLines({ id: task, ...undone }, cwd).join(' ') });
      done('What it changed has been undone.');
      close();
    } catch (thrown) {
      setState({ isSending: false, note: errorInOneSentence(asError(thrown)) });
    }
  }

  return (
    <Dialog title="Undo what this task changed?" close={close}>
      <Taken called={called} what="what would be undone" again={again}>
        {(plan) =>
          plan === null || plan.steps.length === 0 ? (
            <p>There is nothing to undo: the task changed nothing, or its changes have already been undone.</p>
          ) : (
            <>
              <p>This changes {counted(plan.steps.length, 'path')}, all of them or none:</p>
              <ul className="plain steps-back">
                {plan.steps.map((step) => (
                  <li key={step.path}>
                    {doingOf(step)} <code>{visible(nearPath(step.path, cwd))}</code>
                  </li>
                ))}
              </ul>
              {plan.conflicts.length > 0 && (
                <p className="is-bad" role="alert">
                  {conflictLines(plan, cwd).join(' ')}
                </p>
              )}
              <div className="choices">
                <button
                  type="button"
                  className="primary"
                  disabled={state.isSending || plan.conflicts.length > 0}
                  onClick={() => void undo()}
                >
                  Undo it
                </button>
                <button type="button" onClick={close}>
                  Keep it
                </button>
              </div>
            </>
          )
        }
      </Taken>
      <p className="note" role="status">
        {state.note}
      </p>
    </Dialog>
  );
}
