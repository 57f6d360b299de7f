/** A sentence in which text between backticks is shown as code. */
import { Fragment, type ReactNode } from 'react';
import { codeIn } from '../state/code-in.ts';

export const WithCode = ({ text }: { readonly text: string }): ReactNode =>
  codeIn(text).map(({ text: part, isCode }, at) => (isCode ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>));
