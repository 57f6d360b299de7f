/** While the screen is drawn, shows what this process prints to standard error, including Node's warnings, as finished lines, so that it does not garble the screen. */
import { stripVTControlCharacters } from 'node:util';
import { visible } from '../../../contracts/text/visible.ts';

/** Works until it is disposed, and then shows an unfinished line too. */
export function keepStderr(show: (line: string) => void): Disposable {
  const { stderr } = process;
  const { write } = stderr;
  const listeners = process.listeners('warning');
  const warn = ({ name, message }: Error): void => show(`${name}: ${visible(message)}`);
  let rest = '';
  const emit = (line: string): void => {
    const text = stripVTControlCharacters(line).split('\r').at(-1) ?? ''; // of an overwritten line, the last form is shown
    if (text.trim() !== '') show(visible(text));
  };
  const keep = (chunk: string | Uint8Array, ...more: readonly unknown[]): boolean => {
    const lines = (rest + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(emit);
    const done = more.find((each) => typeof each === 'function');
    if (done) queueMicrotask(() => done());
    return true;
  };
  stderr.write = keep;
  process.removeAllListeners('warning'); // Node's own writes past the stream
  process.on('warning', warn);
  return {
    [Symbol.dispose]() {
      stderr.write = write;
      process.off('warning', warn);
      for (const listener of listeners) process.on('warning', listener);
      emit(rest);
      rest = '';
    },
  };
}
