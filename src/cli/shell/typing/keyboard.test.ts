import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type KeyboardOptions, openKeyboard } from './keyboard.ts';
import type { Key } from './split-keys.ts';

/** A terminal that records the modes it is asked for. */
function terminal(isRemote = false) {
  const events = new EventEmitter();
  const [told, keys]: [string[], Key[]] = [[], []];
  let ended = 0;
  const input = Object.assign(events, {
    setRawMode: (isRaw: boolean) => void told.push(isRaw ? 'raw' : 'cooked'),
    resume: () => void told.push('reads'),
    pause: () => void told.push('pauses'),
  }) as unknown as KeyboardOptions['input']; // it needs no other members of a stream
  const keyboard = openKeyboard({
    input,
    isRemote,
    write: (text) => void told.push(text),
    onKey: (key) => void keys.push(key),
    onEnd: () => {
      ended += 1;
    },
  });
  return { keyboard, told, keys, ended: () => ended, events, send: (bytes: Buffer | string) => events.emit('data', Buffer.from(bytes)) };
}

test('the modes that are taken are given back, once, in the reverse order', () => {
  const { keyboard, told, events } = terminal();
  keyboard.listen();
  keyboard.listen();
  keyboard.release();
  keyboard[Symbol.dispose]();
  expect(told).toEqual(['raw', 'reads', '\u001b[?2004h\u001b[>1u', '\u001b[<u\u001b[?2004l', 'cooked', 'pauses']);
  expect(events.listenerCount('data')).toBe(0);
});

test('a character that was cut in the middle of its bytes arrives whole', () => {
  const { keyboard, keys, send } = terminal();
  using _ = keyboard;
  keyboard.listen();
  const bytes = Buffer.from('🙂é\r');
  for (const byte of bytes) send(Buffer.of(byte));
  expect(keys).toEqual([{ key: '🙂' }, { key: 'é' }, { key: '\r' }]);
});

test('Escape alone is a key, after a moment', async () => {
  const { keyboard, keys, send } = terminal();
  using _ = keyboard;
  keyboard.listen();
  send('\u001b');
  expect(keys).toEqual([]);
  await expect.poll(() => keys).toEqual([{ key: '\u001b' }]);
});

test('over a network, a key that comes in two pieces is one key', async () => {
  const { keyboard, keys, send } = terminal(true);
  using _ = keyboard;
  keyboard.listen();
  send('\u001b');
  await delay(100); // real time is tested: the pieces arrive this far apart
  send('[A');
  expect(keys).toEqual([{ key: '\u001b[A' }]);
});

test('over a network, what is typed after Escape keeps its first letter, and Escape twice is two', async () => {
  const { keyboard, keys, send } = terminal(true);
  using _ = keyboard;
  keyboard.listen();
  send('\u001b\u001b');
  await expect.poll(() => keys).toEqual([{ key: '\u001b' }]);
  send('w');
  expect(keys).toEqual([{ key: '\u001b' }, { key: '\u001b' }, { key: 'w' }]);
});

describe('how wide the terminal is, and where its cursor is,', () => {
  test('is what it answers, and its answers are no keys', async () => {
    const { keyboard, keys, told, send } = terminal();
    using _ = keyboard;
    keyboard.listen();
    const reports = [keyboard.askTerminal(), keyboard.askTerminal()];
    expect(told.filter((text) => text.includes('[6n'))).toHaveLength(1); // asked once
    send('a\u001b[12;41Rb\u001b[12;80Rc');
    const expected = { columns: 80, cursorColumn: 40 };
    expect(await Promise.all(reports)).toEqual([expected, expected]);
    expect(keys).toEqual([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
  });

  test('stays unknown where the terminal does not answer', async () => {
    const { keyboard } = terminal();
    using _ = keyboard;
    keyboard.listen();
    expect(await keyboard.askTerminal()).toBeUndefined();
  });
});

test('a terminal that goes away is told', () => {
  const { keyboard, events, ended } = terminal();
  using _ = keyboard;
  keyboard.listen();
  events.emit('end');
  expect(ended()).toBe(1);
});
