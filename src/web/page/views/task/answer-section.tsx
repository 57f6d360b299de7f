/** How a task ended: its answer, what is missing, and what could be done next. */
import type { ReactNode } from 'react';
import type { Unmet } from '../../../../contracts/control.ts';
import type { TaskStory } from '../../../../history/story/task-story.ts';
import { aimText } from '../../../../view/words/aim-text.ts';
import { declinedTexts, mentionTexts, unsupportedBeside } from '../../../../view/words/declined-text.ts';
import { fromModelAlone } from '../../../../view/words/from-model-alone.ts';
import { movesIn } from '../../../../view/words/moves.ts';
import { plainly } from '../../../../view/words/plainly.ts';
import { sentText } from '../../../../view/words/sent-text.ts';
import { EntryLink } from '../../parts/entry-link.tsx';
import { type Finding, Mark } from '../../parts/mark.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { WithCode } from '../../parts/with-code.tsx';

export function AnswerSection({ story }: { readonly story: TaskStory }): ReactNode {
  const { result, cwd, reading, sent } = story;
  if (!result) return null;
  const { output, summary, unmet, directive, seq } = result;
  const alone = fromModelAlone(result, story.cost);
  const declined = declinedTexts(result);
  const mentioned = mentionTexts({ declined: result.declined, changed: story.changed });
  const isSaid = summary === reading?.intent || output.includes(summary);
  return (
    <section className="answer" aria-labelledby="answer-title">
      <h2 id="answer-title">
        {directive === 'accept' ? 'Answer' : 'How it ended'} <EntryLink seq={seq} />
      </h2>
      {(!isSaid || output === '') && summary !== '' && <p className="lead">{plainly(summary, cwd)}</p>}
      {output !== '' && <Markdown text={output} />}
      {alone !== '' && <p className="is-muted">{alone}</p>}
      <List title="Not met">{unmet.filter(({ unchecked }) => !unchecked).map((each) => unmetItem(each, 'fail', cwd))}</List>
      <List title="Open">{unmet.filter(({ unchecked }) => unchecked).map((each) => unmetItem(each, 'open', cwd))}</List>
      <List title="Not done">{declined.refused.map((text) => declinedItem(text, cwd))}</List>
      <List title="You changed">{declined.edited.map((text) => declinedItem(text, cwd))}</List>
      <List title="Not backed up">{mentioned.map((text) => declinedItem(text, cwd))}</List>
      <List title="Claimed, without evidence">
        {unsupportedBeside(result).map((claim) => (
          <li key={claim}>
            <Mark of="unverifiable" word="no evidence" /> {plainly(claim, cwd)}
          </li>
        ))}
      </List>
      <List title="Left this machine">
        {sent.map((each) => (
          <li key={each.seq}>
            <span className="is-fair">{plainly(sentText(each), cwd)}</span> <EntryLink seq={each.seq} />
          </li>
        ))}
      </List>
      <List title="You could">
        {movesIn(result).map((move) => (
          <li key={move}>
            <WithCode text={plainly(move, cwd)} />
          </li>
        ))}
      </List>
    </section>
  );
}

const unmetItem = ({ criterion, why }: Unmet, finding: Finding, cwd: string): ReactNode => (
  <li key={criterion}>
    <Mark of={finding} /> {plainly(aimText(criterion), cwd)}
    {why !== '' && <p className="is-muted">{plainly(why, cwd)}</p>}
  </li>
);

const declinedItem = (text: string, cwd: string): ReactNode => <li key={text}>{plainly(text, cwd)}</li>;

function List({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }): ReactNode {
  if (children.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="plain">{children}</ul>
    </>
  );
}
