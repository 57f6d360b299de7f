/** A task as it was at any entry, step by step. */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ArtooError } from '../../../../contracts/errors.ts';
import type { Entry } from '../../../../journal/entry.ts';
import { useDrive } from '../../data/drive-context.ts';
import { asError } from '../../data/use-call.ts';
import { goTo } from '../../data/use-route.ts';
import { Failed, Waiting } from '../../parts/states.tsx';
import { createReplay } from '../../state/replay.ts';
import { Overview } from './overview.tsx';

type PartProps = { readonly task: string; readonly last: number; readonly seq: number | undefined };

export function ReplayPart({ task, last, seq = 0 }: PartProps): ReactNode {
  const { entries, error } = useEntries(task);
  const replay = useMemo(() => createReplay(entries.list), [entries.list]);
  const at = Math.min(seq, last);
  const go = (to: number): void => goTo({ view: 'task', task, part: 'replay', seq: Math.max(0, Math.min(last, to)) });
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => goTo({ view: 'task', task, part: 'replay', seq: at + 1 }), playMs);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last, task]);
  if (error) return <Failed error={error} />;
  if (entries.count <= at) return <Waiting what="the entries" lines={4} />;
  const { shown, told } = replay.at(at);
  return (
    <section className="replay" aria-labelledby="replay-title">
      <h2 id="replay-title" className="unseen">
        Replay
      </h2>
      <div className="replay-bar">
        <div className="choices">
          <button type="button" onClick={() => go(0)} aria-label="To the start" disabled={at === 0}>
            «
          </button>
          <button type="button" data-key="[" onClick={() => go(at - 1)} aria-label="One entry back" disabled={at === 0}>
            ‹
          </button>
          <button type="button" onClick={() => setPlaying(!isPlaying)} aria-pressed={isPlaying}>
            {isPlaying ? 'Pause' : 'Play'}
          </button>
          <button type="button" data-key="]" onClick={() => go(at + 1)} aria-label="One entry on" disabled={at >= last}>
            ›
          </button>
          <button type="button" onClick={() => go(last)} aria-label="To the end" disabled={at >= last}>
            »
          </button>
        </div>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label="Entry"
          aria-valuetext={`entry ${at} of ${last}`}
          onChange={(event) => go(Number(event.target.value))}
        />
        <p className="told" role="status">
          <span className="figure">
            {at} / {last}
          </span>{' '}
          {told}
        </p>
      </div>
      <Overview shown={shown} isRunning={shown.story.result === null} isReplay />
    </section>
  );
}

/** How long each entry is shown: slow enough to be read. */
const playMs = 700;

type Read = { readonly list: readonly Entry[]; readonly count: number };

/** All entries, read while the replay is open. They are kept in one list, whose length is reported from time to time. */
function useEntries(task: string): { readonly entries: Read; readonly error: ArtooError | undefined } {
  const drive = useDrive();
  const [entries, setEntries] = useState<Read>({ list: [], count: 0 });
  const [error, setError] = useState<ArtooError>();
  useEffect(() => {
    const closed = new AbortController();
    const list: Entry[] = [];
    const tell = () => closed.signal.aborted || setEntries({ list, count: list.length });
    const timer = setInterval(() => list.length > 0 && tell(), 200);
    (async () => {
      for await (const entry of drive.entries(task, { signal: closed.signal })) {
        list.push(entry);
        if (list.length % 200 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
    })().then(tell, (thrown) => closed.signal.aborted || setError(asError(thrown)));
    return () => {
      closed.abort();
      clearInterval(timer);
    };
  }, [drive, task]);
  return { entries, error };
}
