/** What is shown where there is nothing yet, nothing at all, or something wrong. */
import type { ReactNode } from 'react';
import type { ArtooError } from '../../../contracts/errors.ts';
import type { Called } from '../data/use-call.ts';

/** Grey lines where text will be; after a moment, so that what is fast does not flicker. */
export const Waiting = ({ lines = 3, what }: { readonly lines?: number; readonly what: string }): ReactNode => (
  <div className="waiting" role="status" aria-label={`loading ${what}`}>
    {Array.from({ length: lines }, (_, at) => (
      <span key={at} />
    ))}
  </div>
);

/** Nothing is there, and what to do about it. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode => (
  <div className="empty">
    <p className="title">{title}</p>
    {children}
  </div>
);

/** What went wrong, and what can be done. */
export const Failed = ({ error, again }: { readonly error: ArtooError; readonly again?: () => void }): ReactNode => (
  <div className="failed" role="alert">
    <p className="title">{error.message}</p>
    {error.hint !== '' && <p>{error.hint}</p>}
    {again && (
      <button type="button" onClick={again}>
        Try again
      </button>
    )}
  </div>
);

type TakenProps<T> = {
  readonly called: Called<T>;
  readonly what: string;
  readonly again: () => void;
  readonly children: (value: T) => ReactNode;
};

/** What was called for, once it is there; what was there before, as long as the next answer is waited for. */
export function Taken<T>({ called, what, again, children }: TakenProps<T>): ReactNode {
  if (called.value !== undefined) return children(called.value);
  return called.state === 'failed' ? <Failed error={called.error} again={again} /> : <Waiting what={what} />;
}
