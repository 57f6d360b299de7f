import { expect, test } from 'vitest';
import { virtualTerminal } from '../../../test/support/virtual-terminal.ts';
import { line } from '../../view/style/line.ts';
import { withoutColour } from '../../view/style/paint.ts';
import { createLiveRegion } from './live-region.ts';

function onScreen() {
  const terminal = virtualTerminal(80, 24);
  const region = createLiveRegion(terminal.write, withoutColour);
  region.commit([line('finished')]);
  region.draw([line('works'), line('Ctrl+C stops it')]);
  return { ...terminal, ...region };
}

test('what is drawn after the process was stopped, before it hears that it goes on, is not left behind', async () => {
  const { write, lines, suspend, lost, draw, clear } = onScreen();
  suspend();
  write('$ fg\r\n');
  draw([line('works on'), line('Ctrl+C stops it')]);
  lost();
  draw([line('works on and on'), line('Ctrl+C stops it')]);
  expect(await lines()).toEqual(['finished', '$ fg', 'works on and on', 'Ctrl+C stops it']);
  clear();
  expect(await lines()).toEqual(['finished', '$ fg']);
});

test('after it was stopped from outside, it is drawn again below what was written meanwhile', async () => {
  const { write, lines, lost, draw } = onScreen();
  write('\r\n$ fg\r\n');
  lost();
  draw([line('works on'), line('Ctrl+C stops it')]);
  expect(await lines()).toEqual(['finished', 'works', 'Ctrl+C stops it', '$ fg', 'works on', 'Ctrl+C stops it']);
});

test('having been suspended once, it is drawn again after it was stopped from outside', async () => {
  const { write, lines, suspend, lost, draw } = onScreen();
  suspend();
  lost();
  draw([line('works')]);
  write('\r\n$ fg\r\n');
  lost();
  draw([line('works on')]);
  expect(await lines()).toEqual(['finished', 'works', '$ fg', 'works on']);
});
