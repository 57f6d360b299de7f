/** The memories that the planner of this task was given, and those that the task left. */
import type { ReactNode } from 'react';
import { whyStory } from '../../../../view/memory/why-story.ts';
import { useDrive } from '../../data/drive-context.ts';
import { useCall } from '../../data/use-call.ts';
import { Spans } from '../../parts/spans.tsx';
import { Taken } from '../../parts/states.tsx';

export function MemoryPart({ task }: { readonly task: string }): ReactNode {
  const drive = useDrive();
  const [called, again] = useCall(`why ${task}`, () => drive.memory.why(task));
  return (
    <section className="told-lines" aria-labelledby="why-title">
      <h2 id="why-title">Memory and this task</h2>
      <Taken called={called} what="what memory said" again={again}>
        {(story) =>
          whyStory(story, undefined).map((line, at) => (
            <p key={at} className={line.length === 0 ? 'gap' : ''}>
              <Spans line={line} />
            </p>
          ))
        }
      </Taken>
    </section>
  );
}
