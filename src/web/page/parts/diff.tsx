/** A readable diff: the line numbers of both sides, removed and added lines, and no character that could disguise them. */
import { memo, type ReactNode, useMemo, useState } from 'react';
import { visible } from '../../../contracts/text/visible.ts';
import { counted } from '../../../view/pages.ts';
import { type DiffLine, diffLines, fewLines } from '../state/diff-lines.ts';

export const Diff = memo(function Diff({ diff, label }: { readonly diff: string; readonly label: string }): ReactNode {
  const lines = useMemo(() => diffLines(diff), [diff]);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, fewLines);
  return (
    <>
      <section className="diff" tabIndex={0} aria-label={label}>
        <table>
          <tbody>
            {shown.map((line, at) => (
              <Row key={at} line={line} />
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < lines.length && (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          Show {counted(lines.length - shown.length, 'more line')}
        </button>
      )}
    </>
  );
});

const signs = { added: '+', removed: '−', same: ' ', place: '' } as const;
const words = { added: 'added', removed: 'removed' } as const;

function Row({ line: { kind, old, new: now, text } }: { readonly line: DiffLine }): ReactNode {
  if (kind === 'place')
    return (
      <tr className="place">
        <td colSpan={4}>⋯</td>
      </tr>
    );
  return (
    <tr className={kind}>
      <td className="number">{old}</td>
      <td className="number">{now}</td>
      <td className="sign">
        <span aria-hidden="true">{signs[kind]}</span>
        {kind !== 'same' && <span className="unseen">{words[kind]}: </span>}
      </td>
      <td className="text">{visible(text.replaceAll('\t', '    '))}</td>
    </tr>
  );
}

/** `+3 −1`. */
export function Extent({ diff }: { readonly diff: string }): ReactNode {
  const lines = useMemo(() => diffLines(diff), [diff]);
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return (
    <span className="extent">
      <span className="is-added">+{count('added')}</span> <span className="is-removed">−{count('removed')}</span>
    </span>
  );
}
