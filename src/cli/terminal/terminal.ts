/** The real terminal. The first Ctrl+C cancels the task; a second one, or a request to terminate, stops artoo at once. */
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { hasColour, paintFor } from '../../view/style/paint.ts';
import { wrapLines } from '../../view/style/wrap-line.ts';
import { fit } from '../../view/wrap.ts';
import { exits, type Terminal } from '../command.ts';
import { alertSequence } from './asking/alert-when-unanswered.ts';
import { createLiveRegion } from './live-region.ts';
import { resizingUnasked } from './resizing.ts';

export function openTerminal(): Terminal & AsyncDisposable {
  const cancel = new AbortController();
  const terminate = new AbortController();
  const interrupt = () => (cancel.signal.aborted ? terminate.abort() : cancel.abort());
  let onInterrupt = interrupt;
  process.on('SIGINT', () => onInterrupt());
  const hangUp = () => terminate.abort();
  process.on('SIGTERM', hangUp);
  process.on('SIGHUP', hangUp);
  process.on('disconnect', hangUp); // the parent of this process has died, such as the launcher in bin/artoo.cjs
  process.channel?.unref();
  if (process.stdin.isTTY) process.stdin.on('error', hangUp); // EIO: the terminal was closed, or now belongs to another process group
  let broken: Error | undefined;
  process.stdout.on('error', (error) => {
    broken = error; // the reader is gone, or the disk is full
    terminate.abort();
  });
  process.stderr.on('error', () => {}); // a task does not need its progress to be read
  let status = '';
  let held: string[] | undefined;
  const paint = paintFor(process.stderr.isTTY, process.env);
  const region = createLiveRegion((text) => void process.stderr.write(text), paint, resizingUnasked(process.env));
  const canDraw = process.stderr.isTTY && process.env.TERM !== 'dumb';

  const clear = () => {
    if (status !== '') process.stderr.write('\r\u001b[2K');
    status = '';
    region.clear();
  };
  const note = (line: string) => {
    clear();
    const lines = line.split('\n').map(visible); // control characters are removed
    const text = `${fit(lines, process.stderr.isTTY ? process.stderr.columns : undefined).join('\n')}\n`;
    if (held) held.push(text);
    else process.stderr.write(text);
  };
  if (canDraw) {
    process.stderr.on('resize', () => region.resized(process.stderr.columns));
    process.on('SIGCONT', () => region.lost());
    noteWarnings(note);
  }
  const printed = () => new Promise<void>((resolve) => void process.stdout.write('', () => resolve()));
  return {
    printed,
    print(line) {
      clear();
      process.stdout.write(`${line}\n`);
    },
    note,
    show(given) {
      const lines = wrapLines(given, process.stderr.isTTY ? process.stderr.columns : undefined);
      if (lines.length === 0) return;
      if (held) held.push(lines.map((line) => `${paint(line)}\n`).join(''));
      else if (canDraw && status === '') region.commit(lines);
      else {
        clear();
        process.stderr.write(lines.map((line) => `${paint(line)}\n`).join(''));
      }
    },
    live: canDraw ? { draw: (lines) => (held ? undefined : region.draw(lines)), clear: region.clear, suspend: region.suspend } : undefined,
    alert: canDraw ? (text) => void process.stderr.write(alertSequence(text)) : undefined,
    status(line) {
      if (!process.stderr.isTTY || line === status || held) return;
      process.stderr.write(`\r\u001b[2K${line}`);
      status = line;
    },
    hold() {
      clear();
      held ??= [];
      return {
        [Symbol.dispose]() {
          const lines = held ?? [];
          held = undefined;
          process.stderr.write(lines.join(''));
        },
      };
    },
    isPrinting: process.stdout.isTTY,
    get paintAnswer() {
      return process.stdout.isTTY || hasColour(false, process.env) // FORCE_COLOR: colours for a pager
        ? { paint: paintFor(process.stdout.isTTY, process.env), columns: process.stdout.columns || 80 }
        : undefined;
    },
    get width() {
      return process.stderr.isTTY ? process.stderr.columns : undefined;
    },
    get height() {
      return (process.stderr.isTTY && process.stderr.rows) || undefined; // some terminals report 0
    },
    input: process.stdin,
    interrupt,
    hangUp,
    takeInterrupts(act) {
      onInterrupt = act;
      return {
        [Symbol.dispose]() {
          onInterrupt = interrupt;
        },
      };
    },
    env: process.env,
    get cwd() {
      return process.env.npm_lifecycle_event === 'start' && process.env.INIT_CWD ? process.env.INIT_CWD : currentFolder(); // the person's folder under `npm start`
    },
    cancel: cancel.signal,
    terminate: terminate.signal,
    /** Waits until everything is printed; a failure sets the exit code. */
    async [Symbol.asyncDispose]() {
      clear();
      await printed();
      if (broken && 'code' in broken && broken.code !== 'EPIPE') {
        process.stderr.write(`artoo: cannot write the result: ${broken.message}\n`);
        process.exitCode = exits.internal;
      }
    },
  };
}

/** Node's own warnings would garble what is drawn. */
function noteWarnings(note: (line: string) => void): void {
  if (process.listenerCount('warning') === 0) return; // warnings are switched off
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => note(`artoo: ${name}: ${message}`));
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new ArtooError('folder_missing', 'the current folder no longer exists', { cause });
  }
}
