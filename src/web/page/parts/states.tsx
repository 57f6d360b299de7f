/** What is shown while something is loading, if there is nothing to show, or if something went wrong. */
import type { ReactNode } from 'react';
import type { ArtooError } from '../../../contracts/errors.ts';
import type { Called } from '../data/use-call.ts';
import { errorText } from '../state/error-text.ts';

/** Grey lines in place of text that is being loaded; they appear after a moment, so that fast answers do not flicker. */
export const Waiting = ({ lines = 3, what }: { readonly lines?: number; readonly what: string }): ReactNode => (
  <div className="waiting" role="status" aria-label={`loading ${what}`}>
    {Array.from({ length: lines }, (_, at) => (
      <span key={at} />
    ))}
  </div>
);

/** Shows that there is nothing yet, and what to do about it. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode => (
  <div className="empty">
    <p className="title">{title}</p>
    {children}
  </div>
);

/** Shows what went wrong, and what can be done about it. */
export function Failed({ error, again }: { readonly error: ArtooError; readonly again?: () => void }): ReactNode {
  const { what, todo } = errorText(error);
  return (
    <div className="failed" role="alert">
      <p className="title">{what}</p>
      {todo !== '' && <p>{todo}</p>}
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

type TakenProps<T> = {
  readonly called: Called<T>;
  readonly what: string;
  readonly again: () => void;
  readonly children: (value: T) => ReactNode;
};

/** The content once it has arrived; while the next answer is awaited, the previous content. */
export function Taken<T>({ called, what, again, children }: TakenProps<T>): ReactNode {
  if (called.value !== undefined) return children(called.value);
  return called.state === 'failed' ? <Failed error={called.error} again={again} /> : <Waiting what={what} />;
}
