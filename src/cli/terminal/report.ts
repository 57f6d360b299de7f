/** Prints the result of a part of a command: as JSON, or for a person. */
import type { Line } from '../../view/style/line.ts';
import { withoutColour } from '../../view/style/paint.ts';
import { fit } from '../../view/wrap.ts';
import { exits, type Terminal } from '../command.ts';
import { printJson } from './print-json.ts';

type Reporting = { readonly json: boolean; readonly terminal: Terminal };

/** Plain lines for a person, wrapped to the columns of the terminal. Returns the exit code. */
export const report = (called: Reporting, result: object, lines: () => readonly string[], code: number = exits.ok): number =>
  print(called, result, () => fit(lines(), called.terminal.width), code);

/** Sentences for a person: styled on a terminal, and wrapped to its columns. Returns the exit code. */
export function tell(
  called: Reporting,
  result: object,
  story: (columns: number | undefined) => readonly Line[],
  code: number = exits.ok,
): number {
  const { paint, columns } = called.terminal.paintAnswer ?? { paint: withoutColour, columns: called.terminal.width };
  return print(called, result, () => story(columns).map(paint), code);
}

function print({ json, terminal }: Reporting, result: object, lines: () => readonly string[], code: number): number {
  if (json) printJson(result, terminal);
  else for (const line of lines()) terminal.print(line);
  return code;
}
