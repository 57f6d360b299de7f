/** What is shown when the server does not accept the page, and how to continue. */
import type { ReactNode } from 'react';
import { NewAddress } from '../parts/new-address.tsx';

export const Closed = ({ why, hint }: { readonly why: string; readonly hint: string }): ReactNode => (
  <main className="closed">
    <p className="brand">artoo</p>
    <div role="alert">
      <h1>{why}</h1>
      <p className="is-muted">{hint}</p>
    </div>
    <NewAddress />
  </main>
);
