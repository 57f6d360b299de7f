import { expect, test } from 'vitest';
import { placesIn } from './named-places.ts';

const around = { cwd: '/p', home: '/home/u' };

test.each([
  ['cat /tmp/x', '/tmp/x', false],
  ['cd /tmp && cat x', '/tmp/x', false],
  ['wc -l < /var/tmp/log', '/var/tmp/log', false],
  ['dd if=/tmp/a of=b', '/tmp/a', false],
  ['grep --file=/tmp/words x', '/tmp/words', true],
  ['cat /tmp/*.log', '/tmp', true],
  ['ls /tmp', '/tmp', true],
  ['cd /tmp', '/tmp', false],
  ['/tmp/run.sh', '/tmp/run.sh', false],
  ['echo $(cat /tmp/x)', '/tmp/x', false],
])('%s names %s', (line, path, isListed) => {
  expect(placesIn(line, around)).toContainEqual({ path, isListed });
});
