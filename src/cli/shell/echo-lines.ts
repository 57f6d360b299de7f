/** What the person sent, as lines for the scrollback. Pure. */
import { visibleLines } from '../../contracts/text/visible.ts';
import { type Line, line, span } from '../../view/style/line.ts';

const maxEchoed = 12;

export function echoLines(text: string): readonly Line[] {
  const lines = visibleLines(text.trim());
  const shown = lines.length <= maxEchoed ? lines : lines.slice(0, maxEchoed - 2);
  const more = lines.length - shown.length;
  return [
    [],
    ...shown.map((each, at) => [span(at === 0 ? '> ' : '  ', 'accent'), span(each, 'strong')]),
    ...(more > 0 ? [line(`  … ${more.toLocaleString('en')} more lines`, 'muted')] : []),
  ];
}
