/** What is remembered: facts and lessons, the strongest first, how each fades over time, and where each came from. */
import { type FormEvent, type ReactNode, useState } from 'react';
import type { TagState, TagView } from '../../../memory/keeper.ts';
import { spaceHeading, subjectOf } from '../../../view/memory/subject.ts';
import { tagStory } from '../../../view/memory/tag-story.ts';
import { counted } from '../../../view/pages.ts';
import { type Line, span } from '../../../view/style/line.ts';
import { useDrive } from '../data/drive-context.ts';
import { asError, useCall } from '../data/use-call.ts';
import { PotentialChart } from '../parts/potential-chart.tsx';
import { Spans } from '../parts/spans.tsx';
import { Empty, Taken } from '../parts/states.tsx';
import { errorInOneSentence } from '../state/error-text.ts';

export function MemoryView(): ReactNode {
  const drive = useDrive();
  const [called, again] = useCall('memory', () => drive.memory.overview());
  return (
    <article className="memory">
      <h1>Memory</h1>
      <p className="is-muted">
        What artoo has learnt from tasks, and what you have told it. This guides plans, fades unless it is confirmed, and can be forgotten.
      </p>
      <Remember added={again} />
      <Taken called={called} what="the memory" again={again}>
        {({ levels, tags, strongest }) =>
          strongest.length === 0 ? (
            <Empty title="Memory is empty">
              <p>Memory learns from a task when it ends. You can also tell it something yourself, above.</p>
            </Empty>
          ) : (
            <>
              <p className="figures">
                {counted(levels.C, 'rule')}, {counted(levels.K, 'lesson')}, {counted(levels.M, 'memory', 'memories')}, about{' '}
                {counted(tags, 'thing')}
              </p>
              <ul className="tags">
                {strongest.map((tag) => (
                  <TagItem key={`${tag.space} ${tag.entity}`} tag={tag} changed={again} />
                ))}
              </ul>
            </>
          )
        }
      </Taken>
    </article>
  );
}

function Remember({ added }: { readonly added: () => void }): ReactNode {
  const drive = useDrive();
  const [fact, setFact] = useState('');
  const [note, setNote] = useState('');
  async function remember(event: FormEvent): Promise<void> {
    event.preventDefault();
    try {
      await drive.memory.remember(fact.trim());
      setFact('');
      setNote('It is remembered.');
      added();
    } catch (thrown) {
      setNote(errorInOneSentence(asError(thrown)));
    }
  }
  return (
    <form className="remember" onSubmit={(event) => void remember(event)}>
      <label>
        Remember this
        <input value={fact} onChange={(event) => setFact(event.target.value)} placeholder="We use pnpm in this project" />
      </label>
      <button type="submit" disabled={fact.trim() === ''}>
        Remember
      </button>
      <p className="note" role="status">
        {note}
      </p>
    </form>
  );
}

const actions = {
  Exploit: ['worked', 'good'],
  Avoid: ['avoid', 'bad'],
  Caution: ['careful', 'fair'],
  Ignore: ['faded', 'muted'],
} as const satisfies Record<TagState['action'], readonly [string, string]>;

function TagItem({ tag, changed }: { readonly tag: TagState; readonly changed: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [word, style] = actions[tag.action];
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={`action is-${style}`}>{word}</span>
          <span className="subject">
            <Spans line={titleOf(tag)} />
          </span>
          <Potentials tag={tag} />
        </summary>
        {isOpen && <TagDetail tag={tag} changed={changed} />}
      </details>
    </li>
  );
}

/** `wc in tasks like count_lines`. */
function titleOf(tag: TagState): Line {
  const [subject, [first, ...rest]] = [subjectOf(tag), spaceHeading(tag.space)];
  if (!subject || !first) return subject ? [subject] : spaceHeading(tag.space);
  return [
    span(subject.text.replaceAll('`', ''), subject.style),
    span(` ${first.text.slice(0, 1).toLowerCase()}${first.text.slice(1)}`, first.style),
    ...rest,
  ];
}

const Potentials = ({ tag: { attention, decision, count } }: { readonly tag: TagState }): ReactNode => (
  <span className="potentials is-muted">
    attention {attention.toFixed(2)}, decision {decision >= 0 ? '+' : '−'}
    {Math.abs(decision).toFixed(2)}, {counted(count, 'memory', 'memories')}
  </span>
);

function TagDetail({ tag, changed }: { readonly tag: TagState; readonly changed: () => void }): ReactNode {
  const drive = useDrive();
  const [called, again] = useCall(`tag ${tag.space} ${tag.entity}`, () => drive.memory.view({ space: tag.space, entity: tag.entity }));
  return (
    <Taken called={called} what="what is remembered" again={again}>
      {(view) => (
        <div className="inside">
          <PotentialChart curve={view.curve} />
          <Told view={view} />
          <Forget
            view={view}
            forgotten={() => {
              again();
              changed();
            }}
          />
        </div>
      )}
    </Taken>
  );
}

/** The text without the parts about shell commands. */
function Told({ view }: { readonly view: TagView }): ReactNode {
  const lines = tagStory(view, { now: Date.now(), columns: undefined, isAll: true }).filter(
    (line) => !line.some(({ text }) => text.includes('`artoo ')),
  );
  return (
    <div className="told-lines">
      {lines.map((line, at) => (
        <p key={at} className={line.length === 0 ? 'gap' : ''}>
          <Spans line={line} />
        </p>
      ))}
    </div>
  );
}

function Forget({ view, forgotten }: { readonly view: TagView; readonly forgotten: () => void }): ReactNode {
  const drive = useDrive();
  const [note, setNote] = useState('');
  const [newest] = view.entries;
  if (!newest) return null;
  const forget = async (): Promise<void> => {
    try {
      await drive.memory.forget(newest.id);
      setNote('It has been forgotten.');
      forgotten();
    } catch (thrown) {
      setNote(errorInOneSentence(asError(thrown)));
    }
  };
  return (
    <>
      <button type="button" onClick={() => void forget()}>
        Forget the newest
      </button>
      <p className="note" role="status">
        {note}
      </p>
    </>
  );
}
