import { expect, test } from 'vitest';
import { narrowRuleFor } from './narrow-rule.ts';
import { whyNoRule } from './why-no-rule.ts';

test.each([
  ['mkdir -p old && mv -v a old/', /would need its own/],
  ['echo x > a.txt', /redirection/],
  ['rm *.log', /wildcard/],
  ['X=1 make', /variable/],
  ['python3 -c "print()"', /python3 runs whatever it is given/],
])('no rule is offered for %s, and why is said', (command, why) => {
  expect(narrowRuleFor({ tool: 'shell', command, cwd: '/p' })).toBeUndefined();
  expect(whyNoRule(command, '/p')).toMatch(why);
});

test.each(['rm -v b.log', 'git add a && git add b', 'ls'])('nothing about %j prevents a rule', (command) => {
  expect(whyNoRule(command, '/p')).toBeUndefined();
});
