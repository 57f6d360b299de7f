/** One entry of the journal in full, and what can be done with it: replay the task up to it, or fork the task at it. */
import { type ReactNode, useState } from 'react';
import type { Drive } from '../../../../app/drive/drive.ts';
import { visibleLines } from '../../../../contracts/text/visible.ts';
import type { Entry } from '../../../../journal/entry.ts';
import { useDrive } from '../../data/drive-context.ts';
import { asError, useCall } from '../../data/use-call.ts';
import { goTo } from '../../data/use-route.ts';
import { useTaskId } from '../../parts/entry-link.tsx';
import { Taken } from '../../parts/states.tsx';
import { errorInOneSentence } from '../../state/error-text.ts';
import { addressOf } from '../../state/route.ts';

export function EntryCard({ seq }: { readonly seq: number }): ReactNode {
  const drive = useDrive();
  const task = useTaskId();
  const [called, again] = useCall(`entry ${task} ${seq}`, () => entryAt(drive, task, seq));
  const [note, setNote] = useState('');

  async function fork(): Promise<void> {
    try {
      const forked = await drive.fork(task, { at: seq });
      goTo({ view: 'task', task: forked, part: 'overview' });
    } catch (thrown) {
      setNote(errorInOneSentence(asError(thrown)));
    }
  }

  return (
    <section className="entry" aria-label={`Entry ${seq}`}>
      <header>
        <h3>Entry {seq}</h3>
        <div className="choices">
          <a className="button" href={addressOf({ view: 'task', task, part: 'replay', seq })}>
            Replay to here
          </a>
          <button type="button" onClick={() => void fork()}>
            Fork from here
          </button>
        </div>
      </header>
      <p className="note" role="status">
        {note}
      </p>
      <Taken called={called} what="the entry" again={again}>
        {(entry) => <pre tabIndex={0}>{entry === null ? 'There is no such entry.' : wholeText(entry)}</pre>}
      </Taken>
    </section>
  );
}

async function entryAt(drive: Drive, task: string, seq: number): Promise<Entry | null> {
  const done = new AbortController();
  for await (const entry of drive.entries(task, { from: seq, signal: done.signal })) {
    done.abort();
    return entry;
  }
  return null;
}

/** How much of an entry is shown: requests to models may be megabytes long. */
const maxLength = 100_000;

function wholeText(entry: Entry): string {
  const text = JSON.stringify(entry, undefined, 2);
  const shown = text.length <= maxLength ? text : `${text.slice(0, maxLength)}\n… ${text.length - maxLength} more characters`;
  return visibleLines(shown).join('\n');
}
