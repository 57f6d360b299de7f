/** What is shown to a page that the server does not know. */
import type { ReactNode } from 'react';

export const Closed = ({ why, hint }: { readonly why: string; readonly hint: string }): ReactNode => (
  <main className="closed">
    <h1>artoo</h1>
    <p role="alert">{why}</p>
    <p className="is-muted">{hint}</p>
  </main>
);
