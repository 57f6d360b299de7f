/** What a running call has printed, for a person watching: its last lines, without secrets, a few times a second. */

import { part } from '../contracts/text/shorten.ts';
import type { Redact } from '../journal/redact.ts';

export type ShownOutput = Disposable & {
  readonly add: (text: string) => void;
};

/** Far more than a screen shows, so that the kept text includes the beginning of any secret that ends in what is shown. */
const maxKept = 64 * 1024;
const maxLines = 20;
const maxShown = 8_000;

/** The shortest time between two updates. A call that ends sooner than this is not shown at all, and costs nothing. */
const everyMs = 100;

/**
 * Only complete lines are shown: a secret in a line that is still being printed might be incomplete, and so not be recognised. A carriage
 * return ends a line, too.
 */
export function createShownOutput(redact: Pick<Redact, 'soFar'>, show: (lines: string) => void, schedule = later): ShownOutput {
  let kept = '';
  let shown = '';
  let timer: Disposable | undefined;
  const draw = () => {
    timer = undefined;
    const lines = lastLines(kept, redact);
    if (lines === shown) return;
    shown = lines;
    show(lines);
  };
  return {
    add(text) {
      kept += text;
      if (kept.length > 2 * maxKept) kept = part(kept, kept.length - maxKept, kept.length);
      timer ??= schedule(draw);
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}

const later = (act: () => void): Disposable => setTimeout(act, everyMs).unref();

/** Redacts all of the kept text, then takes its end: a secret may be cut in half where the kept text starts, but that is far from the part shown. */
function lastLines(kept: string, redact: Pick<Redact, 'soFar'>): string {
  const end = Math.max(kept.lastIndexOf('\n'), kept.lastIndexOf('\r')) + 1;
  const redacted = redact.soFar(kept.slice(0, end));
  const lines = part(redacted, Math.max(0, redacted.length - maxShown), redacted.length).split('\n');
  return lines.slice(-maxLines - 1).join('\n');
}
