import { expect, test } from 'vitest';
import { turns } from '../../../../test/support/turns.ts';
import { keepStderr } from './keep-stderr.ts';

test('what is printed to standard error becomes lines, and afterwards it is printed as before', async () => {
  const shown: string[] = [];
  const { write } = process.stderr;
  const listeners = process.listeners('warning');
  {
    using _ = keepStderr((line) => void shown.push(line));
    process.stderr.write('one\ntwo \u001b[31mred\u001b[0m');
    process.stderr.write(Buffer.from('\n\n\r\u001b[2Kworking'));
    await new Promise<void>((resolve) => void process.stderr.write(' on it\nevil\u202e\nrest', () => resolve()));
    process.emitWarning('careful', 'TestWarning');
    await turns(2);
  }
  expect(shown).toEqual(['one', 'two red', 'working on it', 'evil\ufffd', 'TestWarning: careful', 'rest']);
  expect(process.stderr.write).toBe(write);
  expect(process.listeners('warning')).toEqual(listeners);
});
