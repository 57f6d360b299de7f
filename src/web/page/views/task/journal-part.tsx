/** The journal of a task: every entry in words, ten thousand of them without delay, each in full on request; a fork can start at any of them. */
import { type KeyboardEvent, memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { goTo } from '../../data/use-route.ts';
import { useTaskId } from '../../parts/entry-link.tsx';
import { type JournalLine, journalLines } from '../../state/journal-lines.ts';
import { rowsInSight, scrollFor } from '../../state/shown-rows.ts';
import type { TaskShown } from '../../state/task-model.ts';
import { EntryCard } from './entry-card.tsx';

const rowHeight = 30;

type PartProps = { readonly shown: TaskShown; readonly seq: number | undefined };

export function JournalPart({ shown, seq }: PartProps): ReactNode {
  const task = useTaskId();
  const [text, setText] = useState('');
  const [isFine, setFine] = useState(false);
  const wanted = useDeferredValue(text);
  const lines = useMemo(() => journalLines(shown.rows, { text: wanted, isFine }), [shown.rows, wanted, isFine]);
  const chosen = lines.findIndex((line) => line.seq === seq);
  const choose = (at: number): void => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, at))];
    if (line) goTo({ view: 'task', task, part: 'journal', seq: line.seq });
  };
  return (
    <section className="journal" aria-labelledby="journal-title">
      <h2 id="journal-title" className="unseen">
        Journal
      </h2>
      <div className="tools">
        <label>
          <span className="unseen">Search the journal</span>
          <input
            type="search"
            data-key="/"
            placeholder="Search the journal"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <label className="choice">
          <input type="checkbox" checked={isFine} onChange={(event) => setFine(event.target.checked)} /> Fine print
        </label>
        <span className="is-muted">
          {lines.length.toLocaleString('en')} rows, {shown.next.toLocaleString('en')} entries
        </span>
      </div>
      <div className="journal-body">
        <Rows lines={lines} chosen={chosen} choose={choose} />
        {seq !== undefined && <EntryCard key={seq} seq={seq} />}
      </div>
    </section>
  );
}

type RowsProps = { readonly lines: readonly JournalLine[]; readonly chosen: number; readonly choose: (at: number) => void };

function Rows({ lines, chosen, choose }: RowsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const [{ top, height }, setSight] = useState({ top: 0, height: 600 });
  const look = (): void => {
    const element = list.current;
    if (element) setSight({ top: element.scrollTop, height: element.clientHeight });
  };
  // scrolls to a row when it is selected, not when rows are added
  useEffect(() => {
    look();
    const element = list.current;
    if (!element || chosen < 0) return;
    const to = scrollFor(chosen, rowHeight, element.scrollTop, element.clientHeight);
    if (to !== undefined) element.scrollTop = to;
  }, [chosen]);
  const { first, end, above, below } = rowsInSight(lines.length, rowHeight, top, height);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: 20,
    PageUp: -20,
    Home: -lines.length,
    End: lines.length,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose((chosen < 0 ? first - 1 : chosen) + step);
  };
  return (
    <div
      className="rows"
      ref={list}
      onScroll={look}
      onKeyDown={onKeyDown}
      role="listbox"
      tabIndex={0}
      aria-label="Entries of the journal"
      aria-activedescendant={chosen >= first && chosen < end ? `row-${chosen}` : undefined}
    >
      <div style={{ height: above }} role="presentation" />
      {lines.slice(first, end).map((line, at) => (
        <Row key={line.key} id={first + at} line={line} isChosen={first + at === chosen} of={lines.length} choose={choose} />
      ))}
      <div style={{ height: below }} role="presentation" />
    </div>
  );
}

type RowProps = {
  readonly id: number;
  readonly line: JournalLine;
  readonly isChosen: boolean;
  readonly of: number;
  readonly choose: (at: number) => void;
};

const Row = memo(
  function Row({ id, line: { seq, who, what, detail, tone, weight }, isChosen, of, choose }: RowProps): ReactNode {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the row that is active
      // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
      <div
        id={`row-${id}`}
        className={`row ${weight} ${isChosen ? 'chosen' : ''}`}
        role="option"
        aria-selected={isChosen}
        aria-posinset={id + 1}
        aria-setsize={of}
        onClick={() => choose(id)}
      >
        <span className="seq">{who === '' ? '' : seq}</span>
        <span className="who">{who}</span>
        <span className={`what is-${tone}`}>{what}</span>
        <span className="detail">{detail}</span>
      </div>
    );
  },
  (a, b) => a.line === b.line && a.isChosen === b.isChosen && a.id === b.id && a.of === b.of,
);
