import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placesNamedIn } from './named-places.ts';

test.each<[text: string, places: readonly string[]]>([
  ['how large is /var/log?', ['/var/log?', '/var/log']],
  ['compare /etc/hosts with /srv/hosts', ['/etc/hosts', '/srv/hosts']],
  ['(see /srv/a, /srv/b)', ['/srv/a', '/srv/b']],
  ['count the lines of "/mnt/my disk/notes.txt".', ['/mnt/my disk/notes.txt', '/mnt/my']],
  ['look at /srv/app/../data/./x', ['/srv/data/x']],
  ['what is in /?', ['/?']],
  ['what is in / here', []],
  ['fetch https://example.org/srv/data', []],
  ['this and/or that, 3/4 of it, ~/notes, ./src/x and src/x', []],
  ['path=/srv/data', ['/srv/data']],
  ['', []],
])('%j names %j', (text, places) => {
  expect(placesNamedIn(text)).toEqual(places);
});

test('any text gives only a few paths, all absolute', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('/', '.', ' ', 'a', '"', '\n', '\0', '..'), maxLength: 300 }), (text) => {
      const places = placesNamedIn(text);
      expect(places.length).toBeLessThanOrEqual(16);
      for (const place of places) expect(place).toMatch(/^\/[^\0]*[^/\0]$/);
      for (const place of places) expect(place.split('/')).not.toContain('..');
    }),
  );
});
