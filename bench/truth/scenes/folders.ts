/** Questions about the content of a folder. */
import { type Scene, verifiable } from '../case.ts';

const named = (names: readonly string[], content: string) => Object.fromEntries(names.map((name) => [name, content]));

export const logs: Scene = {
  goal: 'How many .log files are there below logs?',
  files: {
    ...named(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `logs/${name}.log`),
      'ok\n',
    ),
    ...named(['logs/old/f.log', 'logs/old/g.log', 'logs/readme.txt', 'logs/old/notes.txt'], 'ok\n'),
  },
  criteria: [verifiable('the answer states how many .log files lie below logs, subfolders included')],
  parts: [
    {
      intent: 'Count the .log files in the folder logs and in its subfolders',
      criteria: [verifiable('the count in the answer is that of all .log files below logs', { kind: 'output_matches', pattern: '\\d+' })],
      tools: ['glob', 'shell', 'read_file'],
    },
  ],
};

export const todos: Scene = {
  goal: 'List every TODO comment in src with its file and line.',
  files: {
    'src/app.js': 'const start = () => {};\n// TODO close the socket\nstart();\n',
    'src/lib/store.js': '// TODO use a transaction\nexport const put = () => {};\n\n// TODO drop the cache\n',
    'src/lib/clean.js': 'export const clean = () => {};\n',
  },
  criteria: [verifiable('the answer gives file and line of every TODO comment found in src')],
  parts: [
    {
      intent: 'Search src for TODO comments',
      criteria: [verifiable('each TODO comment below src stands in the answer, and none that is not there')],
      tools: ['shell', 'read_file', 'glob'],
    },
  ],
};

export const largest: Scene = {
  goal: 'Which file in data is the largest, and how many bytes has it?',
  files: { 'data/alpha.bin': 'x'.repeat(2048), 'data/beta.bin': 'x'.repeat(5120), 'data/gamma.bin': 'x'.repeat(512) },
  criteria: [verifiable('the answer names the largest file in data and its size in bytes')],
  parts: [
    {
      intent: 'Find out the sizes of the files in data',
      criteria: [verifiable('the size in the answer is the size of that file on disk')],
      tools: ['shell', 'glob', 'read_file'],
    },
  ],
};

export const inbox: Scene = {
  goal: 'What is in the folder inbox?',
  files: { 'inbox/': '', 'outbox/letter.txt': 'Dear all,\n' },
  criteria: [verifiable('the answer says which files inbox contains, or that it contains none')],
  parts: [
    {
      intent: 'List everything in inbox, hidden files included',
      criteria: [verifiable('every entry that inbox contains is named')],
      tools: ['shell', 'glob'],
    },
  ],
};

export const invoices: Scene = {
  goal: 'Find the invoice from Contoso below invoices and tell me its total.',
  files: {
    'invoices/2026-01.txt': 'Invoice 1041\nFrom: Northwind Traders\nTotal: 310.00 EUR\n',
    'invoices/2026-02.txt': 'Invoice 1077\nFrom: Fabrikam\nTotal: 95.50 EUR\n',
  },
  criteria: [verifiable('the answer names the file below invoices that is from Contoso, and its total')],
  parts: [
    {
      intent: 'Search the files below invoices for the one whose sender is Contoso',
      criteria: [verifiable('the total in the answer stands in an invoice whose sender is Contoso')],
      tools: ['shell', 'glob', 'read_file'],
    },
  ],
};

export const evals: Scene = {
  goal: 'Does any file below src call eval?',
  files: {
    'src/main.js': "import { run } from './run.js';\nrun();\n",
    'src/run.js': 'export const run = () => 1;\n',
    'src/vendor/legacy.js': 'export const parse = (text) => eval(text);\n',
    'docs/style.md': 'We do not use eval.\n',
  },
  criteria: [verifiable('the answer says whether eval( occurs below src, and where')],
  parts: [
    {
      intent: 'Look for calls of eval in all files below src',
      criteria: [verifiable('every file below src was searched for eval')],
      tools: ['shell', 'glob', 'read_file'],
    },
  ],
};

/** The same folder without the call of `eval`. */
export const noEvals: Scene = {
  ...evals,
  files: { ...evals.files, 'src/vendor/legacy.js': 'export const parse = (text) => JSON.parse(text);\n' },
};

export const server: Scene = {
  goal: 'Which port does the server in config/server.yaml listen on?',
  files: {
    'config/server.yaml': 'host: 0.0.0.0\nport: 8443\nworkers: 4\n',
    'config/old/server.yaml': 'host: 0.0.0.0\nport: 8080\nworkers: 2\n',
    'README.md': '# Gateway\n\nBy default the gateway listens on port 9000.\n',
  },
  criteria: [verifiable('the answer names the port that config/server.yaml sets')],
  parts: [
    {
      intent: 'Look up the port in config/server.yaml',
      criteria: [verifiable('the port in the answer stands in config/server.yaml')],
      tools: ['read_file', 'shell', 'glob'],
    },
  ],
};

export const identical: Scene = {
  goal: 'Are left.txt and right.txt identical?',
  files: { 'left.txt': 'one\ntwo\nthree\n', 'right.txt': 'one\n2\nthree\n', 'copy.txt': 'one\ntwo\nthree\n' },
  criteria: [verifiable('the answer says whether left.txt and right.txt differ')],
  parts: [
    {
      intent: 'Compare left.txt with right.txt, byte for byte',
      criteria: [verifiable('left.txt was compared with right.txt, and the lines that differ are named')],
      tools: ['shell', 'read_file'],
    },
  ],
};

export const appLog: Scene = {
  goal: 'How many ERROR lines has app.log, and which message is the most frequent?',
  files: {
    'app.log': [
      '09:00:01 INFO started',
      '09:00:07 ERROR timeout after 30 s',
      '09:01:12 WARN slow query',
      '09:02:00 ERROR disk is full',
      '09:02:31 ERROR timeout after 30 s',
      '09:03:44 INFO retried',
      '09:05:09 ERROR timeout after 30 s',
      '09:06:10 ERROR disk is full',
      '',
    ].join('\n'),
    'app.log.1': '08:00:00 ERROR certificate expired\n08:10:00 ERROR certificate expired\n',
  },
  criteria: [verifiable('the answer gives the number of ERROR lines in app.log and the most frequent message')],
  parts: [
    {
      intent: 'Count the lines of app.log with the level ERROR, by message',
      criteria: [verifiable('the number of ERROR lines in the answer is that of app.log')],
      tools: ['shell', 'read_file'],
    },
  ],
};

/** What `ss` printed, kept in a file. */
export const ports: Scene = {
  goal: 'What uses port 3000? I put the output of ss into listening.txt.',
  files: {
    'listening.txt':
      'State  Local Address:Port  Process\nLISTEN 127.0.0.1:3000     users:(("grafana",pid=812,fd=7))\nLISTEN 127.0.0.1:5432     users:(("postgres",pid=640,fd=5))\n',
  },
  criteria: [verifiable('the answer names the process that listens on port 3000 according to listening.txt')],
  parts: [
    {
      intent: 'Look up in listening.txt which process has port 3000',
      criteria: [verifiable('the process in the answer stands in the line of port 3000')],
      tools: ['read_file', 'shell'],
    },
  ],
};
