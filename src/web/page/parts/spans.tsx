/** Styled text of the shared views, as elements. */
import { memo, type ReactNode } from 'react';
import type { Line } from '../../../view/style/line.ts';

/** A line of spans; its styles are classes. */
export const Spans = memo(function Spans({ line }: { readonly line: Line }): ReactNode {
  return line.map(({ text, style }, at) =>
    style === 'plain' ? (
      text
    ) : (
      <span key={at} className={`is-${style}`}>
        {text}
      </span>
    ),
  );
});
