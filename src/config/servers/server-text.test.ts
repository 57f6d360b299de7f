import { expect, test } from 'vitest';
import { withoutServer, withServer } from './server-text.ts';

const notes = { command: 'notes', args: ['-v'] };

test('a first server is added at the end, and everything before stays byte for byte', () => {
  const text = '# mine\nquiet:   true   # hush\nallow: [ "shell(ls*)" ]';
  const added = withServer(text, 'notes', notes);
  expect(added).toBe(`${text}\nmcp:\n  servers:\n    notes:\n      command: notes\n      args:\n        - -v\n`);
  expect(withServer('', 'a', { command: 'x' })).toBe('mcp:\n  servers:\n    a:\n      command: x\n');
});

test.each([
  ['mcp:\n  servers:\n    # the first\n    one: { command: x } # keep\n'],
  ['mcp: { servers: {} } # none yet\n'],
  ['mcp:\n'],
  ['mcp:\n  servers:\n'],
  ['{ quiet: true }\n'],
])('in %j it is beside the others, with all comments', (text) => {
  const added = withServer(text, 'notes', notes);
  for (const comment of text.match(/#.*/g) ?? []) expect(added).toContain(comment);
  expect(added).toContain('notes');
  expect(withServer(added, 'notes', notes)).toBe(added);
});

test('one is removed, and the section with the last one', () => {
  const text = '# mine\nquiet: true\nmcp:\n  servers:\n    one:\n      command: x # why\n    two:\n      command: y # keep\n';
  const without = withoutServer(text, 'one');
  expect(without).toBe('# mine\nquiet: true\nmcp:\n  servers:\n    two:\n      command: y # keep\n');
  expect(withoutServer(without ?? '', 'two')).toBe('# mine\nquiet: true\n');
  expect(withoutServer(text, 'three')).toBeUndefined();
  expect(withoutServer('', 'one')).toBeUndefined();
  expect(withoutServer('mcp: { servers: { one: { command: x } } }\n', 'one')).toBe('');
});

test('line ends stay as they were', () => {
  const text = 'mcp:\r\n  servers:\r\n    one: { command: x }\r\n';
  expect(withServer(text, 'two', { command: 'y' }).replaceAll('\r\n', '')).not.toContain('\n');
});
