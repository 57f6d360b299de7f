/** A status line that says which role is working. The next line of output replaces it. */
import type { LiveOptions } from '../effects/live.ts';
import type { Entry } from '../journal/entry.ts';

type StatusLine = { readonly status?: (line: string) => void; readonly width?: number | undefined };

type Step = { readonly role: string; readonly started: number; written: number };

export type Waiting = {
  see(entry: Entry): void;
  end(): void;
  readonly onText: NonNullable<LiveOptions['onText']>;
};

/** Undefined without a terminal: then models need not stream their text. */
export function createWaiting(terminal: StatusLine | undefined, now: () => number = () => performance.now()): Waiting | undefined {
  const status = terminal?.status;
  if (!terminal || !status || terminal.width === undefined) return undefined;
  const steps = new Map<string, Step>();
  const draw = () => {
    if (steps.size > 0) status(waitingLine([...steps.values()], now()).slice(0, (terminal.width ?? 80) - 1));
  };
  const timer = setInterval(draw, 1_000);
  timer.unref();
  return {
    see(entry) {
      if (entry.kind === 'intent' && (entry.effect === 'model' || entry.effect === 'tool'))
        steps.set(entry.key, { role: entry.role, started: now(), written: 0 });
      if (entry.kind === 'outcome') steps.delete(entry.key);
    },
    end: () => clearInterval(timer),
    onText({ key }, text) {
      const step = steps.get(key);
      if (step) step.written += text.length;
    },
  };
}

/** `… R2 is working, 12 s, 830 characters`. */
export function waitingLine(steps: readonly Step[], now: number): string {
  const roles = [...new Set(steps.map(({ role }) => role))].join(', ');
  const seconds = Math.floor((now - Math.min(...steps.map(({ started }) => started))) / 1000);
  const written = steps.reduce((sum, step) => sum + step.written, 0);
  return `… ${roles} ${steps.length === 1 ? 'is' : 'are'} working, ${seconds} s${written > 0 ? `, ${written} characters` : ''}`;
}
