/** The output of a command on a worker, sent to a person who watches: complete lines, without secrets. */
import type { Redact } from '../../journal/redact.ts';

export type LiveOutput = { add(text: string): void; end(): void };

/** How much output is shown while a command runs. The rest is not, because all of it has to be redacted each time. */
const maxShown = 64 * 1024;
/** The shortest time between two messages. */
const everyMs = 100;

export function createLiveOutput(redact: Pick<Redact, 'soFar'>, send: (text: string) => void): LiveOutput {
  let printed = '';
  let sent = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = redact.soFar(printed.slice(0, printed.lastIndexOf('\n') + 1));
    if (!lines.startsWith(sent) || lines.length === sent.length) return; // what has been sent turns out to be the beginning of a secret
    send(lines.slice(sent.length));
    sent = lines;
  };
  return {
    add(text) {
      if (printed.length + text.length > maxShown) return;
      printed += text;
      timer ??= setTimeout(flush, everyMs).unref();
    },
    end: flush,
  };
}
