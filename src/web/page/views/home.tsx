/** Where a task begins: what should be done, and in which folder. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { useDrive } from '../data/drive-context.ts';
import { asError, useCall } from '../data/use-call.ts';
import { goTo } from '../data/use-route.ts';
import { sendsOnEnter } from '../parts/sends-on-enter.ts';
import { errorInOneSentence } from '../state/error-text.ts';

const manyTasks = 50;

/** `here`: the folder that the server works in. */
export function Home({ here }: { readonly here: string }): ReactNode {
  const drive = useDrive();
  const [called] = useCall('folders', () => drive.list({ limit: manyTasks, checked: false }));
  const folders = [
    ...new Set([here, ...(called.value?.tasks ?? []).flatMap((task) => ('cwd' in task && task.cwd ? [task.cwd] : []))]),
  ].filter((each) => each !== '');
  const [goal, setGoal] = useState('');
  const [folder, setFolder] = useState<string>();
  const [isReviewed, setReviewed] = useState(false);
  const [state, setState] = useState({ isSending: false, note: '' });
  const cwd = folder ?? folders[0] ?? '';

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (goal.trim() === '' || cwd.trim() === '') return;
    setState({ isSending: true, note: '' });
    try {
      const task = await drive.start({ goal: goal.trim(), cwd: cwd.trim(), ...(isReviewed && { review: true }) });
      goTo({ view: 'task', task, part: 'overview' });
    } catch (thrown) {
      setState({ isSending: false, note: errorInOneSentence(asError(thrown)) });
    }
  }

  return (
    <form className="home" onSubmit={(event) => void start(event)} aria-labelledby="home-title">
      <h1 id="home-title">What should be done?</h1>
      <label className="unseen" htmlFor="goal">
        The goal, in plain words
      </label>
      <textarea
        id="goal"
        rows={4}
        value={goal}
        onChange={(event) => setGoal(event.target.value)}
        onKeyDown={sendsOnEnter}
        autoFocus
        placeholder="In plain words. Enter starts it, Shift+Enter makes a new line."
      />
      <label>
        In the folder
        <input
          className="code"
          list="folders"
          value={cwd}
          onChange={(event) => setFolder(event.target.value)}
          spellCheck={false}
          required
        />
      </label>
      <datalist id="folders">
        {folders.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <label className="choice">
        <input type="checkbox" checked={isReviewed} onChange={(event) => setReviewed(event.target.checked)} /> Show me every plan before it
        runs
      </label>
      <div className="choices">
        <button type="submit" className="primary" disabled={state.isSending || goal.trim() === ''}>
          Start
        </button>
      </div>
      <p className="note" role="status">
        {state.note}
      </p>
    </form>
  );
}
