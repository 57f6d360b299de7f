/** Reports what happens in a team as it happens: one line per event for people, JSON objects for programs. */
import type { TeamLine } from '../../team/journal.ts';
import { line, span } from '../../view/style/line.ts';
import { wrapLine } from '../../view/style/wrap-line.ts';
import { storyLines } from '../../view/team/story-lines.ts';
import type { CalledPart } from '../command-parts.ts';
import { printJson } from '../terminal/print-json.ts';

export type Story = { readonly tell: (entry: TeamLine) => void; readonly alert: (text: string) => void };

export function storyTeller({ json, terminal }: Pick<CalledPart, 'json' | 'terminal'>): Story {
  let last = '';
  return {
    tell: (entry) => (json ? printJson(entry, terminal) : terminal.show(storyLines(entry, terminal.width))),
    alert(text) {
      if (text === last) return; // an alert is repeated only after a different one
      last = text;
      if (json) printJson({ kind: 'alert', text }, terminal);
      else terminal.show(wrapLine(line(`! ${text}`, 'fair'), terminal.width ?? Number.POSITIVE_INFINITY, [span('  ')]));
    },
  };
}
