import { expect, test } from 'vitest';
import { findsInHome } from './finds-in-home.ts';

const places = { cwd: '/home/ada/shop', home: '/home/ada' };

test.each([
  "find ~ -name '*.pdf'",
  'find ~/ -iname report*',
  'find $HOME -type f -name "tax*" 2>/dev/null',
  'find "$HOME" -name x | head -5',
  'find /home/ada -name x -o -iname y',
  'find /home/ada/ \\( -name x -o -name y \\) -print',
  'cd ~ && find . -name x',
  'find -L ~ -name x',
  'find .. -name x',
  'ls; /usr/bin/find ~ -name x',
])('%s looks through the home folder for names', (line) => {
  expect(findsInHome(line, places)).toBe(true);
});

test.each([
  'find . -name x',
  'find ~/shop -name x',
  'find /home/ada/shop -name x',
  'find / -name x',
  'find ~',
  'find ~ -type f',
  'find ~ -name x -delete',
  'find ~ -name x -exec cat {} +',
  'find ~ -name x -mtime -1',
  'find ~ -maxdepth 1 -name x',
  "find ~ -name '.bash*'",
  "find ~ -path '*/.ssh/*'",
  'find ~ ! -name x',
  'echo find ~ -name x',
  'grep -r x ~',
  "find '~' -name x",
  'find ~ -name "',
])('%s is left as it is', (line) => {
  expect(findsInHome(line, places)).toBe(false);
});
