/** The course of the task in the words of the shell. A long course is shown from its end. */
import { memo, type ReactNode, useState } from 'react';
import { counted } from '../../../../view/pages.ts';
import { EntryLink } from '../../parts/entry-link.tsx';
import { Spans } from '../../parts/spans.tsx';
import type { CourseLine } from '../../state/task-model.ts';

const few = 60;

export const CourseSection = memo(function CourseSection({ course }: { readonly course: readonly CourseLine[] }): ReactNode {
  const [max, setMax] = useState(few);
  const hidden = Math.max(0, course.length - max);
  return (
    <section className="course" aria-labelledby="course-title">
      <h2 id="course-title">How it went</h2>
      {course.length === 0 && <p className="is-muted">Nothing is finished yet.</p>}
      {hidden > 0 && (
        <button type="button" className="quiet" onClick={() => setMax(max + 500)}>
          Show {counted(Math.min(hidden, 500), 'earlier line')}
        </button>
      )}
      <ol>
        {course.slice(hidden).map((line) => (
          <Line key={line.at} line={line} />
        ))}
      </ol>
    </section>
  );
});

const Line = memo(function Line({ line: { lead, text, seq } }: { readonly line: CourseLine }): ReactNode {
  const [label, ...signs] = lead;
  return (
    <li>
      <span className="label">{label?.text.trim()}</span>
      <span className="text">
        <Spans line={[...signs, ...text]} />
      </span>
      <EntryLink seq={seq} />
    </li>
  );
});
