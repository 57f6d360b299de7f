/** The question before harm: effects first, with their diffs; the action last; then yes, no with a sentence, or a rule. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { FileEffect } from '../../../../contracts/control.ts';
import type { PayloadOf } from '../../../../contracts/messages.ts';
import { visible } from '../../../../contracts/text/visible.ts';
import { editsHere, isEditHere } from '../../../../laws/rules/offered-rules.ts';
import { type Asked, actionTexts, effectLines, headLines, verbs } from '../../../../view/asking/harm-lines.ts';
import { ruleOffers } from '../../../../view/asking/rule-offers.ts';
import { ruleMeaning, whyLines } from '../../../../view/asking/why-asked.ts';
import { nearPath } from '../../../../view/near-paths.ts';
import { useDrive } from '../../data/drive-context.ts';
import { asError } from '../../data/use-call.ts';
import { errorInOneSentence } from '../../state/error-text.ts';
import { Diff, Extent } from '../diff.tsx';
import { Spans } from '../spans.tsx';
import { FormFields, filledIn } from './form-fields.tsx';
import type { Answering } from './question-card.tsx';

type PartProps = Answering & { readonly asked: PayloadOf<'ConfirmRequest'> };

export function ConfirmPart({ asked: request, answer, isSending }: PartProps): ReactNode {
  const asked: Asked = { ...request, who: 'R3' };
  const [mode, setMode] = useState<'choose' | 'no' | 'edit' | 'allow'>('choose');
  const form = useId();
  const offers = ruleOffers(asked);
  const isCommand = request.tool === 'shell';

  function agree(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    answer({ allowed: true, ...(request.form && { filled: filledIn(request.form, new FormData(event.currentTarget)) }) });
  }

  return (
    <>
      <Effects asked={asked} />
      <Action asked={asked} />
      {request.form && (
        <form id={form} onSubmit={agree}>
          <FormFields form={request.form} />
        </form>
      )}
      {mode === 'choose' && (
        <div className="choices">
          <button
            type={request.form ? 'submit' : 'button'}
            form={request.form ? form : undefined}
            className="primary"
            data-key="y"
            disabled={isSending}
            onClick={request.form ? undefined : () => answer({ allowed: true })}
          >
            {request.caution ? 'Do it anyway' : 'Allow this once'}
          </button>
          <button type="button" data-key="n" disabled={isSending} onClick={() => setMode('no')}>
            No…
          </button>
          {isCommand && (
            <button type="button" data-key="e" disabled={isSending} onClick={() => setMode('edit')}>
              Edit the command…
            </button>
          )}
          {offers.length > 0 && (
            <button type="button" data-key="a" disabled={isSending} onClick={() => setMode('allow')}>
              Allow from now on…
            </button>
          )}
          {isEditHere(request) && (
            <button
              type="button"
              className="quiet apart"
              disabled={isSending}
              onClick={() => answer({ allowed: true, rule: editsHere, scope: 'task' })}
            >
              Yes to every edit here in this task, but not to deletions or commands
            </button>
          )}
        </div>
      )}
      {mode === 'no' && <NoForm answer={answer} isSending={isSending} back={() => setMode('choose')} />}
      {mode === 'edit' && <EditForm action={request.action} answer={answer} isSending={isSending} back={() => setMode('choose')} />}
      {mode === 'allow' && <AllowForm asked={asked} answer={answer} isSending={isSending} back={() => setMode('choose')} />}
      <details className="why">
        <summary data-key="w">Why am I asked?</summary>
        {whyLines(asked).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </details>
    </>
  );
}

/** What needs approval, and why. */
export const ConfirmTitle = ({ asked }: { readonly asked: PayloadOf<'ConfirmRequest'> }): ReactNode => (
  <Spans line={headLines({ ...asked, who: 'R3' }).flat()} />
);

/** One line for each effect; a move is one effect. The diffs follow, open if they are short. */
function Effects({ asked }: { readonly asked: Asked }): ReactNode {
  const changed = asked.effects.filter((effect): effect is FileEffect & { diff: string } => (effect.diff ?? '').trim() !== '');
  const isAllShown = changed.length === asked.effects.length && changed.length <= fewFiles && asked.more === 0 && !asked.network;
  const lines = isAllShown ? [] : effectLines({ ...asked, effects: asked.effects.map(({ diff, ...effect }) => effect) });
  return (
    <>
      {lines.length > 0 && (
        <ul className="effects">
          {lines.map((line, at) => (
            <li key={at}>
              <Spans line={line} />
            </li>
          ))}
        </ul>
      )}
      {changed.map(({ path, diff, change }) => {
        const name = visible(nearPath(path, asked.cwd));
        return (
          <details key={path} className="file" open={changed.length <= fewFiles}>
            <summary>
              <span className={`is-${verbs[change][1]}`}>{verbs[change][0]}</span> <code>{name}</code> <Extent diff={diff} />
            </summary>
            <Diff diff={diff} label={`how ${name} changes`} />
          </details>
        );
      })}
    </>
  );
}

/** How many diffs are open at first. */
const fewFiles = 3;

const Action = ({ asked }: { readonly asked: Asked }): ReactNode => (
  <div className="action">
    <span className="is-muted">in {visible(asked.cwd)}</span>
    <pre tabIndex={0}>{actionTexts(asked).join('\n')}</pre>
  </div>
);

type FormProps = Answering & { readonly back: () => void };

/** A plain no is final for this action; after a no with a sentence, the task continues with that sentence. */
function NoForm({ answer, isSending, back }: FormProps): ReactNode {
  const [instead, setInstead] = useState('');
  return (
    <form
      className="reply"
      onSubmit={(event) => {
        event.preventDefault();
        answer({ allowed: false, ...(instead.trim() === '' ? {} : { instead: instead.trim() }) });
      }}
    >
      <label>
        What should it do instead? <span className="is-muted">If you leave this empty, this part of the task ends.</span>
        <input value={instead} onChange={(event) => setInstead(event.target.value)} autoFocus />
      </label>
      <div className="choices">
        <button type="submit" className="primary" disabled={isSending}>
          {instead.trim() === '' ? 'No' : 'No, do this instead'}
        </button>
        <button type="button" onClick={back}>
          Back
        </button>
      </div>
    </form>
  );
}

/** For an edited command the question is asked again; the original is not allowed. */
function EditForm({ action, answer, isSending, back }: FormProps & { readonly action: string }): ReactNode {
  const [edited, setEdited] = useState(action);
  const isSame = edited.trim() === '' || edited === action;
  return (
    <form
      className="reply"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame) answer({ allowed: false, edited });
      }}
    >
      <label>
        The command
        <textarea
          className="code"
          rows={3}
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
          spellCheck={false}
          autoFocus
        />
      </label>
      <div className="choices">
        <button type="submit" className="primary" disabled={isSending || isSame}>
          Try this instead
        </button>
        <button type="button" onClick={back}>
          Back
        </button>
      </div>
    </form>
  );
}

/** The person chooses how far the rule reaches. If the rule cannot be written, the approval still counts once. */
function AllowForm({ asked, answer, isSending, back }: FormProps & { readonly asked: Asked }): ReactNode {
  const drive = useDrive();
  const offers = ruleOffers(asked);
  const [chosen, setChosen] = useState(0);
  const [note, setNote] = useState('');
  const name = useId();
  const meanings = [...new Set(offers.map(({ rule }) => ruleMeaning(rule)))];

  async function allow(): Promise<void> {
    const offer = offers[chosen];
    if (!offer) return;
    const { rule, scope } = offer;
    try {
      if (scope !== 'task') await drive.allow(rule, scope === 'folder' ? asked.cwd : undefined);
    } catch (thrown) {
      setNote(`The rule was not written. ${errorInOneSentence(asError(thrown))}`);
      return;
    }
    answer({ allowed: true, rule, scope });
  }

  return (
    <form
      className="reply"
      onSubmit={(event) => {
        event.preventDefault();
        void allow();
      }}
    >
      <fieldset>
        <legend>Allow without asking</legend>
        {offers.map(({ says }, at) => (
          <label key={says} className="choice">
            <input type="radio" name={name} checked={at === chosen} onChange={() => setChosen(at)} autoFocus={at === 0} /> {visible(says)}
          </label>
        ))}
      </fieldset>
      {meanings.map((meaning) => (
        <p key={meaning} className="is-muted">
          {meaning}
        </p>
      ))}
      <div className="choices">
        <button type="submit" className="primary" disabled={isSending}>
          Allow
        </button>
        <button type="button" onClick={back}>
          Back
        </button>
      </div>
      <p className="note" role="status">
        {note}
      </p>
    </form>
  );
}
