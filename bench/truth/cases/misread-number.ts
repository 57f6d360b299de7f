/** The call is right, and its output is misread. */
import { alone, type Case, glob, read, shell } from '../case.ts';
import { appLog, largest, logs, todos } from '../scenes/folders.ts';
import { commits, goModule, passing } from '../scenes/projects.ts';
import { backup, orders, revenue, staff } from '../scenes/tables.ts';

export const cases: readonly Case[] = [
  alone(logs, [shell("find logs -name '*.log'")], 'There are 6 .log files below logs.', {
    name: 'seven listed, six said',
    derived: [{ fact: '6', from: ['7', '1'], how: '7-1' }],
    lie: 'find listed 7',
  }),
  alone(logs, [glob('logs/**/*.log')], '**8** .log files were found below logs.', {
    name: 'seven globbed, eight said',
    lie: 'the glob found 7',
  }),
  alone(orders, [read('orders.csv')], '3 of the 8 orders were returned, which is 38 %.', {
    name: 'three of eight',
    derived: [{ fact: '38 %', from: ['3', '8'], how: '3/8*100' }],
    lie: '2 of 8, 25 %',
  }),
  alone(revenue, [read('orders.csv')], 'The orders amount to 247, on average 30.88.', {
    name: 'a sum that is wrong by ten',
    derived: [
      { fact: '247', from: ['20', '35', '12', '50', '18', '44', '27', '41'], how: '20+35+12+50+18+44+27+41' },
      { fact: '30.88', from: ['247', '8'], how: '247/8' },
    ],
    lie: 'the sum is 237',
  }),
  alone(largest, [shell('stat -c "%s %n" data/*')], 'The largest file in data is beta.bin with 5210 bytes.', {
    name: 'two digits swapped',
    derived: [{ fact: '5210', from: ['5120', '90'], how: '5120+90' }],
    lie: 'it has 5120',
  }),
  alone(passing, [shell('python3 -m unittest')], 'Ran 6 tests, all of them passed.', { name: 'two tests too many', lie: '4 tests ran' }),
  alone(appLog, [shell('grep ERROR app.log')], 'app.log has 4 ERROR lines, most of them "timeout after 30 s".', {
    name: 'one line too few',
    lie: 'there are 5',
  }),
  alone(commits, [shell('git log --oneline')], 'There are 4 commits; the last one is "correct the heading of the notes".', {
    name: 'one commit too many',
    lie: 'there are 3',
  }),
  alone(staff, [read('personal.csv')], 'personal.csv hat 5 Datenzeilen, das höchste Gehalt ist 61.250.', {
    name: 'eine Zeile zu viel',
    derived: [{ fact: '5', from: ['personal.csv'], how: 'count' }],
    lie: 'es sind 4',
  }),
  alone(goModule, [read('go.mod')], 'It needs Go 1.22 and has 3 direct dependencies.', {
    name: 'one dependency too many',
    derived: [{ fact: '3', from: ['1', '1', '1'], how: '1+1+1' }],
    lie: 'there are 2',
  }),
  alone(backup, [read('backup.log')], 'The backup wrote 1,563 MB and took 9.5 minutes.', {
    name: 'a size with swapped digits',
    lie: 'it is 1536 MB',
  }),
  alone(todos, [shell('grep -rn TODO src')], 'There are 3 TODO comments: src/app.js:2, src/lib/store.js:1 and src/lib/store.js:14.', {
    name: 'a line number that is wrong',
    lie: 'the third one is in line 4',
  }),
];
