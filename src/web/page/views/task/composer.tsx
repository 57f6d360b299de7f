/** What the person can do with a task: steer it while it runs, follow it up when it has ended; and cancel or resume it. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { useDrive } from '../../data/drive-context.ts';
import { asError } from '../../data/use-call.ts';
import { goTo } from '../../data/use-route.ts';
import type { FollowedTask } from '../../data/use-task.ts';
import { sendsOnEnter } from '../../parts/sends-on-enter.ts';
import { errorInOneSentence } from '../../state/error-text.ts';
import { nextActions } from '../../state/next-actions.ts';

export function Composer({ followed }: { readonly followed: FollowedTask }): ReactNode {
  const drive = useDrive();
  const { shown, link, again } = followed;
  const { task_id, cwd } = shown.story;
  const way = nextActions(shown, link === 'following');
  const [text, setText] = useState('');
  const [state, setState] = useState({ isSending: false, note: '' });

  async function perform(what: () => Promise<string>): Promise<void> {
    setState({ isSending: true, note: '' });
    try {
      setState({ isSending: false, note: await what() });
    } catch (thrown) {
      setState({ isSending: false, note: errorInOneSentence(asError(thrown)) });
    }
  }

  const steer = async (): Promise<string> => {
    const taken = await drive.steer(task_id, text.trim());
    if (taken === 'taken') setText('');
    return taken === 'taken' ? 'The task gets this before its next step.' : 'The task is over.';
  };
  const followUp = async (): Promise<string> => {
    const session = await drive.openSession({ after: task_id });
    const task = await drive.start({ goal: text.trim(), cwd, session });
    goTo({ view: 'task', task, part: 'overview' });
    return '';
  };
  const resume = async (): Promise<string> => {
    const task = await drive.resume(task_id);
    if (task === task_id) again();
    else goTo({ view: 'task', task, part: 'overview' });
    return '';
  };
  const cancel = async (): Promise<string> =>
    (await drive.cancel(task_id)) === 'taken' ? 'The task ends, and can be resumed.' : 'It is over.';

  const isSteering = way === 'steer';
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') void perform(isSteering ? steer : followUp);
  };
  return (
    <form className="composer" onSubmit={send} aria-label={isSteering ? 'Steer this task' : 'Follow up'}>
      <label className="unseen" htmlFor="say">
        {isSteering ? 'Say something to the running task' : 'Follow up on this task'}
      </label>
      <textarea
        id="say"
        data-key="s"
        rows={1}
        placeholder={isSteering ? 'Steer: what should it know or do differently?' : 'Follow up: what should be done next?'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendsOnEnter}
      />
      <div className="choices">
        <button type="submit" className="primary" disabled={state.isSending || text.trim() === ''}>
          {isSteering ? 'Steer' : 'Follow up'}
        </button>
        {isSteering && (
          <button type="button" data-key="c" disabled={state.isSending} onClick={() => void perform(cancel)}>
            Cancel task
          </button>
        )}
        {way === 'resume' && (
          <button type="button" data-key="r" disabled={state.isSending} onClick={() => void perform(resume)}>
            Resume
          </button>
        )}
      </div>
      <p className="note" role="status">
        {state.note}
      </p>
    </form>
  );
}
