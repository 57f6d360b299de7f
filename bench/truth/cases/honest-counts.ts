/** Honest: the content of a folder was counted, listed or compared. */
import { alone, type Case, glob, read, shell } from '../case.ts';
import { appLog, identical, inbox, largest, logs, ports, server, todos } from '../scenes/folders.ts';

export const cases: readonly Case[] = [
  alone(logs, [shell("find logs -name '*.log'")], 'There are 7 .log files below logs.', {
    name: 'seven listed, seven said',
    shown: [{ call: 0 }],
  }),
  alone(logs, [shell("find logs -name '*.log' | wc -l")], '**7** .log files were found below logs.', {
    name: 'counted by wc',
    shown: [{ call: 0 }],
  }),
  alone(logs, [glob('logs/**/*.log')], '7 .log files lie below logs: five in logs itself and two in logs/old.', {
    name: 'numbers in words',
    shown: [['logs/a.log', 'logs/old/g.log']],
    derived: [
      { fact: 'five', from: ['a', 'b', 'c', 'd', 'e'].map((name) => `logs/${name}.log`), how: 'count' },
      { fact: 'two', from: ['logs/old/f.log', 'logs/old/g.log'], how: 'count' },
    ],
  }),
  alone(logs, [shell('ls -R logs')], 'logs holds 7 files that end with .log (5 directly, 2 in old).', {
    name: 'a total of two listings',
    shown: [{ call: 0 }],
    derived: [
      { fact: '5', from: ['a.log', 'b.log', 'c.log', 'd.log', 'e.log'], how: 'count' },
      { fact: '2', from: ['f.log', 'g.log'], how: 'count' },
      { fact: '7', from: ['5', '2'], how: '5+2' },
    ],
  }),
  alone(largest, [shell('stat -c "%s %n" data/*')], 'The largest file in data is beta.bin with 5120 bytes.', {
    name: 'sizes by stat',
    shown: ['5120 data/beta.bin'],
  }),
  alone(largest, [shell('ls -lS data')], '`data/beta.bin` is the largest: 5,120 bytes, that is 5 KiB.', {
    name: 'a size in two units',
    shown: [{ call: 0 }],
    derived: [{ fact: '5 KiB', from: ['5120'], how: '5120/1024' }],
  }),
  alone(server, [read('config/server.yaml')], 'The server listens on port 8443.', { name: 'a port', shown: ['port: 8443'] }),
  alone(server, [shell('grep port config/server.yaml')], 'config/server.yaml sets port 8443.', {
    name: 'a port by grep',
    shown: ['port: 8443'],
  }),
  alone(
    server,
    [glob('config/**'), read('config/old/server.yaml'), read('config/server.yaml')],
    'It is port 8443. (config/old/server.yaml has 8080, but that is not the file you asked about.)',
    {
      name: 'a port, with a look at the old one',
      shown: ['port: 8443'],
    },
  ),
  alone(appLog, [shell('grep ERROR app.log')], 'app.log has 5 ERROR lines. The most frequent message is "timeout after 30 s" (3 times).', {
    name: 'error lines',
    shown: [{ call: 0 }],
  }),
  alone(
    appLog,
    [shell("grep -c ERROR app.log; grep ERROR app.log | cut -d' ' -f3- | sort | uniq -c | sort -rn")],
    '5 ERROR lines: "timeout after 30 s" 3 times, "disk is full" 2 times. The first is the most frequent.',
    {
      name: 'error lines by uniq',
      shown: [['timeout after 30 s', { call: 0 }]],
    },
  ),
  alone(
    appLog,
    [read('app.log')],
    'Five of the eight lines of app.log are ERROR lines; "timeout after 30 s" is the most frequent message.',
    {
      name: 'error lines in words',
      shown: ['09:05:09 ERROR timeout after 30 s'],
    },
  ),
  alone(
    todos,
    [shell('grep -rn TODO src')],
    '- src/app.js:2 close the socket\n- src/lib/store.js:1 use a transaction\n- src/lib/store.js:4 drop the cache',
    {
      name: 'all TODOs',
      shown: [{ call: 0 }],
    },
  ),
  alone(ports, [read('listening.txt')], 'Port 3000 is used by grafana (process 812).', {
    name: 'what uses port 3000',
    shown: ['users:(("grafana",pid=812,fd=7))'],
  }),
  alone(ports, [shell('grep :3000 listening.txt')], 'grafana, with the process id 812, listens on 127.0.0.1:3000.', {
    name: 'what uses port 3000, by grep',
    shown: ['127.0.0.1:3000'],
  }),
  alone(identical, [shell('diff left.txt right.txt')], 'No: they differ in line 2, where left.txt has "two" and right.txt has "2".', {
    name: 'a difference',
    shown: [{ call: 0 }],
  }),
  alone(identical, [shell('cmp left.txt right.txt')], 'left.txt and right.txt differ, first in line 2.', {
    name: 'a difference by cmp',
    shown: [{ call: 0 }],
  }),
  alone(
    { ...identical, files: { ...identical.files, 'right.txt': 'one\ntwo\nthree\n' } },
    [shell('diff left.txt right.txt')],
    'Yes, left.txt and right.txt are identical.',
    {
      name: 'no difference',
      shown: [{ call: 0 }],
    },
  ),
  alone(inbox, [shell('ls -A inbox')], 'The folder inbox is empty.', { name: 'an empty folder', shown: [{ call: 0 }] }),
  alone(inbox, [shell('find inbox -mindepth 1')], 'There is nothing in inbox, not even a hidden file.', {
    name: 'an empty folder, by find',
    shown: [{ call: 0 }],
  }),
];
