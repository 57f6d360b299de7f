/** What a page shows if the server does not accept it. */
import type { ReactNode } from 'react';

export const Closed = ({ why, hint }: { readonly why: string; readonly hint: string }): ReactNode => (
  <main className="closed">
    <h1>artoo</h1>
    <p role="alert">{why}</p>
    <p className="is-muted">{hint}</p>
  </main>
);
